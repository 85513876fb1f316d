import { sql } from 'kysely'
import { healthCheckInfo } from '#contract/health-checks.ts'
import { CONNECTIONS_SHOWN, STATEMENT_SHOWN, type ConnectionCheck, type DatabaseConnection } from '#contract/health.ts'
import type { Db } from '../../db/database.ts'

/** What the connections that measure call themselves. */
export const HEALTH_APPLICATION = 'copydesk health'

/**
 * Who waits for whom: `waits (pid, blocker)`, and `behind (root, pid)` with those that wait behind them. Advisory locks are
 * how servers take turns: waiting for one is nothing unusual.
 */
export const waits = sql`
  recursive waits as (
    select waiting.pid, blocker from (
      select distinct pid from pg_locks join pg_stat_activity activity using (pid)
      where not granted and locktype <> 'advisory' and datname = current_database()
    ) waiting, unnest(pg_blocking_pids(waiting.pid)) as blocker
  ), behind as (
    select blocker as root, pid from waits
    union select behind.root, waits.pid from behind join waits on waits.blocker = behind.pid
  )`

/** A statement that runs and waits for no lock. What counts readers may take its time. */
export const isRunning = sql<boolean>`
  datname = current_database() and state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
  and coalesce(wait_event_type, '') <> 'Lock' and application_name not in ('copydesk counting', ${sql.lit(HEALTH_APPLICATION)})`

/**
 * A connection of someone to this database, and none that measures. Of another user's connection a role without
 * pg_read_all_stats does not even see what kind it is.
 */
const isEndable = sql<boolean>`
  datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend' and pid <> pg_backend_pid()
  and application_name <> ${sql.lit(HEALTH_APPLICATION)}`

const columns = sql`
  pid as "processId", date_trunc('milliseconds', backend_start) as "connectedAt", application_name as application,
  coalesce(usename, '') as "user", case when backend_start is not null then coalesce(host(client_addr), '') end as address,
  state, coalesce(xact_start, query_start) as since,
  case when backend_start is not null then left(query, ${sql.lit(STATEMENT_SHOWN)}) end as statement`

/** Connections that hold others up, as a check finds them: the first in a line of waits, or the longest statements. */
export async function listDatabaseConnections(db: Db, check: ConnectionCheck): Promise<DatabaseConnection[]> {
  const most = sql.lit(CONNECTIONS_SHOWN)
  const { rows } =
    check === 'locks'
      ? await sql<DatabaseConnection>`
          with ${waits}
          select ${columns}, (select count(distinct behind.pid)::int from behind where root = activity.pid) as blocked
          from pg_stat_activity activity
          where ${isEndable} and pid in (select blocker from waits) and pid not in (select pid from waits)
          order by blocked desc, since, pid limit ${most}`.execute(db)
      : await sql<DatabaseConnection>`
          select ${columns}, 0 as blocked from pg_stat_activity
          where ${isRunning} and query_start < clock_timestamp() - make_interval(secs => ${healthCheckInfo(check).warning})
          order by query_start limit ${most}`.execute(db)
  return rows
}

/** The connection of this number, if it is still the same one and may be ended at all. */
export async function findDatabaseConnection(
  db: Db,
  { processId, connectedAt }: Pick<DatabaseConnection, 'processId' | 'connectedAt'>,
): Promise<DatabaseConnection | undefined> {
  const { rows } = await sql<DatabaseConnection>`
    select ${columns}, 0 as blocked from pg_stat_activity
    where ${isEndable} and pid = ${processId}
      and date_trunc('milliseconds', backend_start) is not distinct from ${connectedAt}::timestamptz`.execute(db)
  return rows[0]
}
