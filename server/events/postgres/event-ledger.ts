import { sql, type Kysely } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { EventBatch, Period, ReaderEvent } from '../event-store.ts'

const HOUR = 3_600_000
const hourOf = (ms: number) => ms - (ms % HOUR)

/**
 * Which hours have events that are not counted yet. It is in PostgreSQL for every engine: the lock that lets one process count
 * an hour is there too.
 */

/** Says that these events are stored. A late event may make one of the next half hour a repeat, so that hour is marked too. */
export async function markHours(db: Db, events: readonly ReaderEvent[]): Promise<void> {
  const hours = new Set<number>()
  for (const { at } of events) hours.add(hourOf(at.getTime())).add(hourOf(at.getTime() + HOUR / 2))
  if (hours.size === 0) return
  // In one order, so that two calls never wait for each other.
  const times = [...hours].toSorted((a, b) => a - b).map((ms) => new Date(ms))
  await sql`insert into reader_hour (hour) select unnest(${times}::timestamptz[])
    on conflict (hour) do update set changed = reader_hour.changed + 1, changed_at = now()`.execute(db)
}

/** All hours of this period are counted again by the next roll-up. */
export async function markPeriod(db: Db, { from, to }: Period): Promise<void> {
  await sql`insert into reader_hour (hour)
    select generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 hour', interval '1 hour')
    on conflict (hour) do update set changed = reader_hour.changed + 1`.execute(db)
}

/** `version` grows with every count of any hour. */
export type CountHour = (trx: Db, hour: Date, version: number) => Promise<void>

type RollUp = {
  count: CountHour
  /** An hour that changed within so many seconds is counted again next time: a replica may not have its last events yet. */
  replicaSeconds?: number
}

/** Counts the hours that changed since they were counted. @returns how many hours those were */
export async function rollUpHours(db: Kysely<Tables>, { count, replicaSeconds = 0 }: RollUp): Promise<number> {
  const { rows } = await sql<{ hour: string; changed: number }>`
    select hour, changed from reader_hour where changed > counted order by hour`.execute(db)
  let counted = 0
  for (const { hour, changed } of rows) {
    const done = await db.transaction().execute(async (trx) => {
      // An hour that another process is counting is left to it, and to the next time. The lock is of a day, because the
      // visitors of a term are counted by day. Ingest never waits for it.
      if (!(await tryLock(trx, `reader day ${hour.slice(0, 10)}`))) return false
      await count(trx, new Date(hour), await nextVersion(trx))
      // Events that came after this number was read are counted next time.
      await sql`update reader_hour set counted = greatest(counted, ${changed})
        where hour = ${hour} and changed_at <= now() - make_interval(secs => ${replicaSeconds})`.execute(trx)
      return true
    })
    if (done) counted++
  }
  return counted
}

async function tryLock(trx: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(trx)
  return rows[0]?.locked ?? false
}

async function nextVersion(trx: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select nextval('reader_count_version') as version`.execute(trx)
  return rows[0]!.version
}

/** Hours of this period, or of all time, that changed since they were counted, oldest first. */
export async function uncountedHours(db: Db, period?: Period): Promise<Date[]> {
  const { rows } = await sql<{ hour: string }>`
    select hour from reader_hour where changed > counted
      ${period ? sql`and hour >= ${period.from} and hour < ${period.to}` : sql``} order by hour`.execute(db)
  return rows.map(({ hour }) => new Date(hour))
}

/** A number that changes whenever an hour of this period is counted again. */
export async function countsVersion(db: Db, period: Period): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(sum(counted), 0)::float8 as version from reader_hour
    where hour >= ${period.from} and hour < ${period.to}`.execute(db)
  return rows[0]?.version ?? 0
}

/** Days with hours that are not counted yet, as YYYYMMDD. Their raw events are still needed. */
export async function uncountedDays(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(hour at time zone 'UTC', 'YYYYMMDD') as day from reader_hour where changed > counted`.execute(
    db,
  )
  return new Set(rows.map(({ day }) => day))
}

/** Visitor keys of past days cannot be made again after this. */
export async function deletePastSalts(db: Db): Promise<void> {
  await sql`delete from visitor_salt where day < (now() at time zone 'UTC')::date`.execute(db)
}

/** The batches to store, of those with the same id the first one. @param isNew whether this id is not stored yet */
export function withoutRepeats(batches: readonly EventBatch[], isNew: (id: string) => boolean): EventBatch[] {
  const seen = new Set<string>()
  return batches.filter(({ id }) => {
    if (id === undefined) return true
    if (seen.has(id) || !isNew(id)) return false
    seen.add(id)
    return true
  })
}
