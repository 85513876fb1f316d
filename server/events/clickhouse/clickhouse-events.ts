import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { termKey } from '#contract/search-terms.ts'
import type { Tables } from '../../db/tables.ts'
import { DEVICE_CODES, KIND_CODES } from '../event-codes.ts'
import { MINUTES_KEPT_DAYS, RAW_DAYS, type EventBatch, type EventStore, type ReaderEvent } from '../event-store.ts'
import {
  deletePastSalts,
  markHours,
  markPeriod,
  rollUpHours,
  uncountedDays,
  uncountedHours,
  withoutRepeats,
} from '../postgres/event-ledger.ts'
import { adBy, adSeries, adTotals, deviceViews, pageViews } from './clickhouse-ad-queries.ts'
import type { ClickHouse } from './clickhouse-connection.ts'
import {
  articleViews,
  firstHourOf,
  termsBeginning,
  termSums,
  topReferrers,
  topTerms,
  viewSeries,
  weighedViews,
} from './clickhouse-event-queries.ts'
import { countHourInClickHouse } from './clickhouse-roll-up.ts'
import { ch } from './clickhouse-sql.ts'
import { NONE } from './clickhouse-tables.ts'
import { keyClicks, keyDays, keysCountedSince, keySums, keyTerms } from './clickhouse-term-queries.ts'

const DAY = 86_400_000
/** Replicas have what was written by then, or do not answer. */
const REPLICA_SECONDS = 120

/**
 * Reader events in ClickHouse. PostgreSQL keeps which hours have events that are not counted yet, and the salts of visitor
 * keys; events and counts are in ClickHouse only.
 */
export function createClickHouseEvents(clickHouse: ClickHouse, db: Kysely<Tables>): EventStore {
  const rollUp = () =>
    rollUpHours(db, {
      count: (_trx, hour, version) => countHourInClickHouse(clickHouse, hour, version),
      replicaSeconds: clickHouse.cluster ? REPLICA_SECONDS : 0,
    })
  return {
    append: (batches) => append(clickHouse, db, batches),
    rollUp,
    rebuild: async (period) => {
      await markPeriod(db, period)
      await rollUp()
    },
    articleViews: (period) => articleViews(clickHouse, period),
    termSums: (period) => termSums(clickHouse, period),
    weighedViews: (buckets, which) => weighedViews(clickHouse, buckets, which),
    topReferrers: (articles, period) => topReferrers(clickHouse, articles, period),
    topTerms: (articles, period) => topTerms(clickHouse, articles, period),
    termsBeginning: (beginning, period, most) => termsBeginning(clickHouse, beginning, period, most),
    viewSeries: (articles, period, step) => viewSeries(clickHouse, articles, period, step),
    firstHour: () => firstHourOf(clickHouse, 'article_view_hour', 'views'),
    firstSearch: () => firstHourOf(clickHouse, 'term_hour', 'searches'),
    keySums: (period, which) => keySums(clickHouse, period, which),
    keysCountedSince: (since, most) => keysCountedSince(clickHouse, since, most),
    keyTerms: (keys, period) => keyTerms(clickHouse, keys, period),
    keyDays: (keys, period) => keyDays(clickHouse, keys, period),
    keyClicks: (keys, period, most) => keyClicks(clickHouse, keys, period, most),
    adTotals: async (ads, period) => adTotals(clickHouse, ads, await uncountedHours(db, period), period),
    adSeries: async (ad, period, step, timeZone) =>
      adSeries(clickHouse, ad, await uncountedHours(db, period), period, step, timeZone),
    adBy: async (ad, dimension, period, timeZone) =>
      adBy(clickHouse, ad, await uncountedHours(db, period), dimension, period, timeZone),
    pageViews: (period, articles) => pageViews(clickHouse, period, articles),
    deviceViews: (period) => deviceViews(clickHouse, period),
    maintain: () => maintain(clickHouse, db),
  }
}

/**
 * Nothing is looked up before an ordinary call is written: an event of a call that is sent again has the number it had before,
 * and is left out when events are counted. Only ids that are kept are looked up, of which there are few.
 */
async function append(clickHouse: ClickHouse, db: Kysely<Tables>, batches: readonly EventBatch[]): Promise<number> {
  const kept = batches.flatMap(({ id, isKept }) => (isKept && id ? [id] : []))
  const stored = await storedBatches(clickHouse, kept)
  const fresh = withoutRepeats(batches, (id) => !stored.has(id))
  const rows = fresh.flatMap(rowsOf)
  if (rows.length > 0) await clickHouse.insert('reader_event', rows)
  await markHours(
    db,
    fresh.flatMap(({ events }) => events),
  )
  const ids = fresh.flatMap(({ id, isKept }) => (isKept && id ? [{ id, received_at: seconds(new Date()) }] : []))
  if (ids.length > 0) await clickHouse.insert('reader_batch', ids)
  return fresh.length
}

async function storedBatches({ rows }: ClickHouse, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await rows<{ name: string }>(ch`select toString(id) as name from reader_batch where id in ${ids}`)
  return new Set(found.map(({ name }) => name))
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

function rowsOf({ id, events }: EventBatch): object[] {
  const number = id === undefined ? randomBytes(8) : createHash('sha256').update(id).digest()
  const first = number.readBigUInt64BE()
  return events.map((event, place) => rowOf(event, BigInt.asUintN(64, first + BigInt(place))))
}

const rowOf = (event: ReaderEvent, number: bigint) => ({
  at: seconds(event.at),
  ms: event.at.getTime() % 1000,
  kind: KIND_CODES[event.kind],
  visitor: event.visitor.readBigUInt64BE().toString(),
  event: number.toString(),
  article: event.article ?? NONE,
  term: event.term ?? '',
  term_key: event.term === undefined ? '' : termKey(event.term),
  results: event.results ?? 0,
  position: event.position ?? 0,
  referrer: event.referrer ?? '',
  device: event.device ? DEVICE_CODES[event.device] : 0,
  ad: event.ad ?? NONE,
  placement: event.placement ?? NONE,
  impression: event.impression ?? NONE,
})

async function maintain(clickHouse: ClickHouse, db: Kysely<Tables>): Promise<void> {
  // First, whatever becomes of the rest.
  await deletePastSalts(db)
  const uncounted = await uncountedDays(db)
  await dropDays(clickHouse, 'reader_event', (day) => day < dayBefore(RAW_DAYS) && !uncounted.has(day))
  await dropDays(clickHouse, 'article_view_minute', (day) => day < dayBefore(MINUTES_KEPT_DAYS))
}

/** As partitions are named: YYYYMMDD. */
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * DAY).toISOString().slice(0, 10).replaceAll('-', '')

async function dropDays({ rows, run, cluster }: ClickHouse, name: string, isOld: (day: string) => boolean) {
  const table = cluster ? `${name}_local` : name
  const found = await rows<{ day: string }>(ch`
    select distinct partition as day from system.parts
    where database = currentDatabase() and table = ${table} and active`)
  for (const { day } of found)
    if (isOld(day))
      await run({
        sql: `alter table ${table} ${cluster ? `on cluster \`${cluster}\`` : ''} drop partition ${Number(day)}`,
      })
}
