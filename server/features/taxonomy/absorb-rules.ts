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

const namesOf = ({ name, synonyms }: Named) => [name, ...synonyms]
const fold = (name: string) => name.toLowerCase()
