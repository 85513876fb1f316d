import { sql } from 'kysely'
import { TERM_DAYS, type SearchRankWindow, type SearchTerm, type SearchTermUsage } from '#contract/search-rank.ts'
import { scopeOf } from '#contract/permissions.ts'
import { termKey } from '#contract/search-terms.ts'
import type { Db } from '../../db/database.ts'
import type { EventStore } from '../../events/event-store.ts'
import type { Viewer } from '../articles/article-rules.ts'
import { searchGroupOf } from '../search-rules/search-rule-queries.ts'
import { searchRankOf } from './search-rank-queries.ts'
import { periodsOf } from './search-rank-rules.ts'
import { termDraftsOf } from './search-term-draft-queries.ts'
import { tagCandidates } from './tag-candidate-rules.ts'

const DAY = 86_400_000
const CLICKED_MAX = 20
const TAGS_MAX = 10

/** Titles of what readers cannot see any more are only for people who see every draft. */
export async function findSearchTerm(
  db: Db,
  store: EventStore,
  asked: { term: string; window: SearchRankWindow; viewer: Viewer; now?: Date },
): Promise<Omit<SearchTerm, 'can'>> {
  const { term, window, viewer, now = new Date() } = asked
  const seesDrafts = scopeOf(viewer.role, 'articles.read') === 'all'
  const group = await searchGroupOf(db, term)
  const head = group.terms[0]?.key ?? termKey(term)
  const figures = (await searchRankOf(db, window, head)) ?? null
  const { current } = periodsOf(window, now)
  const today = Math.floor(now.getTime() / DAY) * DAY
  const month = { from: new Date(today - (TERM_DAYS - 1) * DAY), to: new Date(today + DAY) }
  // What too few readers searched for shows no figures at all.
  const days = figures ? await store.keyDays(group.keys, month) : []
  const clicks = figures ? await store.keyClicks(group.keys, current, CLICKED_MAX) : []
  const titles = await titlesOf(db, [...clicks.map(({ article }) => article), ...group.pins], seesDrafts)
  const withTitle = <Row extends { id: string }>(row: Row) => {
    const title = titles.get(row.id)
    return title ? [{ ...row, ...title }] : []
  }
  return {
    term: figures?.term ?? group.terms[0]?.term ?? term,
    window,
    figures,
    days: figures ? everyDay(month.from, days) : [],
    clicked: clicks.flatMap(({ article, clicks: count, positionSum }) =>
      withTitle({ id: article, clicks: count, position: positionSum / count }),
    ),
    pins: group.pins.flatMap((id) => withTitle({ id })),
    synonyms: group.terms.flatMap((one) => (one.key === termKey(term) ? [] : [one.term])),
    hidden: group.hidden,
    decidedBy: group.decidedBy,
    decidedAt: group.decidedAt,
    tags: await tagsOf(db, figures?.term ?? term),
    drafts: (await termDraftsOf(db, viewer, [head]))(head),
  }
}

/** How often readers search for a term now, with its synonyms: one row of the ranking. */
export async function termUsage(db: Db, term: string): Promise<SearchTermUsage> {
  const key = termKey(term)
  const { rows } = await sql<NonNullable<SearchTermUsage['figures']>>`
    select searches, no_results as "noResults", found from search_rank
    where "window" = '30d' and searches > 0
      and key = coalesce((select head from search_rule where search_rule.key = ${key}), ${key})`.execute(db)
  return { figures: rows[0] ?? null }
}

function everyDay(from: Date, days: readonly SearchTerm['days'][number][]): SearchTerm['days'] {
  const byDay = new Map(days.map((one) => [one.day, one]))
  return Array.from({ length: TERM_DAYS }, (_, n) => {
    const day = new Date(from.getTime() + n * DAY).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, searches: 0, noResults: 0, clicks: 0 }
  })
}

async function titlesOf(db: Db, ids: readonly string[], seesDrafts: boolean) {
  const { rows } = await sql<{ id: string; title: string; isPublished: boolean }>`
    select article.id, coalesce(live.title, article.title) as title, live.article_id is not null as "isPublished"
    from article left join article_live as live on live.article_id = article.id
    where article.id = any(${ids}::uuid[]) and (live.article_id is not null or ${seesDrafts})`.execute(db)
  return new Map(rows.map(({ id, ...rest }) => [id, rest]))
}

async function tagsOf(db: Db, term: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from tag where deleted_at is null and lower(name) = any(${tagCandidates(term)}::text[])
    order by length(name) desc, name limit ${TAGS_MAX}`.execute(db)
  return rows
}
