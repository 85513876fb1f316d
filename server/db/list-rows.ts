import { sql, type Expression, type OrderByItemBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db } from './database.ts'
import type { Expected, Total } from './list-total.ts'

export type Order = {
  by: Expression<unknown>
  /** Where `by` is a stored value that may be out of date by a little: the true one. Lists of up to EXACT_TOTAL_MAX use it. */
  exactly?: Expression<unknown>
  direction: 'asc' | 'desc'
  nulls?: 'last'
}
export type Matching<DB, TB extends keyof DB> = SelectQueryBuilder<DB, TB, { id: string }>
export type Range = { offset: number; limit: number }

/** A list ordered by a time, of which an index finds the matches of some months. */
export type Sliced<DB, TB extends keyof DB> = {
  /** Every month that the table has, as `2026-11`, the oldest first. */
  months: () => Promise<string[]>
  /** Matches whose key lies in these months, with the key as sort_key; `most` are enough. */
  slice: (months: string[], most?: number) => Matching<DB, TB>
  /** The index reads nothing of other months: the cost of a slice does not grow with the table. */
  readsOnlyMonths?: boolean
}

/** Where the rows of a page can be read, besides along the index of the order. */
export type RowSources<DB, TB extends keyof DB> = {
  /**
   * The same matches among the first `most` rows of the order, whose key they carry as sort_key: for conditions that no
   * index has in the order of the list.
   */
  indexScan?: ((most: number) => Matching<DB, TB>) | undefined
  /** `indexScan` reads narrow rows in their order: so many times as many are looked through. */
  scanFactor?: number
  /** How many rows there are to look through, where that is not the whole table. */
  scanAmong?: (() => Promise<number>) | undefined
  /**
   * The same matches, with the key of the order as sort_key, from another table or index that finds them faster. Up to
   * `most` matches are sorted instead of reading along the index of the order. `few`: at least so many of them, if there are.
   */
  alternateSource?:
    | {
        matching: Matching<DB, TB>
        few: (enough: number) => Matching<DB, TB>
        most: number
        /** An index finds the few that there are, whatever the planner expects. */
        byIndex?: boolean
        sliced?: Sliced<DB, TB> | undefined
      }
    | undefined
  /** The matches as an index finds them: all, or at least `most` of them. */
  found?: ((most?: number) => Matching<DB, TB>) | undefined
  /** The matches from a place shortly before row `offset` of the order on, and how many of these come before that row. */
  matchingFrom?: ((offset: number) => Promise<{ matching: Matching<DB, TB>; offset: number } | undefined>) | undefined
}

export const sortKey = sql.ref('sort_key')
/**
 * How many rows of the order are looked through for each row that is shown, and in all, before PostgreSQL may choose. `first`: before
 * anything else, as where many of the newest match a whole month of matches would be put in order for one page; `narrow`: of narrow rows,
 * before months that are read alone; `common`: the same of more matches than are put in order; `newest`: where the page is expected there.
 */
const LOOKED_THROUGH = { first: 20, narrow: 40, common: 80, newest: 160, each: 300, most: 20_000 }
/** Of the console. They are part of the text, so that PostgreSQL plans the first page once where the condition has no values either. */
const USUAL_SIZES: ReadonlySet<number> = new Set([25, 50, 100])
/** More rows than any table has. */
const ALL = 2 ** 31
/** So many rows are stepped over in the time of asking where a page begins. */
const STEPPED_OVER = 2000
/**
 * How many months one query asks for, and how many matches beyond the page it may find before it asks for fewer. `further`: so
 * many times as many as may be put in order are looked for in months where they are rare among the newest. `guessed`: so many tell
 * first how many there are, where that is guessed only.
 */
const SLICE = { months: 24, most: 3000, further: 10, guessed: 2 }
/** Where the months that were asked have nothing, the next slice has so many times as many: a month of another time may be full. */
const SLICE_GROWTH = 2
/** The first slice is for somewhat more than the page, as some months have fewer matches than others. */
const SLICE_MARGIN = 1.3
/** So many times as many rows are looked through for a page as it should need. */
const NEWEST_MARGIN = 1.5
/** So many of the newest rows tell how many of them match. */
const FIRST_LOOK = 2000
/** To look through one of so many rows takes as long as to find the matches of a month among all: of narrow rows in their order, and of whole ones. */
const SCAN_SHARE = { narrow: 500, whole: 9000 }
/** To look through so many rows takes less than to find one match of a month. */
const ROWS_A_MATCH = { narrow: 3, whole: 1 }

/** The order of rows that carry their key as sort_key. */
export const byKey = ({ direction, nulls }: Order): Order => ({ by: sortKey, direction, ...(nulls && { nulls }) })

export async function firstOf<DB, TB extends keyof DB>(
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
  // memory for what an index finds, it remembers pages instead of rows, and unpacks each row of these. It expects many matches
  // of each word that it has not counted: to start other processes takes longer than to find the few.
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('work_mem', '32MB', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(trx)
    return run(trx)
  })
}

export async function alongTheOrder<DB, TB extends keyof DB>(
  db: Db,
  matching: Matching<DB, TB>,
  order: Order,
  { offset, limit }: Range,
  known: Total,
  hints: RowSources<DB, TB>,
): Promise<string[]> {
  const { total, totalIsExact, among } = known
  const { indexScan, scanFactor = 1, alternateSource, matchingFrom } = hints
  const isCommon = common(alternateSource, total)
  const near = looksThrough(isCommon ? 'common' : 'first', offset + limit, hints)
  // Of so many rows one page matches on average, where a sample told how many there are.
  const expected = among === undefined ? 0 : ((offset + limit) * ((await hints.scanAmong?.()) ?? among)) / total
  const each = looksThrough('each', offset + limit, hints)
  // Somewhat more where it is expected there; nothing where it is expected beyond.
  const margin = Math.ceil(expected * NEWEST_MARGIN)
  const window = margin > each ? (margin <= LOOKED_THROUGH.most ? margin : 0) : each
  // Where no months come in between, the wider window is looked through at once.
  const hasMonths = mayBeSliced(alternateSource, known)
  if (alternateSource?.sliced && indexScan && (hasMonths || !window)) {
    const ids =
      among !== undefined
        ? await amongTheNewest(order, { offset, limit }, { total, among }, hints, near)
        : near
          ? await walk(indexScan(near), byKey(order), offset, limit)
          : []
    if (ids?.length === limit) return ids
  }
  const ids = await inSlices(db, order, { offset, limit }, known, hints)
  if (ids) return ids
  if (indexScan && window) {
    const ids = await walk(indexScan(window), byKey(order), offset, limit)
    if (ids.length === limit) return ids
  }
  if (alternateSource && !isCommon) return walk(alternateSource.matching, byKey(order), offset, limit)
  if (matchingFrom && offset > STEPPED_OVER && total - offset > STEPPED_OVER) {
    const from = await matchingFrom(offset)
    if (from && from.offset < total - offset) return walk(from.matching, order, from.offset, limit)
  }
  if (!totalIsExact || offset <= total / 2)
    return scanFactor > 1 && indexScan
      ? walk(indexScan(ALL), byKey(order), offset, limit)
      : walk(matching, order, offset, limit)
  // Nearer from the other end.
  const size = Math.min(limit, total - offset)
  return size > 0 ? (await walk(matching, order, total - offset - size, size, true)).toReversed() : []
}

/**
 * A page that is likely among the newest rows. Before many of them are looked through, the first ones tell whether that is so: the planner
 * does not know which filters belong together.
 * @param rows so many are looked through at most, or the more that take no longer than finding the matches of a month
 * @returns undefined where it is not, or where looking would take longer than finding all matches
 */
export async function amongTheNewest<DB, TB extends keyof DB>(
  order: Order,
  { offset, limit }: Range,
  { total, among }: Expected,
  { indexScan, scanFactor = 1, scanAmong, alternateSource }: RowSources<DB, TB>,
  rows = (offset + limit) * LOOKED_THROUGH.newest,
): Promise<string[] | undefined> {
  if (!indexScan || !(total > 0)) return undefined
  const wanted = offset + limit
  const sliced = alternateSource?.sliced
  const readsOnlyMonths = sliced?.readsOnlyMonths === true
  const width = scanFactor > 1 ? 'narrow' : 'whole'
  const share = readsOnlyMonths ? 0 : among / SCAN_SHARE[width]
  const rowsFor = (matches: number, of: number) => Math.ceil(((wanted * of) / matches) * NEWEST_MARGIN)
  const expected = rowsFor(total, (await scanAmong?.()) ?? among)
  const most = Math.min(Math.max(await least(), Math.floor(share)), LOOKED_THROUGH.most)
  const someRows = wanted * LOOKED_THROUGH.first
  const firstPart = Math.max(someRows, FIRST_LOOK)
  if (expected > most && firstPart > share) return undefined
  // The walk ends with the page, so more rows cost nothing where it is there: of few that are expected, chance may miss one.
  const looked = Math.min(Math.max(expected, someRows), firstPart)
  const first = await walk(indexScan(looked), byKey(order), 0, wanted)
  if (first.length === wanted) return first.slice(offset)
  if (expected <= firstPart || !first.length || (wanted * firstPart) / first.length > most) return undefined
  const ids = await walk(indexScan(Math.min(rowsFor(first.length, firstPart), most)), byKey(order), offset, limit)
  return ids.length === limit ? ids : undefined

  /** Months that are read alone are sooner asked than many rows, unless one of them has as many matches. */
  async function least(): Promise<number> {
    if (!readsOnlyMonths) return rows
    const few = wanted * (width === 'narrow' ? LOOKED_THROUGH.narrow : LOOKED_THROUGH.first)
    return expected > few
      ? Math.max(few, Math.floor((total / (await sliced.months()).length) * ROWS_A_MATCH[width]))
      : few
  }
}

/** How many rows are looked through for so many shown ones; 0: that would take longer than anything else. */
function looksThrough(
  how: 'first' | 'common' | 'each',
  shown: number,
  { scanFactor = 1 }: { scanFactor?: number },
): number {
  const rows = shown * LOOKED_THROUGH[how]
  return rows <= LOOKED_THROUGH.most ? Math.min(rows * scanFactor, LOOKED_THROUGH.most) : 0
}

/** Whether more match than are put in order. */
const common = (source: { most: number } | undefined, total: number) => source !== undefined && total > source.most

/** Whether not too many match to look for a page in months: more where their number is known, or a sample told it. */
const mayBeSliced = (
  source: { most: number; sliced?: unknown } | undefined,
  { total, totalIsExact, among }: Total,
): boolean =>
  Boolean(source?.sliced) && total <= source!.most * (totalIsExact || among !== undefined ? SLICE.further : 1)

/** Where the slices up to the one that goes beyond `months` tell that fewer than `least` match in all, no other is asked for. */
export type Doubt = { least: number; months: number }

/**
 * A page from months of which an index finds the matches.
 * @param doubt the total is guessed
 * @returns undefined where it is not full
 */
export async function inSlices<DB, TB extends keyof DB>(
  db: Db,
  order: Order,
  { offset, limit }: Range,
  known: Total,
  { alternateSource, found }: RowSources<DB, TB>,
  doubt?: Doubt,
): Promise<string[] | undefined> {
  if (!alternateSource?.sliced || !mayBeSliced(alternateSource, known)) return undefined
  const { total } = known
  const slices = { ...alternateSource.sliced, canSortMonth: !common(alternateSource, total), doubt }
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
export async function walkSlices<DB, TB extends keyof DB>(
  db: Db,
  {
    months: read,
    slice,
    readsOnlyMonths,
    canSortMonth,
    doubt,
  }: Sliced<DB, TB> & { canSortMonth: boolean; doubt?: Doubt | undefined },
  order: Order,
  { offset, limit }: Range,
  total: number,
  byIndex: boolean,
): Promise<string[]> {
  const months = order.direction === 'desc' ? (await read()).toReversed() : await read()
  const ids: string[] = []
  const mostAtFirst = readsOnlyMonths && doubt ? SLICE.guessed : SLICE.months
  /** For so many matches, where `of` months have so many. */
  const monthsFor = (matches: number, found: number, of: number, mostMonths: number = SLICE.months) =>
    Math.min(Math.ceil((matches * SLICE_MARGIN * of) / found), mostMonths)
  const widerThan = (of: number) => (readsOnlyMonths ? Math.min(SLICE_GROWTH * of, SLICE.months) : SLICE.months)
  let [at, size, before, matches] = [0, monthsFor(offset + limit, total, months.length, mostAtFirst), offset, 0]
  while (at < months.length && ids.length < limit) {
    const part = months.slice(at, at + size)
    const range = { offset: before, limit: limit - ids.length }
    const most = before + range.limit + SLICE.most
    const found = await firstOf(db, slice(part, most), order, range, byIndex || readsOnlyMonths === true, most)
    if (found.total === most) {
      // Too many to be all of them: the page is somewhere in the first half, or in this month.
      if (part.length === 1)
        return canSortMonth ? [...ids, ...(await walk(slice(part), order, range.offset, range.limit))] : []
      size = Math.ceil(part.length / 2)
      continue
    }
    const asked = at + part.length
    matches += found.total
    const isTold = doubt && at <= doubt.months && asked > doubt.months
    if (isTold && (matches * months.length) / asked < doubt.least) return []
    ids.push(...found.ids)
    before = Math.max(0, before - found.total)
    at = asked
    size = found.total ? monthsFor(before + limit - ids.length, found.total, part.length) : widerThan(part.length)
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
