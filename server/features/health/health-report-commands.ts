import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { healthCheckNames, type HealthCheckName } from '#contract/health-checks.ts'
import type { HealthMeasurement, HealthSample } from '#contract/health.ts'
import type { Db } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { alertsReach, queueAlerts } from './alert-commands.ts'
import { listProcesses } from './health-queries.ts'
import { nextIncidentStep, worseOfDay, worstOf, type Worst } from './incident-rules.ts'

/** A process as it reports itself. */
export type ReportingProcess = { id: string; host: string; pid: number; version: string; startedAt: string }
/** What was wrong while it could not be written down. */
export type MissedIncident = Pick<HealthMeasurement, 'name' | 'cause' | 'detail' | 'value'> & {
  state: 'warning' | 'bad'
  startedAt: string
  /** Null: it goes on, less bad than it was. */
  endedAt: string | null
}

/** Writes what a process measured. Losing the last report in a power cut harms no one. */
export async function writeReport(
  db: Services['db'],
  process: ReportingProcess,
  checks: readonly HealthMeasurement[],
  sample: HealthSample | undefined,
): Promise<void> {
  const { id, ...rest } = process
  const report = { ...rest, seenAt: sql<string>`clock_timestamp()`, checks: JSON.stringify(checks) }
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(trx)
    await trx
      .insertInto('healthReport')
      .values({ processId: id, ...report })
      .onConflict((conflict) => conflict.column('processId').doUpdateSet(report))
      .execute()
    if (!sample) return
    await trx
      .insertInto('healthSample')
      .values({ processId: id, at: sample.at, figures: JSON.stringify(sample) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** A process that stops by itself leaves no report behind. */
export async function removeReport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('healthReport').where('processId', '=', id).execute()
}

/** What was written for the day already, by day and check: most turns have nothing to add. */
export type KnownDays = Map<string, HealthMeasurement['state']>

/**
 * Brings incidents and the states of the day up to date with what all processes report, and has alerts sent. One process at a
 * time; the others leave it to that one.
 */
export async function recordIncidents(db: Services['db'], everySeconds: number, known: KnownDays): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const turn = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('copydesk health')) as mine`.execute(trx)
    if (!turn.rows[0]?.mine) return
    const present = (await listProcesses(trx, everySeconds)).filter((process) => process.present)
    const worst = worstOf(present.map(({ host, pid, checks }) => ({ process: `${host}:${pid}`, checks })))
    await noteDay(trx, worst, known)
    const open = await trx.selectFrom('healthIncident').where('endedAt', 'is', null).select(['name', 'state']).execute()
    for (const name of healthCheckNames) {
      const now = worst.get(name)
      if (now) await stepIncident(trx, name, open.find((incident) => incident.name === name)?.state, now)
    }
    await queueAlerts(trx)
  })
}

async function stepIncident(trx: Db, name: HealthCheckName, open: 'warning' | 'bad' | undefined, now: Worst) {
  const { state, cause, detail, value, since } = now.check
  const step = nextIncidentStep(open, state)
  if (step === 'none' || state === 'unknown') return
  const ofCheck = sql<boolean>`name = ${name} and ended_at is null`
  if (step === 'close') {
    await sql`update health_incident set ended_at = clock_timestamp() where ${ofCheck}`.execute(trx)
    return
  }
  const found = { state: state as 'warning' | 'bad', cause, detail, value, process: now.process }
  // It may have begun while nothing could be written; a clock that is ahead cannot say when.
  const startedAt = sql<string>`least(clock_timestamp(), ${since}::timestamptz)`
  const badAt = state === 'bad' ? sql<string>`clock_timestamp()` : null
  if (step === 'worsen')
    await trx
      .updateTable('healthIncident')
      .set({ ...found, badAt })
      .where(ofCheck)
      .execute()
  else
    await trx
      .insertInto('healthIncident')
      .values({ id: uuidv7(), name, ...found, badAt, startedAt })
      .execute()
}

async function noteDay(trx: Db, worst: ReadonlyMap<HealthCheckName, Worst>, known: KnownDays) {
  const { rows } = await sql<{ day: string }>`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day`.execute(
    trx,
  )
  const day = rows[0]?.day ?? ''
  for (const key of known.keys()) if (!key.startsWith(day)) known.delete(key)
  for (const [name, { check }] of worst) {
    const key = `${day} ${name}`
    const state = worseOfDay(known.get(key), check.state)
    if (known.get(key) === state) continue
    await sql`insert into health_day (day, name, state) values (${day}::date, ${name}, ${state})
      on conflict (day, name) do update set state = excluded.state
      where array_position(array['unknown', 'good', 'warning', 'bad'], excluded.state)
        > array_position(array['unknown', 'good', 'warning', 'bad'], health_day.state)`.execute(trx)
    known.set(key, state)
  }
}

/**
 * Writes down what could not be while the database was away, or as how bad it turned out where it was written as a warning.
 * Several processes saw the same.
 */
export async function recordMissed(db: Services['db'], process: string, missed: readonly MissedIncident[]) {
  for (const { startedAt, endedAt, ...found } of missed)
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('copydesk health'))`.execute(trx)
      const [from, to] = [sql`${startedAt}::timestamptz`, sql`${endedAt}::timestamptz`]
      const badAt = sql`case when ${found.state} = 'bad' then ${from} end`
      const lastedMs = endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt)
      // No alert could go out then: whoever was to be told of it is told that it is over.
      const isTold = found.state === 'bad' && (await alertsReach(trx, found.name, lastedMs))
      const alertedAt = isTold ? sql`now()` : sql`null::timestamptz`
      const ofSameTime = sql`name = ${found.name} and started_at < coalesce(${to}, now()) + interval '30 seconds'
        and coalesce(ended_at, 'infinity') > ${from} - interval '30 seconds'`
      await sql`insert into health_incident (id, name, state, cause, detail, value, process, started_at, bad_at, ended_at, alerted_at)
        select ${uuidv7()}, ${found.name}, ${found.state}, ${found.cause}, ${found.detail}, ${found.value}, ${process},
          ${from}, ${badAt}, ${to}, ${alertedAt}
        where not exists (select from health_incident where ${ofSameTime})`.execute(trx)
      if (found.state === 'bad')
        await sql`update health_incident set state = 'bad', cause = ${found.cause}, detail = ${found.detail},
            value = ${found.value}, process = ${process}, started_at = least(started_at, ${from}), bad_at = ${badAt},
            alerted_at = coalesce(alerted_at, ${alertedAt})
          where ended_at is null and ${ofSameTime}
            and not exists (select from health_incident where state = 'bad' and ${ofSameTime})`.execute(trx)
      await sql`insert into health_day (day, name, state)
        values ((${from} at time zone 'UTC')::date, ${found.name}, ${found.state})
        on conflict (day, name) do update set state = excluded.state where health_day.state <> 'bad'`.execute(trx)
    })
}

const HISTORY_DAYS = 90

/** Forgets samples after an hour, processes that vanished after a day, and history after three months. */
export async function sweepHealth(db: Db): Promise<void> {
  await sql`delete from health_sample where at < now() - interval '1 hour'`.execute(db)
  await sql`delete from health_report where seen_at < now() - interval '1 day'`.execute(db)
  await sql`delete from health_mute where until < now()`.execute(db)
  await sql`delete from health_day where day < current_date - ${HISTORY_DAYS}::int`.execute(db)
  await sql`delete from health_incident where ended_at < now() - make_interval(days => ${HISTORY_DAYS})`.execute(db)
}
