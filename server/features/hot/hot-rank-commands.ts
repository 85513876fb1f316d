import { sql, type Kysely } from 'kysely'
import { HOT_MAX, hotWindowHours, hotWindows, type HotWindow } from '#contract/hot.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { EventStore } from '../../events/event-store.ts'
import { bucketsOf } from '../../events/hot-period.ts'
import { hotWeights } from '../settings/setting-queries.ts'
import { scoreOf, startOf, WEEKS_COMPARED, weighingOf, weighingOfWeek } from './hot-rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** More than are shown: the lift may bring up what has fewer readers. */
const CANDIDATES = 5 * HOT_MAX
const RANKS_KEPT_DAYS = 8

/** Ranks all windows again from the counts. Screens and the outside site read what this wrote. */
export async function rankHot(db: Kysely<Tables>, store: EventStore, now = new Date()): Promise<void> {
  const asOf = Math.floor(now.getTime() / MINUTE) * MINUTE
  const first = await store.firstHour()
  if (!first) return
  const { halfLifeHours: halfLife, liftMost } = await hotWeights(db)
  for (const window of hotWindows) {
    const ranked = await rank(db, store, { window, asOf, halfLife, first }, liftMost)
    await db.transaction().execute((trx) => replaceList(trx, window, asOf, ranked))
  }
  await sql`delete from hot_rank where hour < now() - make_interval(days => ${RANKS_KEPT_DAYS})`.execute(db)
}

type Asked = { window: HotWindow; asOf: number; halfLife: number; first: Date }
type Ranked = Awaited<ReturnType<typeof rank>>

async function rank(db: Db, store: EventStore, { window, asOf, halfLife, first }: Asked, liftMost: number) {
  const now = weighingOf(window, asOf, halfLife)
  const rates = await store.weighedViews(now.all, CANDIDATES)
  const published = await publishedTimes(db, [...rates.keys()])
  const ids = [...published.keys()]
  const recent = await store.weighedViews(now.recent, ids)
  const weeks = await weeksBefore(store, ids, { window, asOf, halfLife, first })
  const scored = ids.map((article) => {
    // A week counts for an article that readers could see all the time then.
    const usual = weeks.flatMap(({ from, rate }) => (published.get(article)! <= from ? [rate(article)] : []))
    const rate = (rates.get(article) ?? 0) / now.hours
    return { article, ...scoreOf((recent.get(article) ?? 0) / now.hours, rate, usual, liftMost) }
  })
  const best = scored
    .toSorted((a, b) => b.score - a.score || (a.article < b.article ? -1 : 1))
    .slice(0, HOT_MAX)
    .map((one, index) => ({ ...one, rank: index + 1 }))
  return withFigures(store, best, window, asOf)
}

async function publishedTimes(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('articleLive')
    .where('articleId', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['articleId', 'publishedAt'])
    .execute()
  return new Map(rows.map(({ articleId, publishedAt }) => [articleId, Date.parse(publishedAt)]))
}

async function weeksBefore(store: EventStore, ids: readonly string[], { window, asOf, halfLife, first }: Asked) {
  const weeks = Array.from({ length: WEEKS_COMPARED }, (_, n) => weighingOfWeek(window, asOf, halfLife, n + 1))
  const counted = weeks.filter(({ from }) => first.getTime() <= from)
  return Promise.all(
    counted.map(async ({ from, buckets, hours }) => {
      const views = await store.weighedViews(buckets, ids)
      return { from, rate: (article: string) => (views.get(article) ?? 0) / hours }
    }),
  )
}

/** In minutes. */
export const sparklineStep: Record<HotWindow, number> = { '1h': 5, '24h': 60, '7d': 360 }

/** What the list shows beside the score. */
async function withFigures<Item extends { article: string }>(
  store: EventStore,
  items: readonly Item[],
  window: HotWindow,
  asOf: number,
) {
  const ids = items.map(({ article }) => article)
  const plain = (hours: number) => {
    const { minutes, hours: whole } = bucketsOf(asOf - hours * HOUR, asOf)
    const ones = (buckets: { from: number }[]) => new Map(buckets.map(({ from }) => [from, 1]))
    return store.weighedViews({ minutes: ones(minutes), hours: ones(whole) }, ids)
  }
  const period = { from: new Date(Math.floor(startOf(window, asOf) / HOUR) * HOUR), to: new Date(asOf) }
  const [hour, day, referrers, terms, lines] = await Promise.all([
    plain(1),
    plain(24),
    store.topReferrers(ids, period),
    store.topTerms(ids, period),
    sparklines(store, ids, window, asOf),
  ])
  return items.map((item) => ({
    ...item,
    viewsHour: hour.get(item.article) ?? 0,
    viewsDay: day.get(item.article) ?? 0,
    referrer: referrers.get(item.article) ?? null,
    term: terms.get(item.article) ?? null,
    sparkline: lines.get(item.article) ?? [],
  }))
}

async function sparklines(store: EventStore, ids: readonly string[], window: HotWindow, asOf: number) {
  const unit = window === '1h' ? MINUTE : HOUR
  const to = window === '1h' ? asOf : Math.ceil(asOf / HOUR) * HOUR
  const period = { from: new Date(to - hotWindowHours[window] * HOUR), to: new Date(to) }
  const series = await store.viewSeries(ids, period, window === '1h' ? 'minute' : 'hour')
  const each = (sparklineStep[window] * MINUTE) / unit
  const grouped = (values: readonly number[]) =>
    Array.from({ length: Math.ceil(values.length / each) }, (_, n) =>
      values.slice(n * each, (n + 1) * each).reduce((sum, value) => sum + value, 0),
    )
  return new Map([...series].map(([article, values]) => [article, grouped(values)]))
}

/** Nothing happens when another process wrote a newer list meanwhile. */
async function replaceList(trx: Db, window: HotWindow, asOf: number, ranked: Ranked): Promise<void> {
  const at = new Date(asOf)
  const { rows } = await sql`
    insert into hot_list ("window", as_of) values (${window}, ${at})
    on conflict ("window") do update set as_of = excluded.as_of where hot_list.as_of <= excluded.as_of
    returning 1`.execute(trx)
  if (rows.length === 0) return
  await trx.deleteFrom('hotArticle').where('window', '=', window).execute()
  if (ranked.length > 0)
    await trx
      .insertInto('hotArticle')
      .values(
        ranked.map(({ parts, sparkline, ...one }) => ({
          ...one,
          window,
          recent: parts.recent,
          earlier: parts.earlier,
          sparkline: sql<number[]>`${sparkline}::integer[]`,
        })),
      )
      .execute()
  // As it was at the first count of the hour: what "an hour ago" means for those who look now.
  await sql`insert into hot_rank ("window", hour, article, rank)
    select "window", date_trunc('hour', ${at}::timestamptz), article, rank from hot_article
    where "window" = ${window} and not exists (
      select from hot_rank where "window" = ${window} and hour = date_trunc('hour', ${at}::timestamptz))`.execute(trx)
}
