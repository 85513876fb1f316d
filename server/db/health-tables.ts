import type { ColumnType, Generated } from 'kysely'

type Stamp = ColumnType<string, string | Date | undefined, string | Date>
type Moment = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
type Json<T> = ColumnType<T, string, string>
type BackupKind = 'recorded' | 'command' | 'request' | 'schedule'
type BackupVerified = 'no' | 'running' | 'passed' | 'failed' | 'not_possible'
type Code = ColumnType<string | null, string | null | undefined>
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
  /** `kind`: recorded by a program of others, or made by Copydesk; then `path` is its file on the machine `host`. */
  backupRecord: {
    id: string
    startedAt: Stamp
    finishedAt: Moment
    state: ColumnType<'running' | 'done' | 'failed', 'running' | 'done' | 'failed' | undefined>
    kind: ColumnType<BackupKind, BackupKind | undefined>
    path: Generated<string>
    host: Generated<string>
    bytes: number | null
    rows: number | null
    files: number | null
    /** Files that rows name and the storage did not have. */
    missingFiles: number | null
    /** A code of backupFailures. */
    failure: Code
    error: Generated<string>
    /** What a trial restore found. */
    verified: ColumnType<BackupVerified, BackupVerified | undefined>
    verifiedAt: Moment
    /** A code of trialFailures. */
    verifyFailure: Code
    verifyDetail: Generated<string>
    createdBy: string | null
  }
  /** `report`: a DiagnosticReport. */
  diagnosticRun: {
    id: string
    userId: string
    createdAt: Stamp
    report: Json<unknown>
    sentAt: string | Date | null
    /** Who of the administrators opened it first, and when. */
    seenAt: Moment
    seenBy: ColumnType<string | null, string | null | undefined, string | null>
  }
}
