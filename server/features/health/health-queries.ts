import { sql } from 'kysely'
import { healthCheckNames, type HealthCheckName } from '#contract/health-checks.ts'
import { HEALTH_DAYS, type HealthHistory, type HealthIncident, type HealthMute } from '#contract/health.ts'
import type { HealthMeasurement, HealthProcess, HealthSample } from '#contract/health.ts'
import type { Db } from '../../db/database.ts'

/** A process that reported within this time is there; by the database's clock. */
export const presentFor = (everySeconds: number): number => Math.max(20, everySeconds * 4)

/** The processes that reported within the last hour, the oldest first. */
export async function listProcesses(db: Db, everySeconds: number): Promise<HealthProcess[]> {
  const rows = await db
    .selectFrom('healthReport')
    .where('seenAt', '>', sql<string>`now() - interval '1 hour'`)
    .select(['processId as id', 'host', 'pid', 'version', 'startedAt', 'seenAt', 'checks'])
    .select(sql<boolean>`seen_at > now() - make_interval(secs => ${presentFor(everySeconds)})`.as('present'))
    .orderBy('startedAt')
    .execute()
  return rows.map(({ checks, ...row }) => ({ ...row, checks: checks as HealthMeasurement[] }))
}

/** The mutes that hold now. */
export async function listMutes(db: Db): Promise<HealthMute[]> {
  const rows = await db
    .selectFrom('healthMute')
    .leftJoin('userAccount', 'userAccount.id', 'healthMute.createdBy')
    .where('until', '>', sql<string>`now()`)
    .select(['healthMute.name as check', 'until', 'reason', 'userAccount.id as userId', 'userAccount.name as userName'])
    .orderBy('until')
    .execute()
  return rows.filter(isKnown).map(({ check, until, reason, userId, userName }) => ({
    name: check as HealthCheckName,
    until,
    reason,
    by: userId === null ? null : { id: userId, name: userName ?? '' },
  }))
}

/** A check that an older version had. */
const isKnown = ({ check }: { check: string }) => healthCheckNames.includes(check as HealthCheckName)

/** What a process measured for its charts, the oldest first. */
export async function listSamples(db: Db, process: string): Promise<HealthSample[]> {
  const rows = await db
    .selectFrom('healthSample')
    .where('processId', '=', process)
    .where('at', '>', sql<string>`now() - interval '15 minutes'`)
    .select('figures')
    .orderBy('at')
    .execute()
  return rows.map(({ figures }) => figures as HealthSample)
}

type Asked = { name?: HealthCheckName | undefined; limit: number }

/** The states of each of the last days, and the newest incidents. */
export async function viewHistory(db: Db, { name, limit }: Asked): Promise<HealthHistory> {
  const shown = name ? [name] : [...healthCheckNames]
  const [days, states, incidents, { total }] = await Promise.all([
    sql<{ day: string }>`select to_char((now() at time zone 'UTC')::date - n, 'YYYY-MM-DD') as day
      from generate_series(${HEALTH_DAYS - 1}::int, 0, -1) as n`.execute(db),
    db
      .selectFrom('healthDay')
      .where('name', 'in', shown)
      .where('day', '>', sql<string>`(now() at time zone 'UTC')::date - ${HEALTH_DAYS}::int`)
      .selectAll()
      .execute(),
    db
      .selectFrom('healthIncident')
      .where('name', 'in', shown)
      .select(['id', 'name as check', 'state', 'cause', 'detail', 'value', 'process', 'startedAt', 'endedAt'])
      .orderBy('startedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
    db
      .selectFrom('healthIncident')
      .where('name', 'in', shown)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const dates = days.rows.map(({ day }) => day)
  const known = new Map(states.map(({ day, name: check, state }) => [`${day} ${check}`, state]))
  return {
    days: dates,
    strips: shown.map((check) => ({ name: check, states: dates.map((day) => known.get(`${day} ${check}`) ?? null) })),
    incidents: incidents.map(({ check, cause, ...rest }) => ({
      ...rest,
      name: check as HealthCheckName,
      cause: cause as HealthIncident['cause'],
    })),
    incidentsTotal: total,
  }
}
