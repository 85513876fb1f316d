import { sql } from 'kysely'
import type { Database, Db } from '../../server/db/database.ts'
import type { EventStore, ReaderEvent } from '../../server/events/event-store.ts'
import { addDeliveries } from '../../server/features/ads/decision/lease-commands.ts'
import {
  anyAdRow,
  creativePictures,
  livePlacements,
  pageArticle,
} from '../../server/features/ads/decision/live-queries.ts'
import { liveAdOf } from '../../server/features/ads/decision/live-rules.ts'
import { profileOf, type ViewProfile } from '../../server/features/ads/decision/pacing-rules.ts'
import { PROFILE_DAYS } from '../../server/features/ads/decision/view-profile-queries.ts'
import { rankHot } from '../../server/features/hot/hot-rank-commands.ts'
import { rankSearches } from '../../server/features/search-rank/search-rank-commands.ts'
import { searchForReaders } from '../../server/features/delivery/search-queries.ts'
import { adDelivery } from './ad-delivery.ts'
import type { SeededAds } from './ad-load.ts'
import { DAY, type Say } from './plan.ts'
import { READER_DAYS, type ReadArticle, readersOf, searchedTerms } from './reader.ts'

const HOUR = 3_600_000
/** So many articles have readers: the newest. */
const READ_MAX = 400

export type ReaderWish = {
  seed: number
  /** Visits. */
  perDay: number
  /** Ids of the accounts whose articles are read. */
  writers: readonly string[]
  /** What pages show beside the articles. */
  shown: SeededAds
}

/**
 * Thirty days of readers up to this full hour, counted and ranked, and what they saw of the ads. Where readers have been counted
 * already, only the ads are: as if they had been on pages that were read then.
 * @returns how many events were written
 */
export async function loadReaders(
  db: Database['db'],
  store: EventStore,
  { seed, perDay, writers, shown }: ReaderWish,
  say: Say,
  signal?: AbortSignal,
): Promise<number> {
  const { rows } = await sql<{ filled: boolean }>`select exists (select from reader_hour) as filled`.execute(db)
  const isCounted = rows[0]?.filled ?? false
  if (perDay === 0 || (isCounted && shown.ads.length === 0)) return 0
  await store.maintain()
  const articles = await readArticles(db, writers)
  const now = Date.now()
  const to = Math.floor(now / HOUR) * HOUR
  const from = Math.floor(to / DAY) * DAY - (READER_DAYS - 1) * DAY
  const results = await resultsNow(db)
  const visitsOf = (hour: number) => readersOf({ seed, perDay, from, to, articles, results }, hour)
  const deliver = await deliveryOf(db, { seed, articles, shown }, { from, to }, visitsOf)
  let written = 0
  for (let day = from; day < to; day += DAY) {
    if (signal?.aborted) return written
    const hours = Array.from({ length: 24 }, (_, n) => day + n * HOUR).filter((hour) => hour < to)
    const events = await db.transaction().execute(async (trx) => {
      const all: ReaderEvent[] = []
      for (const hour of hours) {
        const visits = visitsOf(hour)
        if (!isCounted) all.push(...visits)
        all.push(...(await deliver(trx, visits, hour)))
      }
      return all
    })
    await store.append([{ id: undefined, events }])
    // Day by day: what is counted is no longer waiting.
    await store.rollUp()
    written += events.length
    say(isCounted ? 'Delivery of ads' : 'Readers', day - from + DAY, READER_DAYS * DAY)
  }
  if (isCounted) return written
  // Also as they were, so that there are ranks to compare with.
  for (const ago of [24 * HOUR, HOUR, 0]) await rankHot(db, store, new Date(now - ago))
  await rankSearches(db, store, new Date(now))
  return written
}

type Deliver = (trx: Db, visits: readonly ReaderEvent[], hour: number) => Promise<ReaderEvent[]>

/** Counts what the visits of an hour saw of the ads, and returns the events of it. */
async function deliveryOf(
  db: Database['db'],
  { seed, articles, shown }: { seed: number; articles: readonly ReadArticle[]; shown: SeededAds },
  { from, to }: { from: number; to: number },
  visitsOf: (hour: number) => ReaderEvent[],
): Promise<Deliver> {
  if (shown.ads.length === 0) return async () => []
  const rows = (await Promise.all(shown.ads.map(({ id }) => anyAdRow(db, id)))).flatMap((row) => row ?? [])
  const pictures = await creativePictures(db, rows)
  const profile = usualWeekOf({ from: Math.max(from, to - PROFILE_DAYS * DAY), to }, visitsOf)
  const known = new Map((await livePlacements(db)).map((placement) => [placement.id, placement]))
  const deliver = adDelivery({
    seed,
    shown: shown.ads,
    places: shown.places,
    ads: rows.map((row) => liveAdOf({ ...row, status: 'approved' }, pictures, profile)),
    placements: [...shown.places.keys()].flatMap((id) => known.get(id) ?? []),
    articles: new Map(
      (await Promise.all(articles.map(({ id }) => pageArticle(db, id)))).flatMap((one) => (one ? [[one.id, one]] : [])),
    ),
  })
  return async (trx, visits, hour) => {
    const views = visits.filter(({ kind }) => kind === 'view')
    const { reports, events } = deliver(views, hour)
    await addDeliveries(trx, reports, hour)
    return events
  }
}

/** The usual week that paces the ads: of the very visits that see them. */
function usualWeekOf(period: { from: number; to: number }, visitsOf: (hour: number) => ReaderEvent[]): ViewProfile {
  const hours = Array.from({ length: (period.to - period.from) / HOUR }, (_, n) => period.from + n * HOUR)
  const views = hours.map((hour) => ({
    hour: new Date(hour).toISOString(),
    views: visitsOf(hour).filter(({ kind }) => kind === 'view').length,
  }))
  return profileOf(views, period)
}

/** So the figures of a term agree with what a search for it finds. */
async function resultsNow(db: Database['db']): Promise<Map<string, number>> {
  const results = new Map<string, number>()
  for (const q of searchedTerms) results.set(q, (await searchForReaders(db, '', { q, limit: 1 })).total)
  return results
}

async function readArticles(db: Database['db'], writers: readonly string[]): Promise<ReadArticle[]> {
  const rows = await db
    .selectFrom('articleLive')
    .innerJoin('article', 'article.id', 'articleLive.articleId')
    .where(sql<boolean>`article.created_by = any(${writers}::uuid[])`)
    .select(['articleLive.articleId', 'articleLive.title', 'articleLive.publishedAt'])
    .orderBy('articleLive.publishedAt', 'desc')
    .orderBy('articleLive.articleId')
    .limit(READ_MAX)
    .execute()
  return rows.map(({ articleId, title, publishedAt }) => ({
    id: articleId,
    title,
    publishedAt: Date.parse(publishedAt),
  }))
}
