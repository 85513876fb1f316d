import { sql } from 'kysely'
import type { SearchRankItem, SearchRankQuery, SearchRankRow, SearchRankWindow } from '#contract/search-rank.ts'
import { positionOf, shareOf, type SearchRankTab } from '#contract/search-rank-tabs.ts'
import { normaliseTerm } from '#contract/search-terms.ts'
import type { Db } from '../../db/database.ts'
import { escapeLike } from '../../db/list-page.ts'
import type { Viewer } from '../articles/article-rules.ts'
import { termDraftsOf } from './search-term-draft-queries.ts'

export async function searchRankAsOf(db: Db, window: SearchRankWindow) {
  const row = await db.selectFrom('searchRankList').where('window', '=', window).selectAll().executeTakeFirst()
  return { asOf: row ? new Date(row.asOf).toISOString() : null, compared: row?.compared ?? false }
}

const sorts = {
  term: sql`term`,
  searches: sql`searches`,
  trend: sql`searches - previous`,
  searchers: sql`searchers`,
  results: sql`results`,
  zeroResultShare: sql`no_results::float8 / nullif(searches, 0)`,
  clickThrough: sql`clickers::float8 / nullif(searchers, 0)`,
  clickPosition: sql`position_sum::float8 / nullif(clicks, 0)`,
}

type Row = Omit<SearchRankItem, 'zeroResultShare' | 'clickThrough' | 'clickPosition'> & {
  positionSum: number
  total: number
}

type Asked = Pick<SearchRankQuery, 'tab' | 'hidden' | 'q' | 'sort'>

/** The terms that match, in the order asked for. */
function matching({ tab, hidden, q, sort }: Asked) {
  const like = `%${escapeLike(normaliseTerm(q ?? ''))}%`
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
  return sql`where hidden = ${hidden} and (${tab} = any(tabs) or (hidden and ${tab} = 'top'))
      and (term like ${like} or exists (select from unnest(variants) as variant where variant like ${like}))
      order by ${sorts[sort.replace('-', '') as keyof typeof sorts]} ${direction} nulls last, searches desc, key`
}

/** A file leaves out none of the terms. */
export const FILE_TERMS_MOST = 10_000

/** All terms that match; undefined for more than a file has. */
export async function searchRankTerms(
  db: Db,
  { window, ...asked }: Asked & Pick<SearchRankQuery, 'window'>,
): Promise<SearchRankItem[] | undefined> {
  const rows = await rowsOf(db, window, sql`${matching(asked)} limit ${FILE_TERMS_MOST + 1}`)
  return rows.length > FILE_TERMS_MOST ? undefined : rows.map(itemOf)
}

/** One page of the ranking as it was last made. Hidden ones are there as soon as they are hidden, ranked or not. */
export async function listSearchRank(
  db: Db,
  query: SearchRankQuery,
  viewer: Viewer,
): Promise<{ items: SearchRankRow[]; total: number }> {
  const { window, page, pageSize } = query
  const rows = await rowsOf(db, window, sql`${matching(query)} limit ${pageSize} offset ${(page - 1) * pageSize}`)
  const total =
    rows[0]?.total ?? (page > 1 ? (await listSearchRank(db, { ...query, page: 1, pageSize: 1 }, viewer)).total : 0)
  const draftsOf = await termDraftsOf(
    db,
    viewer,
    rows.map(({ key }) => key),
  )
  return { items: rows.map((row) => ({ ...itemOf(row), drafts: draftsOf(row.key) })), total }
}

/** Of one group; undefined while too few readers searched for it. */
export async function searchRankOf(db: Db, window: SearchRankWindow, key: string): Promise<SearchRankItem | undefined> {
  const [row] = await rowsOf(db, window, sql`where key = ${key} and searches > 0`)
  return row && itemOf(row)
}

async function rowsOf(db: Db, window: SearchRankWindow, rest: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with decided as (
      select head as key, min(term) filter (where key = head) as term, bool_or(hidden) as hidden
      from search_rule group by head
    ), pinned as (
      select head as key, count(distinct pin)::int as pins from search_rule, unnest(search_rule.pins) as pin
      where pin in (select article_id from article_live) group by head
    ), item as (
      select coalesce(ranked.key, decided.key) as key, coalesce(ranked.term, decided.term) as term,
        coalesce(variants, '{}') as variants, coalesce(searches, 0) as searches, previous, coalesce(searchers, 0) as searchers,
        results, coalesce(no_results, 0) as no_results, coalesce(clicks, 0) as clicks, coalesce(clickers, 0) as clickers,
        coalesce(position_sum, 0) as position_sum, coalesce(tabs, '{}') as tabs, coalesce(hidden, false) as hidden
      from (select * from search_rank where "window" = ${window}) as ranked
      full join (select * from decided) as decided on decided.key = ranked.key
      where ranked.key is not null or decided.hidden
    )
    select key, term, variants, searches, previous, searchers, results, no_results as "noResults", clicks, clickers,
      position_sum as "positionSum", tabs, hidden, coalesce(pins, 0) as pins, (count(*) over ())::int as total
    from item left join pinned using (key) ${rest}`.execute(db)
  return rows
}

const itemOf = ({ total: _total, positionSum, tabs, ...row }: Row): SearchRankItem => ({
  ...row,
  tabs: tabs as SearchRankTab[],
  zeroResultShare: shareOf(row.noResults, row.searches),
  clickThrough: shareOf(row.clickers, row.searchers),
  clickPosition: positionOf({ clicks: row.clicks, positionSum }),
})
