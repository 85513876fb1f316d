import { sql, type Kysely } from 'kysely'
import { searchRankWindows, type SearchRankWindow } from '#contract/search-rank.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { EventStore } from '../../events/event-store.ts'
import { ruledTerms, type RuledTerm } from '../search-rules/search-rule-queries.ts'
import { publishedSince } from './published-match-queries.ts'
import { asFound, periodsOf, rankedTerm, type RankedTerm, type TermGroup } from './search-rank-rules.ts'

/** Of each window: the most searched terms. */
export const RANKED_MAX = 10_000
/** So many gaps are looked up in what is published, those first that most readers asked for. */
export const LOOKED_UP_MAX = 500
const ROWS_PER_INSERT = 2000

/**
 * Ranks search terms from the counts; screens read what this wrote.
 * @param keys only the groups of these keys, for a change to show at once; else all terms that may be shown
 * @param isCurrent whether no other figures changed since the last time: then the whole list is as of now
 */
export async function rankSearches(
  db: Kysely<Tables>,
  store: EventStore,
  now = new Date(),
  keys?: readonly string[],
  isCurrent = false,
): Promise<void> {
  const first = await store.firstSearch()
  if (!first) return
  for (const window of searchRankWindows) {
    const { current, before } = periodsOf(window, now)
    const compared = first <= before.from
    const groupOf = groupsOf(await ruledTerms(db))
    const seeds = keys ?? (await store.keySums(current, RANKED_MAX)).map(({ key }) => key)
    const groups = new Map(seeds.map((key) => groupOf(key)).map((group) => [group.key, group]))
    const ranked = await rank(db, store, [...groups.values()], { current, before: compared ? before : null })
    await db.transaction().execute((trx) => write(trx, { window, now, compared, ranked, keys, isCurrent }))
  }
}

/** @returns the group that a key belongs to */
function groupsOf(rules: readonly RuledTerm[]): (key: string) => TermGroup {
  const headOf = new Map(rules.map(({ key, head }) => [key, head]))
  const byHead = grouped(rules, ({ head }) => head)
  return (key) => {
    const head = headOf.get(key) ?? key
    const members = byHead.get(head) ?? []
    // A term that is only pinned or hidden keeps the name that readers give it.
    const terms = members.length > 1 ? members : []
    const keys = members.length > 0 ? members.map((member) => member.key) : [key]
    return { key: head, keys, terms, hasPins: members.some(({ hasPins }) => hasPins) }
  }
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

type Periods = {
  current: ReturnType<typeof periodsOf>['current']
  before: ReturnType<typeof periodsOf>['before'] | null
}

async function rank(
  db: Db,
  store: EventStore,
  groups: TermGroup[],
  { current, before }: Periods,
): Promise<RankedTerm[]> {
  const keys = groups.flatMap((group) => group.keys)
  const [sums, previous, terms] = [
    await store.keySums(current, keys),
    before && (await store.keySums(before, keys)),
    await store.keyTerms(keys, current),
  ]
  const byKey = <Row extends { key: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.key, row]))
  const counted = {
    sums: byKey(sums),
    previous: previous && byKey(previous),
    terms: grouped(terms, ({ key }) => key),
  }
  const ranked = groups.flatMap((group) => rankedTerm(group, counted) ?? [])
  const gaps = ranked
    .filter(({ tabs }) => tabs.includes('no-results'))
    .toSorted((a, b) => b.noResults - a.noResults)
    .slice(0, LOOKED_UP_MAX)
  const keysOf = new Map(groups.map((group) => [group.key, group.keys]))
  const found = await publishedSince(
    db,
    gaps.flatMap((gap) => {
      const variants = keysOf.get(gap.key)!.flatMap((key) => counted.terms.get(key) ?? [])
      // A site may search in another way than we do: an article counts as found if it came after readers last found nothing.
      const since = variants.reduce(
        (last, { lastEmptyAt }) => (lastEmptyAt && lastEmptyAt > last ? lastEmptyAt : last),
        '',
      )
      return [gap.term, ...gap.variants].map((term) => ({ key: gap.key, term, since }))
    }),
  )
  return ranked.map((one) => (found.has(one.key) ? asFound(one) : one))
}

type Written = {
  window: SearchRankWindow
  now: Date
  compared: boolean
  ranked: RankedTerm[]
  keys?: readonly string[] | undefined
  isCurrent: boolean
}

/** Nothing happens when another process wrote a newer list meanwhile. */
async function write(trx: Db, { window, now, compared, ranked, keys, isCurrent }: Written): Promise<void> {
  if (keys) {
    const stale = [...new Set([...keys, ...ranked.map(({ key }) => key)])]
    if (isCurrent)
      await sql`update search_rank_list set as_of = greatest(as_of, ${now}) where "window" = ${window}`.execute(trx)
    await sql`delete from search_rank where "window" = ${window} and key = any(${stale}::text[])`.execute(trx)
  } else {
    const { rows } = await sql`
      insert into search_rank_list ("window", as_of, compared) values (${window}, ${now}, ${compared})
      on conflict ("window") do update set as_of = excluded.as_of, compared = excluded.compared
      where search_rank_list.as_of <= excluded.as_of returning 1`.execute(trx)
    if (rows.length === 0) return
    await trx.deleteFrom('searchRank').where('window', '=', window).execute()
  }
  for (let from = 0; from < ranked.length; from += ROWS_PER_INSERT)
    await trx
      .insertInto('searchRank')
      .values(
        ranked.slice(from, from + ROWS_PER_INSERT).map(({ variants, tabs, ...row }) => ({
          ...row,
          window,
          variants: sql<string[]>`${variants}::text[]`,
          tabs: sql<string[]>`${tabs}::text[]`,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
