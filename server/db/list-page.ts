import { sql, type Expression, type OrderByItemBuilder, type SelectQueryBuilder } from 'kysely'
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

export type Order = {
  by: Expression<unknown>
  /** Where `by` is a stored value that may be out of date by a little: the true one. Lists of up to EXACT_TOTAL_MAX use it. */
  exactly?: Expression<unknown>
  direction: 'asc' | 'desc'
  nulls?: 'last'
}
export type Matching<DB, TB extends keyof DB> = SelectQueryBuilder<DB, TB, { id: string }>
type Page = { page: number; pageSize: number }

/** What the caller knows that makes a long list cheaper. */
export type ListHints<DB, TB extends keyof DB> = {
  /** From a counter. Without it matches are counted up to EXACT_TOTAL_MAX. */
  total?: Total | undefined
  /**
   * The same matches among the first `most` rows of the order, whose key they carry as sort_key: for conditions that no
   * index has in the order of the list.
   */
  indexScan?: ((most: number) => Matching<DB, TB>) | undefined
  /**
   * The same matches, with the key of the order as sort_key, from another table or index that finds them faster. Up to
   * `most` matches are sorted instead of reading along the index of the order. `few`: at least so many of them, if there are.
   */
  alternateSource?:
    | {
        matching: Matching<DB, TB>
        few: (enough: number) => Matching<DB, TB>
        most: number
        sliced?: Sliced<DB, TB> | undefined
      }
    | undefined
  /** At least EXACT_TOTAL_MAX + 1 of the matches, if there are so many, as an index finds them. */
  found?: Matching<DB, TB> | undefined
  /** For conditions that are expensive per row: a sample of the rows is tested first. */
  sampled?: Sampled<DB, TB> | undefined
  ranked?: Ranked | undefined
  /** The matches from a place shortly before row `offset` of the order on, and how many of these come before that row. */
  matchingFrom?: ((offset: number) => Promise<{ matching: Matching<DB, TB>; offset: number } | undefined>) | undefined
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

/** A list ordered by a time, of which an index finds the matches of some months. */
export type Sliced<DB, TB extends keyof DB> = {
  /** Every month that the table has, as `2026-11`, the oldest first. */
  months: () => Promise<string[]>
  /** Matches whose key lies in these months, with the key as sort_key; `most` are enough. */
  slice: (months: string[], most?: number) => Matching<DB, TB>
}

/** Best match first, then in the order of the list. */
export type Ranked = {
  /** How well a row fits; the higher, the better. For lists of up to EXACT_TOTAL_MAX. */
  score: Expression<number>
  /** Where a score is expensive: of more matches than this, only those in `leading` come before the rest. */
  scoredMost?: number
  /** The ids that lead a longer list, in their order; they are not shown again in the rest. Reads the same for each page. */
  leading: () => Promise<string[]>
  /** The order of what fits equally well, ascending; without it the order of the list. */
  equals?: Expression<unknown> | undefined
}

export const sortKey = sql.ref('sort_key')
/**
 * How many rows of the order are looked through for each row that is shown, and in all, before PostgreSQL may choose. `first`: before
 * anything else, as where many of the newest match a whole month of matches would be put in order for one page; `common`: the same of
 * more matches than are put in order; `newest`: where the page is expected there.
 */
const LOOKED_THROUGH = { first: 20, common: 80, newest: 160, each: 300, most: 20_000 }
/** Of the console. They are part of the text, so that PostgreSQL plans the first page once where the condition has no values either. */
const USUAL_SIZES: ReadonlySet<number> = new Set([25, 50, 100])
/** So many rows are stepped over in the time of asking where a page begins. */
const STEPPED_OVER = 2000
/**
 * How many months one query asks for, and how many matches beyond the page it may find before it asks for fewer. `worth`: where a counter
 * knows the total of so many matches, they are not all read for one page of them, each from a place of its own on the disk. `further`: so
 * many times as many as may be put in order are looked for in months where they are rare among the newest.
 */
const SLICE = { months: 24, most: 3000, worth: 1000, further: 10 }
/** The first slice is for somewhat more than the page, as some months have fewer matches than others. */
const SLICE_MARGIN = 1.3
/** So many times as many rows are looked through for a page as it should need. */
const NEWEST_MARGIN = 2
/** Where the planner expects so many times as many as are counted first, it is believed. */
const SURELY = 5
/** Where the total may follow: so many matches are counted before a page whose rows are among the first `within`. */
const COUNTED_FIRST = { most: 1000, within: 500 }

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
  const { total: known, alternateSource, found, sampled } = { ...hints }
  const many = known ?? (await totalIfMany(db, matching, { ...hints }))
  const nothing = { items: [], page, pageSize }
  if (many) return { ...nothing, ...many }
  const few = alternateSource?.few(EXACT_TOTAL_MAX + 1) ?? found ?? matching
  const byIndex = alternateSource ? found !== undefined : sampled !== undefined
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
  const found = hints.found ?? matching
  const { scoredMost } = ranked
  if (!many && scoredMost === undefined) {
    const few = await amongTheFew(db, found, rankedOrder(order, ranked), place, byIndex)
    if (few.total <= EXACT_TOTAL_MAX) return { ...few, totalIsExact: true }
  }
  const [few, leading] = await Promise.all([
    many || scoredMost === undefined ? undefined : amongTheFew(db, found, order, place, byIndex),
    ranked.leading(),
  ])
  if (few && few.total <= scoredMost!)
    return { ...(await amongTheFew(db, found, rankedOrder(order, ranked), place, byIndex)), totalIsExact: true }
  const counted = few && few.total <= EXACT_TOTAL_MAX && { total: few.total, totalIsExact: true }
  const offset = (place.page - 1) * place.pageSize
  const ids = leading.slice(offset, offset + place.pageSize)
  if (ids.length < place.pageSize) {
    const others = sql<boolean>`id <> all(${leading}::uuid[])`
    const range = { offset: Math.max(0, offset - leading.length), limit: place.pageSize - ids.length }
    if (counted) ids.push(...(await firstOf(db, found.where(others), order, range, byIndex, EXACT_TOTAL_MAX + 1)).ids)
    else {
      const { total, totalIsExact } = many || { total: EXACT_TOTAL_MAX, totalIsExact: false }
      const left = { total: total - leading.length, totalIsExact }
      const indexScan = hints.indexScan && ((most: number) => hints.indexScan!(most).where(others))
      ids.push(...(await alongTheOrder(db, matching.where(others), order, range, left, { indexScan })))
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
  const { alternateSource } = hints
  if (alternateSource?.sliced && known?.totalIsExact && known.total > SLICE.worth) {
    const slices = { ...alternateSource.sliced, canSortMonth: true }
    const ids = await walkSlices(db, slices, byKey(order), range, known.total, hints.found !== undefined)
    if (ids.length > 0 && ids.length === Math.min(range.limit, known.total - range.offset)) return { ...known, ids }
  }
  const uncounted = await beforeTheTotal(db, order, range, hints)
  if (uncounted) return uncounted
  const few = await (alternateSource
    ? amongTheFew(db, alternateSource.few(EXACT_TOTAL_MAX + 1), byKey(order), place, hints.found !== undefined)
    : amongTheFew(db, hints.found ?? matching, order, place, !known && sampled !== undefined))
  if (few.total <= EXACT_TOTAL_MAX) return { ...few, totalIsExact: true }
  const ids = await alongTheOrder(db, matching, order, range, { total: few.total, totalIsExact: false }, hints)
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
  { offset, limit }: Range,
  hints: ListHints<DB, TB>,
): Promise<FoundPage | undefined> {
  if (!mayCountLater(hints, { offset, limit }) || keptTotal(db, matching)?.total) return undefined
  const expected = await hints.expected?.()
  if (!expected) return undefined
  const end = offset + limit
  const { total, among } = expected
  const looked = Math.ceil((end * among * NEWEST_MARGIN) / total)
  const follows = { total: end, totalIsExact: false, totalFollows: true } as const
  // With words each row would be unpacked.
  if (hints.indexScan && !hints.found && looked <= Math.min(end * LOOKED_THROUGH.newest, LOOKED_THROUGH.most)) {
    const ids = await walk(hints.indexScan(looked), byKey(order), offset, limit)
    if (ids.length === limit) return { ids, ...follows }
  }
  // PostgreSQL would collect all of them before it counts the first.
  const ids =
    total > COUNTED_FIRST.most * SURELY
      ? await inSlices(db, order, { offset, limit }, { total, totalIsExact: false }, hints)
      : undefined
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
  const { alternateSource, found } = hints
  if (!alternateSource || !mayCountLater(hints, range)) return undefined
  const enough = COUNTED_FIRST.most + 1
  const few = await firstOf(db, alternateSource.few(enough), byKey(order), range, found !== undefined, enough)
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

/** The order of rows that carry their key as sort_key. */
const byKey = ({ direction, nulls }: Order): Order => ({ by: sortKey, direction, ...(nulls && { nulls }) })

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

type Range = { offset: number; limit: number }

async function firstOf<DB, TB extends keyof DB>(
  db: Db,
  matching: Matching<DB, TB>,
  order: Order,
  { offset, limit }: Range,
  byIndex: boolean,
  most: number,
): Promise<{ ids: string[]; total: number }> {
  const found = matching.select(sql`${order.exactly ?? order.by}`.as('key')).limit(most)
  const [direction, nulls] = [sql.raw(order.direction), sql.raw(order.nulls ? 'nulls last' : '')]
  const query = sql<{ ids: string[]; total: number }>`
    with found as materialized (${found})
    select (select count(*) from found) as total, array(
      select id::text from found order by key ${direction} ${nulls}, id ${direction}
      limit ${limit} offset ${offset}
    ) as ids`
  const run = async (on: Db) => (await query.execute(on)).rows[0] ?? { ids: [], total: 0 }
  if (!byIndex || db.isTransaction) return run(db)
  // The planner does not know what it costs to unpack a row's words: reading the table looks cheap to it. With too little
  // memory for what an index finds, it remembers pages instead of rows, and unpacks each row of these.
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('work_mem', '32MB', true)`.execute(trx)
    return run(trx)
  })
}

async function alongTheOrder<DB, TB extends keyof DB>(
  db: Db,
  matching: Matching<DB, TB>,
  order: Order,
  { offset, limit }: Range,
  { total, totalIsExact, among }: Total,
  hints: ListHints<DB, TB>,
): Promise<string[]> {
  const { indexScan, alternateSource, matchingFrom } = hints
  const near = (offset + limit) * (common(alternateSource, total) ? LOOKED_THROUGH.common : LOOKED_THROUGH.first)
  // Of so many rows one page matches on average, where a sample told how many there are.
  const expected = among === undefined ? 0 : ((offset + limit) * among) / total
  if (alternateSource?.sliced && indexScan && near <= LOOKED_THROUGH.most && expected <= near) {
    const ids = await walk(indexScan(near), byKey(order), offset, limit)
    if (ids.length === limit) return ids
  }
  const ids = await inSlices(db, order, { offset, limit }, { total, totalIsExact }, hints)
  if (ids) return ids
  const window = (offset + limit) * LOOKED_THROUGH.each
  if (indexScan && window <= LOOKED_THROUGH.most) {
    const ids = await walk(indexScan(window), byKey(order), offset, limit)
    if (ids.length === limit) return ids
  }
  if (alternateSource && !common(alternateSource, total))
    return walk(alternateSource.matching, byKey(order), offset, limit)
  if (matchingFrom && offset > STEPPED_OVER && total - offset > STEPPED_OVER) {
    const from = await matchingFrom(offset)
    if (from && from.offset < total - offset) return walk(from.matching, order, from.offset, limit)
  }
  if (!totalIsExact || offset <= total / 2) return walk(matching, order, offset, limit)
  // Nearer from the other end.
  const size = Math.min(limit, total - offset)
  return size > 0 ? (await walk(matching, order, total - offset - size, size, true)).toReversed() : []
}

/** Whether more match than are put in order. */
const common = (source: { most: number } | undefined, total: number) => source !== undefined && total > source.most

/**
 * A page from months of which an index finds the matches.
 * @returns undefined where it is not full
 */
async function inSlices<DB, TB extends keyof DB>(
  db: Db,
  order: Order,
  { offset, limit }: Range,
  { total, totalIsExact }: Total,
  { alternateSource, found }: ListHints<DB, TB>,
): Promise<string[] | undefined> {
  if (!alternateSource?.sliced || total > alternateSource.most * (totalIsExact ? SLICE.further : 1)) return undefined
  const slices = { ...alternateSource.sliced, canSortMonth: !common(alternateSource, total) }
  const ids = await walkSlices(db, slices, byKey(order), { offset, limit }, total, found !== undefined)
  return ids.length === limit ? ids : undefined
}

/**
 * Goes from one end of the order through slices of more and more months, until the page is full: of many matches only those
 * near the page are read.
 * @param slices `canSortMonth`: a month of too many matches is put in order as a whole; else no page is found
 * @param total about how many match in all
 * @returns fewer than `limit` at the end, or where the rest has no time
 */
async function walkSlices<DB, TB extends keyof DB>(
  db: Db,
  { months: read, slice, canSortMonth }: Sliced<DB, TB> & { canSortMonth: boolean },
  order: Order,
  { offset, limit }: Range,
  total: number,
  byIndex: boolean,
): Promise<string[]> {
  const months = order.direction === 'desc' ? (await read()).toReversed() : await read()
  const ids: string[] = []
  const share = ((offset + limit) * SLICE_MARGIN) / total
  let [at, size, before] = [0, Math.min(Math.ceil(share * months.length), SLICE.months), offset]
  while (at < months.length && ids.length < limit) {
    const part = months.slice(at, at + size)
    const range = { offset: before, limit: limit - ids.length }
    const most = before + range.limit + SLICE.most
    const found = await firstOf(db, slice(part, most), order, range, byIndex, most)
    if (found.total === most) {
      // Too many to be all of them: the page is somewhere in the first half, or in this month.
      if (part.length === 1)
        return canSortMonth ? [...ids, ...(await walk(slice(part), order, range.offset, range.limit))] : []
      size = Math.ceil(part.length / 2)
      continue
    }
    ids.push(...found.ids)
    before = Math.max(0, before - found.total)
    at += part.length
    size = Math.min(size * 2, SLICE.months)
  }
  return ids
}

export async function walk<DB, TB extends keyof DB>(
  matching: Matching<DB, TB>,
  { by, direction, nulls }: Order,
  offset: number,
  limit: number,
  backwards = false,
): Promise<string[]> {
  const towards = (direction === 'desc') === backwards ? 'asc' : 'desc'
  const directed = (part: OrderByItemBuilder) => (towards === 'desc' ? part.desc() : part.asc())
  const rows = await matching
    .orderBy(by, (part) => {
      if (!nulls) return directed(part)
      return backwards ? directed(part).nullsFirst() : directed(part).nullsLast()
    })
    .orderBy(sql`id`, directed)
    .limit(offset === 0 && USUAL_SIZES.has(limit) ? sql.lit(limit) : limit)
    .$if(offset > 0, (page) => page.offset(offset))
    .execute()
  return rows.map(({ id }) => String(id))
}

/** The order that a query asks for: `-updatedAt` is the newest first. */
export const orderOf = <Key extends string>(
  keys: Record<Key, Pick<Order, 'by' | 'exactly'>>,
  sort: Key | `-${Key}`,
): Order => ({
  ...keys[sort.replace('-', '') as Key],
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

/** A text as the inside of a LIKE pattern, its own wildcards taken literally. */
export const escapeLike = (value: string): string => value.replace(/[\\%_]/g, '\\$&')
