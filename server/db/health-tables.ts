import type { ColumnType } from 'kysely'

type Stamp = ColumnType<string, string | Date | undefined, string | Date>
type Moment = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
type Json<T> = ColumnType<T, string, string>
type State = 'good' | 'unknown' | 'warning' | 'bad'

/** What the checks measured: written by `server/features/health/` only. */
export type HealthTables = {
  /** The last report of each process; unlogged, so a crash of the database empties it. `checks`: HealthMeasurement[]. */
  healthReport: {
    processId: string
    host: string
    pid: number
    version: string
    startedAt: Stamp
    seenAt: Stamp
    checks: Json<unknown[]>
  }
  /** `figures`: a HealthSample. The last hour only; unlogged as well. */
  healthSample: { processId: string; at: Stamp; figures: Json<unknown> }
  /** The worst state of a check on a day (UTC). */
  healthDay: { day: string; name: string; state: State }
  /** `badAt`: since when it is bad; null while it is a warning. */
  healthIncident: {
    id: string
    name: string
    state: 'warning' | 'bad'
    cause: string | null
    detail: string
    value: number | null
    process: string
    startedAt: Stamp
    badAt: Moment
    endedAt: Moment
    alertedAt: Moment
    recoveryAlertedAt: Moment
  }
  healthMute: { name: string; until: Stamp; reason: string; createdAt: Stamp; createdBy: string | null }
  /** Whoever makes a backup writes a row. */
  backupRecord: { id: string; finishedAt: Stamp; bytes: number }
  /** `report`: a DiagnosticReport. */
  diagnosticRun: { id: string; userId: string; createdAt: Stamp; report: Json<unknown> }
}
