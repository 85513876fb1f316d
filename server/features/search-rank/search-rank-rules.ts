import { searchRankHours, type SearchRankWindow } from '#contract/search-rank.ts'
import { tabsOf, type SearchRankTab, type TermFigures } from '#contract/search-rank-tabs.ts'
import { SHOWN_FROM, type Period, type TermKeySums, type TermOfKey } from '../../events/event-store.ts'

const HOUR = 3_600_000

/** Full hours that end with the current one, and as many before them. */
export function periodsOf(window: SearchRankWindow, now: Date): { current: Period; before: Period } {
  const end = (Math.floor(now.getTime() / HOUR) + 1) * HOUR
  const length = searchRankHours[window] * HOUR
  const [from, to] = [new Date(end - length), new Date(end)]
  return { current: { from, to }, before: { from: new Date(end - 2 * length), to: from } }
}

/** A term with its variants and, where editors put some together, its synonyms. `terms`: chosen by editors, the main one first. */
export type TermGroup = {
  key: string
  keys: readonly string[]
  terms: readonly { key: string; term: string }[]
  hasPins: boolean
}

export type RankedTerm = TermFigures & {
  key: string
  term: string
  variants: string[]
  results: number | null
  tabs: SearchRankTab[]
}

type Counted = {
  sums: ReadonlyMap<string, TermKeySums>
  /** Empty where the period before was not counted as a whole. */
  previous: ReadonlyMap<string, TermKeySums> | null
  /** By key, the most searched first. */
  terms: ReadonlyMap<string, readonly TermOfKey[]>
}

/** The figures of a group added up; undefined for what too few readers searched for. */
export function rankedTerm(group: TermGroup, { sums, previous, terms }: Counted): RankedTerm | undefined {
  const variants = group.keys
    .flatMap((key) => terms.get(key) ?? [])
    .toSorted((a, b) => b.searches - a.searches || (a.term < b.term ? -1 : 1))
  const shown = variants.filter(({ isShown }) => isShown)
  const parts = group.keys.flatMap((key) => sums.get(key) ?? [])
  const sum = (part: keyof Omit<TermKeySums, 'key'>) => parts.reduce((total, one) => total + one[part], 0)
  const searchers = sum('searchers')
  if (shown.length === 0 || searchers < SHOWN_FROM) return undefined
  // Of the same moment, as within one term: the one that found something.
  const last = variants.toSorted((a, b) =>
    a.lastAt < b.lastAt ? 1 : a.lastAt > b.lastAt ? -1 : b.results - a.results,
  )[0]!
  const figures: TermFigures = {
    searches: sum('searches'),
    previous: previous && group.keys.reduce((total, key) => total + (previous.get(key)?.searches ?? 0), 0),
    noResults: sum('noResults'),
    searchers,
    clickers: sum('clickers'),
    clicks: sum('clicks'),
    positionSum: sum('positionSum'),
    found: group.hasPins || last.results > 0,
  }
  return { ...figures, key: group.key, ...namesOf(group, shown), results: last.results, tabs: tabsOf(figures) }
}

/** Editors choose the name of a group; else it is the spelling that most readers use. Rare spellings may tell who wrote them. */
function namesOf({ key, terms }: TermGroup, shown: readonly TermOfKey[]): { term: string; variants: string[] } {
  const readers = shown.map(({ term }) => term)
  const spelling = (asked: { key: string; term: string }) =>
    shown.find((variant) => variant.key === asked.key)?.term ?? asked.term
  const main = terms.find((one) => one.key === key)
  const [term, ...rest] = new Set([...(main ? [spelling(main)] : []), ...readers, ...terms.map(spelling)])
  return { term: term!, variants: rest }
}

/** The tabs of a term that readers find by now. */
export const asFound = (ranked: RankedTerm): RankedTerm => ({
  ...ranked,
  found: true,
  tabs: tabsOf({ ...ranked, found: true }),
})
