import { TAG_SYNONYMS_MOST } from '#contract/tags.ts'

type Named = { name: string; synonyms: readonly string[] }

/** What the search of tags looks at. */
export const searchTextOf = (name: string, synonyms: readonly string[]): string =>
  [name, ...synonyms].join('\n').toLowerCase()

/** The synonyms of a tag that others become part of, and the names for which it has no room. */
export function absorbNames(target: Named, gone: readonly Named[]): { synonyms: string[]; unfit: string[] } {
  const known = new Set(namesOf(target).map(fold))
  const names = gone.flatMap(namesOf).filter((name) => !known.has(fold(name)) && known.add(fold(name)))
  const room = Math.max(0, TAG_SYNONYMS_MOST - target.synonyms.length)
  return { synonyms: [...target.synonyms, ...names.slice(0, room)], unfit: names.slice(room) }
}

/**
 * The synonyms of a tag when some of what became part of it leaves again: without what came with them.
 * @param before its synonyms when nothing had become part of it
 * @param stay what became part of it in the same step and does not leave
 */
export function releaseNames(
  now: readonly string[],
  before: readonly string[],
  back: readonly Named[],
  stay: readonly Named[],
): string[] {
  const own = new Set([...before, ...stay.flatMap(namesOf)].map(fold))
  const theirs = new Set(back.flatMap(namesOf).map(fold))
  return now.filter((name) => own.has(fold(name)) || !theirs.has(fold(name)))
}

const namesOf = ({ name, synonyms }: Named) => [name, ...synonyms]
const fold = (name: string) => name.toLowerCase()
