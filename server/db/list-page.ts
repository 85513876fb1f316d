import { sql, type Expression } from 'kysely'
import { EXACT_TOTAL_MAX, type ListReply } from '#contract/list.ts'
import type { Db } from './database.ts'
import {
  estimateOf,
  estimateIfMany,
  keepTotal,
  keptTotal,
  type Expected,
  type Sampled,
  type Total,
} from './list-total.ts'
import {
  alongTheOrder,
  amongTheNewest,
  byKey,
  firstOf,
  inSlices,
  walk,
  walkSlices,
  type Matching,
  type Order,
  type Range,
  type RowSources,
} from './list-rows.ts'

type Page = { page: number; pageSize: number }

/** What the caller knows that makes a long list cheaper. */
export type ListHints<DB, TB extends keyof DB> = RowSources<DB, TB> & {
  /** From a counter. Without it matches are counted up to EXACT_TOTAL_MAX. */
  total?: Total | undefined
  /** For conditions that are expensive per row: a sample of the rows is tested first. */
  sampled?: Sampled<DB, TB> | undefined
  ranked?: Ranked | undefined
  /** An index has nothing but the matches in the order of the list: where their total is known, it is read as far as the page. */
  isIndexed?: boolean
  /** No index finds these matches: `topPage` does not look for them in the whole table. */
  needsScan?: boolean
  /** Whoever asks can ask for the total in a call of its own: `listTotal`. */
  mayCountLater?: boolean
  /**
   * About how many rows match, and among how many, without the times at which the list begins and ends; undefined in a small table, or
   * where that is not known.
   */
  expected?: (() => Promise<Expected | undefined>) | undefined
}

/** `totalFollows`: more match than `total`, which were not all counted: `listTotal` does. */
export type CountedPage<Item> = ListReply<Item> & { totalFollows?: true }
type FoundPage = Total & { ids: string[]; totalFollows?: true }

/** Best match first, then in the order of the list. */
export type Ranked = {
  /** How well a row fits; the higher, the better. For lists of up to EXACT_TOTAL_MAX. */
  score: Expression<number>
  /** Where a score is expensive: of more matches than this, only those in `leading` come before the rest. */
  scoredMost?: number
  /**
   * The ids that lead a longer list, in their order; they are not shown again in the rest. Reads the same for each page.
   * @param most so many of them are worth reading
   */
  leading: (most?: number) => Promise<string[]>
  /** The order of what fits equally well, ascending; without it the order of the list. */
  equals?: Expression<unknown> | undefined
}

/**
 * Where a counter knows the total of so many matches, they are not all read for one page of them, each from a place of its own on the
 * disk.
 */
const SLICES_WORTH = 1000
/** Where the planner expects so many times as many as are counted first, it is believed. */
const SURELY = 2
/**
 * Where the total may follow: so many matches are counted before a page whose rows are among the first `within`. `words`: that many, where
 * words are looked for, of which the planner knows the most frequent ones only.
 */
const COUNTED_FIRST = { most: 1000, words: EXACT_TOTAL_MAX / 2, within: 1000 }

/** So many months are asked before the planner, who expects many matches, is not believed. */
const DOUBTED_MONTHS = 24

/** In tables of so many rows the planner is not needed to tell that many match, where an index reads some months alone. */
const MONTHS_FIRST = 500_000

/** Where no more than these lead a list, its others are told from the rows that were counted. */
const SOME_LEADING = 1000

/**
 * One page of a list, at a cost that hardly grows with the table. Up to EXACT_TOTAL_MAX matches are found first and put
 * in order then; of more, the page is read along the index of the order, and only the rows shown are loaded.
 * The total is exact up to EXACT_TOTAL_MAX or when the caller knows it; else an estimate, marked inexact.
 * @param matching selects the ids of everything that fits, in no order
 * @param order one key; ties are broken by id in the same direction
 * @param load the rows of these ids, in any order
 */
export async function listPage<DB, TB extends keyof DB, Item extends { id: string }>(
  db: Db,
  matching: Matching<DB, TB>,
  order: Order,
  { page, pageSize }: Page,
  load: (ids: string[]) => Promise<Item[]>,
  hints: ListHints<DB, TB> = {},
): Promise<CountedPage<Item>> {
  const { ids, ...total } = await (hints.ranked ? rankedIdsOf : idsOf)(db, matching, order, { page, pageSize }, hints)
  const byId = new Map((ids.length ? await load(ids) : []).map((item) => [item.id, item]))
  return { items: ids.flatMap((id) => byId.get(id) ?? []), ...total, page, pageSize }
}

/** The total of the same list without its rows, asked like `listPage`: exact up to EXACT_TOTAL_MAX or when the caller knows it. */
export const listTotal: typeof listPage = async (db, matching, order, { page, pageSize }, _load, hints) => {
  // `hints` is optional.
  const given = { ...hints }
  const many = given.total ?? (await totalIfMany(db, matching, given))
  const nothing = { items: [], page, pageSize }
  if (many) return { ...nothing, ...many }
  const { alternateSource, found, sampled } = given
  const few = alternateSource?.few(EXACT_TOTAL_MAX + 1) ?? found?.(EXACT_TOTAL_MAX + 1) ?? matching
  const byIndex = alternateSource ? findsByIndex(given) : sampled !== undefined
  const { total } = await firstOf(
    db,
    few,
    alternateSource ? byKey(order) : order,
    { offset: 0, limit: 0 },
    byIndex,
    EXACT_TOTAL_MAX + 1,
  )
  if (total <= EXACT_TOTAL_MAX) return { ...nothing, total, totalIsExact: true }
  const from = alternateSource?.matching ?? matching
  return { ...nothing, ...(await totalOfMany(db, matching, undefined, { place: { page, pageSize }, shown: 0, from })) }
}

/** Whether the planner is not asked how to find the few matches of another source. */
const findsByIndex = <DB, TB extends keyof DB>({ alternateSource, found }: ListHints<DB, TB>): boolean =>
  alternateSource?.byIndex === true || found !== undefined

async function rankedIdsOf<DB, TB extends keyof DB>(
  db: Db,
  matching: Matching<DB, TB>,
  order: Order,
  place: Page,
  hints: ListHints<DB, TB>,
): Promise<FoundPage> {
  const { total: known, sampled, ranked } = hints
  if (!ranked) return idsOf(db, matching, order, place, hints)
  const many = await totalIfMany(db, matching, hints)
  const byIndex = !known && sampled !== undefined
  const enough = EXACT_TOTAL_MAX + 1
  const found = hints.found?.(enough) ?? matching
  const { scoredMost } = ranked
  const offset = (place.page - 1) * place.pageSize
  const scored = () => amongTheFew(db, found, rankedOrder(order, ranked), place, byIndex)
  if (!many && scoredMost === undefined) {
    const few = await scored()
    if (few.total <= EXACT_TOTAL_MAX) return { ...few, totalIsExact: true }
  }
  const { alternateSource } = hints
  const first = { offset: 0, limit: offset + place.pageSize + SOME_LEADING }
  const few =
    many || scoredMost === undefined
      ? undefined
      : await (alternateSource
          ? firstOf(db, alternateSource.few(enough), byKey(order), first, byIndex, enough)
          : firstOf(db, found, order, first, byIndex, enough))
  if (few && few.total <= scoredMost!) return { ...(await scored()), totalIsExact: true }
  const leading = await ranked.leading()
  const counted = few && few.total <= EXACT_TOTAL_MAX && { total: few.total, totalIsExact: true }
  const ids = leading.slice(offset, offset + place.pageSize)
  if (ids.length < place.pageSize) {
    const others = sql<boolean>`id <> all(${leading}::uuid[])`
    const range = { offset: Math.max(0, offset - leading.length), limit: place.pageSize - ids.length }
    if (counted && leading.length <= SOME_LEADING) {
      const shown = new Set(leading)
      ids.push(...few.ids.filter((id) => !shown.has(id)).slice(range.offset, range.offset + range.limit))
    } else if (counted) ids.push(...(await firstOf(db, found.where(others), order, range, byIndex, enough)).ids)
    else {
      const { total, totalIsExact } = many || { total: EXACT_TOTAL_MAX, totalIsExact: false }
      const left = { total: total - leading.length, totalIsExact }
      const indexScan = hints.indexScan && ((most: number) => hints.indexScan!(most).where(others))
      const { scanFactor = 1 } = hints
      // What an index of words finds is more than can soon be put in order.
      const sorted = alternateSource &&
        !hints.found && { ...alternateSource, matching: alternateSource.matching.where(others) }
      const sources = { indexScan, scanFactor, ...(sorted && { alternateSource: sorted }) }
      ids.push(...(await alongTheOrder(db, matching.where(others), order, range, left, sources)))
    }
  }
  if (counted) return { ids, ...counted }
  return { ids, ...(await totalOfMany(db, matching, many, { place, shown: ids.length })) }
}

/** The total, where it is known to exceed EXACT_TOTAL_MAX: nothing is counted then. */
async function totalIfMany<DB, TB extends keyof DB>(
  db: Db,
  matching: Matching<DB, TB>,
  { total: known, sampled }: ListHints<DB, TB>,
): Promise<Total | undefined> {
  if (known) return known.total > EXACT_TOTAL_MAX ? known : undefined
  return sampled ? estimateIfMany(db, matching, sampled) : keptTotal(db, matching)?.total
}

async function idsOf<DB, TB extends keyof DB>(
  db: Db,
  matching: Matching<DB, TB>,
  order: Order,
  place: Page,
  hints: ListHints<DB, TB>,
): Promise<FoundPage> {
  const { total: known, sampled } = hints
  const range = { offset: (place.page - 1) * place.pageSize, limit: place.pageSize }
  const first = await firstRows(db, matching, order, range, hints)
  if (first) return first
  const many = await totalIfMany(db, matching, hints)
  if (many) {
    const ids = await alongTheOrder(db, matching, order, range, many, hints)
    return { ids, ...(await totalOfMany(db, matching, many, { place, shown: ids.length })) }
  }
  if (hints.isIndexed && known?.totalIsExact) {
    const ids = await walk(matching, order, range.offset, range.limit)
    if (ids.length === Math.min(range.limit, Math.max(0, known.total - range.offset))) return { ...known, ids }
  }
  const { alternateSource } = hints
  if (alternateSource?.sliced && known?.totalIsExact && known.total > SLICES_WORTH) {
    const slices = { ...alternateSource.sliced, canSortMonth: true }
    const ids = await walkSlices(db, slices, byKey(order), range, known.total, hints.found !== undefined)
    if (ids.length > 0 && ids.length === Math.min(range.limit, known.total - range.offset)) return { ...known, ids }
  }
  const uncounted = await beforeTheTotal(db, order, range, hints)
  if (uncounted) return uncounted
  const few = await (alternateSource
    ? amongTheFew(db, alternateSource.few(EXACT_TOTAL_MAX + 1), byKey(order), place, findsByIndex(hints))
    : amongTheFew(db, hints.found?.(EXACT_TOTAL_MAX + 1) ?? matching, order, place, !known && sampled !== undefined))
  if (few.total <= EXACT_TOTAL_MAX) return { ...few, totalIsExact: true }
  const expected = await hints.expected?.()
  const atLeast = {
    total: Math.max(few.total, expected?.total ?? 0),
    totalIsExact: false,
    ...(expected && { among: expected.among }),
  }
  const ids = await alongTheOrder(db, matching, order, range, atLeast, hints)
  const from = alternateSource?.matching ?? matching
  return { ids, ...(await totalOfMany(db, matching, undefined, { place, shown: ids.length, from })) }
}

/** Whether the total of this page may be left to `listTotal`. */
const mayCountLater = <DB, TB extends keyof DB>(
  { mayCountLater: may, total: known, alternateSource }: ListHints<DB, TB>,
  { offset, limit }: Range,
): boolean => Boolean(may && !known && alternateSource?.sliced) && offset + limit <= COUNTED_FIRST.within

/**
 * A page of a large table of which the planner expects many matches, from the newest rows or from months; none of the others is counted.
 * @returns undefined where it is not there
 */
async function firstRows<DB, TB extends keyof DB>(
  db: Db,
  matching: Matching<DB, TB>,
  order: Order,
  range: Range,
  hints: ListHints<DB, TB>,
): Promise<FoundPage | undefined> {
  if (!mayCountLater(hints, range) || keptTotal(db, matching)?.total) return undefined
  const expected = await hints.expected?.()
  if (!expected) return undefined
  // Collecting the matches of so many rows takes longer than asking some months of them whether there are many.
  const asksMonths = hints.alternateSource?.sliced?.readsOnlyMonths === true && expected.among >= MONTHS_FIRST
  // Few are counted with their page.
  if (expected.total <= (hints.found ? COUNTED_FIRST.words : COUNTED_FIRST.most) && !asksMonths) return undefined
  const follows = { total: range.offset + range.limit, totalIsExact: false, totalFollows: true } as const
  const newest = await amongTheNewest(order, range, expected, hints)
  if (newest) return { ids: newest, ...follows }
  // PostgreSQL would collect all of them before it counts the first.
  const total = Math.max(expected.total, COUNTED_FIRST.most)
  const isSure = total > COUNTED_FIRST.most * SURELY
  // What is written about for some months only may be far more than the newest of them tell.
  const doubt = { least: COUNTED_FIRST.most, months: isSure && asksMonths ? DOUBTED_MONTHS : 0 }
  const ids =
    asksMonths || isSure ? await inSlices(db, order, range, { total, totalIsExact: false }, hints, doubt) : undefined
  return ids && { ids, ...follows }
}

/**
 * A page near the beginning of a list that is not known to be long: more than COUNTED_FIRST matches are left to be counted by
 * `listTotal`.
 * @returns undefined where the page has to be looked for among all matches
 */
async function beforeTheTotal<DB, TB extends keyof DB>(
  db: Db,
  order: Order,
  range: Range,
  hints: ListHints<DB, TB>,
): Promise<FoundPage | undefined> {
  const { alternateSource } = hints
  // Collecting the matches of words from the index takes as long as counting so many.
  if (!alternateSource || hints.found || !mayCountLater(hints, range)) return undefined
  const enough = COUNTED_FIRST.most + 1
  const few = await firstOf(db, alternateSource.few(enough), byKey(order), range, false, enough)
  if (few.total < enough) return { ...few, totalIsExact: true }
  const ids = await inSlices(db, order, range, { total: enough, totalIsExact: false }, hints)
  return ids && { ids, total: enough, totalIsExact: false, totalFollows: true }
}

/**
 * The total of more than EXACT_TOTAL_MAX matches: what is known of it, or the planner's estimate, which is kept for the next pages.
 * @param shown how many rows this page has
 */
async function totalOfMany<DB, TB extends keyof DB>(
  db: Db,
  matching: Matching<DB, TB>,
  known: Total | undefined,
  { place, shown, from = matching }: { place: Page; shown: number; from?: Matching<DB, TB> },
): Promise<Total> {
  if (known?.totalIsExact) return known
  const seen = shown && (place.page - 1) * place.pageSize + shown
  const total = known?.total ?? Math.max(EXACT_TOTAL_MAX + 1, await estimateOf(from))
  if (!known) keepTotal(db, matching, { total, totalIsExact: false })
  return { total: Math.max(total, seen), totalIsExact: false }
}

/** The better match first, in either direction; then the order. */
export function rankedOrder(order: Order, ranked: Ranked): Order {
  const { exactly, ...rest } = order
  if (ranked.equals) return { by: sql`row(-${ranked.score}, ${ranked.equals})`, direction: 'asc' }
  const score = order.direction === 'desc' ? ranked.score : sql`-${ranked.score}`
  return { ...rest, by: sql`row(${score}, ${exactly ?? order.by})` }
}

/** Finds all matches, unless they are too many, and takes the page from them. */
export async function amongTheFew<DB, TB extends keyof DB>(
  db: Db,
  matching: Matching<DB, TB>,
  order: Order,
  { page, pageSize }: Page,
  byIndex: boolean,
  most = EXACT_TOTAL_MAX + 1,
): Promise<{ ids: string[]; total: number }> {
  return firstOf(db, matching, order, { offset: (page - 1) * pageSize, limit: pageSize }, byIndex, most)
}

/** A text as the inside of a LIKE pattern, its own wildcards taken literally. */
export const escapeLike = (value: string): string => value.replace(/[\\%_]/g, '\\$&')
