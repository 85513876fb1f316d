import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { MINUTES_KEPT_DAYS, RAW_DAYS, type EventBatch, type EventStore } from '../event-store.ts'
import {
  firstHour,
  termsBeginning,
  termSums,
  topReferrers,
  topTerms,
  viewSeries,
  weighedViews,
  within,
} from './postgres-event-queries.ts'
import { firstSearch, keyClicks, keyDays, keysCountedSince, keySums, keyTerms } from './postgres-term-queries.ts'
import { adBy, adSeries, adTotals, deviceViews, pageViews } from './postgres-ad-queries.ts'
import { deletePastSalts, markHours, markPeriod, rollUpHours, uncountedDays, withoutRepeats } from './event-ledger.ts'
import { insertEvents } from './postgres-event-rows.ts'
import { countHour } from './postgres-roll-up.ts'

/** PostgreSQL's error code for a row that fits into no partition. */
const NO_PARTITION = '23514'
/** A statement of this many rows takes some 50 ms; more would hold its connection for too long. */
const ROWS_PER_INSERT = 10_000
const ROWS_PER_DELETE = 20_000
const DAYS_AHEAD = 3

/** Reader events in the product's own database, for sites of up to some ten million events a day. */
export const createPostgresEvents = (db: Kysely<Tables>): EventStore => ({
  append: async (batches) => {
    const write = () => db.transaction().execute((trx) => appendBatches(trx, batches))
    return write().catch(async (error: unknown) => {
      if ((error as { code?: string }).code !== NO_PARTITION) throw error
      for (const day of daysOf(batches)) await makeDay(db, day)
      return write()
    })
  },
  rollUp: () => rollUpHours(db, { count: countHour }),
  rebuild: async (period) => {
    await markPeriod(db, period)
    await rollUpHours(db, { count: countHour })
  },
  articleViews: (period) =>
    db
      .selectFrom('articleViewHour')
      .where((where) => within(where.ref('hour'), period))
      .select(['article', 'hour', 'views', 'visitors'])
      .orderBy('hour')
      .orderBy('article')
      .execute(),
  termSums: (period) => termSums(db, period),
  weighedViews: (buckets, which) => weighedViews(db, buckets, which),
  topReferrers: (articles, period) => topReferrers(db, articles, period),
  topTerms: (articles, period) => topTerms(db, articles, period),
  termsBeginning: (beginning, period, most) => termsBeginning(db, beginning, period, most),
  viewSeries: (articles, period, step) => viewSeries(db, articles, period, step),
  firstHour: () => firstHour(db),
  keysCountedSince: (since, most) => keysCountedSince(db, since, most),
  keySums: (period, which) => keySums(db, period, which),
  keyTerms: (keys, period) => keyTerms(db, keys, period),
  keyDays: (keys, period) => keyDays(db, keys, period),
  keyClicks: (keys, period, most) => keyClicks(db, keys, period, most),
  firstSearch: () => firstSearch(db),
  adTotals: (ads, period) => adTotals(db, ads, period),
  adSeries: (ad, period, step, timeZone) => adSeries(db, ad, period, step, timeZone),
  adBy: (ad, dimension, period, timeZone) => adBy(db, ad, dimension, period, timeZone),
  pageViews: (period, articles) => pageViews(db, period, articles),
  deviceViews: (period) => deviceViews(db, period),
  maintain: () => maintain(db),
})

/** In one transaction with the ids of the calls, so that a call sent again adds nothing. */
async function appendBatches(trx: Db, batches: readonly EventBatch[]): Promise<number> {
  // The caller has the answer only after this is on disk.
  const fresh = await newBatches(trx, batches)
  const events = fresh.flatMap(({ events }) => events)
  for (let from = 0; from < events.length; from += ROWS_PER_INSERT)
    await insertEvents(trx, events.slice(from, from + ROWS_PER_INSERT))
  await markHours(trx, events)
  return fresh.length
}

async function newBatches(trx: Db, batches: readonly EventBatch[]): Promise<EventBatch[]> {
  const ids = [...new Set(batches.flatMap(({ id }) => id ?? []))].toSorted()
  if (ids.length === 0) return [...batches]
  const kept = batches.flatMap(({ id, isKept }) => (isKept && id ? [id] : []))
  const { rows } = await sql<{ id: string }>`
    insert into reader_batch (id, received_at) select id, case when id = any(${kept}::uuid[]) then '9999-12-31Z' else now() end
    from unnest(${ids}::uuid[]) as given(id) on conflict do nothing returning id`.execute(trx)
  const open = new Set(rows.map(({ id }) => id))
  return withoutRepeats(batches, (id) => open.has(id))
}

const DAY = 86_400_000

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** One process at a time: PostgreSQL refuses a partition that another one is just making, `if not exists` or not. */
const makeDay = (db: Kysely<Tables>, day: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('reader event partition', 0))`.execute(trx)
    await sql`select reader_event_make_day(${dayOf(day)}::date)`.execute(trx)
  })

const daysOf = (batches: readonly EventBatch[]): Date[] =>
  [...new Set(batches.flatMap(({ events }) => events.map(({ at }) => at.getTime() - (at.getTime() % DAY))))].map(
    (ms) => new Date(ms),
  )

async function maintain(db: Kysely<Tables>): Promise<void> {
  const now = Date.now()
  // First, whatever becomes of the rest.
  await deletePastSalts(db)
  for (let day = -1; day <= DAYS_AHEAD; day++) await makeDay(db, new Date(now + day * DAY))
  const oldest = dayOf(new Date(now - RAW_DAYS * DAY)).replaceAll('-', '')
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_inherits on inhrelid = pg_class.oid
    where inhparent = 'reader_event'::regclass and relname < ${`reader_event_${oldest}`}`.execute(db)
  const uncounted = await uncountedDays(db)
  for (const { name } of rows)
    if (!uncounted.has(name.slice(-8))) await sql`drop table if exists ${sql.id(name)}`.execute(db)
  await deleteOld(db, 'article_view_minutes', sql`at < now() - make_interval(days => ${MINUTES_KEPT_DAYS})`)
  await deleteOld(db, 'reader_batch', sql`received_at < now() - interval '2 days'`)
}

/** A few at a time: millions in one statement would take longer than a statement may. */
async function deleteOld(db: Db, table: string, isOld: RawBuilder<unknown>): Promise<void> {
  let deleted = ROWS_PER_DELETE
  while (deleted >= ROWS_PER_DELETE) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid in (
      select ctid from ${sql.table(table)} where ${isOld} limit ${ROWS_PER_DELETE})`.execute(db)
    deleted = Number(numAffectedRows ?? 0)
  }
}
