import { sql } from 'kysely'
import type { HotItem, HotWindow } from '#contract/hot.ts'
import type { Db } from '../../db/database.ts'

export async function hotAsOf(db: Db, window: HotWindow): Promise<string | null> {
  const row = await db.selectFrom('hotList').where('window', '=', window).select('asOf').executeTakeFirst()
  return row?.asOf ?? null
}

/** With how old ranks those of now are compared: the longer the window, the slower they move. In hours. */
const COMPARED_HOURS: Record<HotWindow, number> = { '1h': 1, '24h': 1, '7d': 24 }

/** Of the last list that is at least so old, and not much older. */
const comparedHour = (window: HotWindow) => sql`
  select max(hour) from hot_rank
  where "window" = ${window} and hour <= date_trunc('hour', now()) - make_interval(hours => ${COMPARED_HOURS[window]})
    and hour > now() - make_interval(hours => ${3 * COMPARED_HOURS[window]})`

/** When the ranks were made that those of now are compared with. */
export async function hotComparedWith(db: Db, window: HotWindow): Promise<string | null> {
  const { rows } = await sql<{ max: string | null }>`${comparedHour(window)}`.execute(db)
  return rows[0]?.max ?? null
}

type Row = Omit<HotItem, 'decidedBy' | 'parts' | 'partViews'> & {
  recent: number
  earlier: number
  viewsRecent: number
  viewsEarlier: number
  decidedById: string | null
  decidedByName: string | null
}

/**
 * Pinned ones first, in their own order, then by score, then what is buried. Ranks count the articles between them, so there
 * is no gap where something was pinned, buried or unpublished.
 */
export async function hotItems(db: Db, window: HotWindow): Promise<HotItem[]> {
  const { rows } = await sql<Row>`
    with choice as (
      select * from hot_choice where until is null or until > now()
    ), compared as (
      -- Counted as the ranks of now are: without what is pinned, buried or no longer published.
      select hot_rank.article, (row_number() over (order by hot_rank.rank))::int as rank
      from hot_rank join article_live on article_live.article_id = hot_rank.article
      where "window" = ${window} and hour = (${comparedHour(window)})
        and not exists (select from choice where choice.article = hot_rank.article)
    ), item as (
      select coalesce(hot.article, choice.article) as id, hot.rank as score_rank, hot.score, hot.recent, hot.earlier, hot.lift,
        hot.usual, coalesce(hot.views_hour, day.views_hour, 0) as views_hour,
        coalesce(hot.views_day, day.views_day, 0) as views_day, hot.views_recent, hot.views_earlier, hot.sparkline,
        hot.referrer, hot.term, coalesce(choice.kind = 'pin', false) as pinned,
        coalesce(choice.kind = 'bury', false) as buried, choice.until,
        choice.created_by, choice.created_at, choice.position, compared.rank as previous_rank
      from (select * from hot_article where "window" = ${window}) as hot
      full join choice on choice.article = hot.article
      left join compared on compared.article = coalesce(hot.article, choice.article)
      -- What is pinned or buried need not have been read in the window.
      left join hot_article as day on day."window" = '24h' and day.article = choice.article
    )
    select item.id, live.title, live.slug, live.published_at as "publishedAt",
      case when not item.buried and not item.pinned and item.score_rank is not null
        then (row_number() over (order by item.buried or item.pinned, item.score_rank nulls last))::int
      end as rank,
      item.previous_rank as "previousRank", coalesce(item.score, 0) as score, coalesce(item.recent, 0) as recent,
      coalesce(item.earlier, 0) as earlier, item.lift, item.usual, item.views_hour as "views1h",
      item.views_day as "views24h", coalesce(item.views_recent, 0) as "viewsRecent",
      coalesce(item.views_earlier, 0) as "viewsEarlier", coalesce(item.sparkline, '{}') as sparkline, item.referrer as "topReferrer",
      item.term as "topTerm", item.pinned, item.buried,
      item.until, person.id as "decidedById", person.name as "decidedByName"
    from item
    join article_live as live on live.article_id = item.id
    left join user_account as person on person.id = item.created_by
    order by item.pinned desc, item.buried, case when item.pinned then item.position end,
      case when item.pinned then item.created_at end desc, item.score_rank nulls last, item.id`.execute(db)
  return rows.map(({ recent, earlier, viewsRecent, viewsEarlier, decidedById, decidedByName, ...row }) => ({
    ...row,
    parts: { recent, earlier, lift: row.score - recent - earlier },
    partViews: { recent: viewsRecent, earlier: viewsEarlier },
    decidedBy: decidedById === null ? null : { id: decidedById, name: decidedByName ?? '' },
  }))
}
