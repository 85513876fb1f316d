import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  healthCauses,
  healthCheckNames,
  healthFacts,
  healthStates,
  type HealthCheckName,
  type HealthFact,
} from './health-checks.ts'
import { Id } from './id.ts'
import { PersonRef } from './list.ts'
import { Email, requiredLine, line, TimeInput } from './text.ts'
import { Version } from './version.ts'

const State = z.enum(healthStates)
export const HealthName = z.enum(healthCheckNames)

/** One measurement. */
export const HealthMeasurement = z.object({
  name: HealthName,
  state: State,
  /** In the unit of the check; null where it could not be measured or has none. */
  value: z.number().nullable(),
  cause: z.enum(healthCauses).nullable(),
  /** What the failing part said, or a version; never anything secret. */
  detail: z.string(),
  facts: z.partialRecord(z.enum(Object.keys(healthFacts) as [HealthFact, ...HealthFact[]]), z.number()),
  at: z.iso.datetime(),
  /** Since when it is in this state. */
  since: z.iso.datetime(),
})
export type HealthMeasurement = z.output<typeof HealthMeasurement>

/** A server process and what it measured. */
export const HealthProcess = z.object({
  id: Id,
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  startedAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  /** False: it did not report for a while and did not say that it stops. */
  present: z.boolean(),
  checks: z.array(HealthMeasurement),
})
export type HealthProcess = z.output<typeof HealthProcess>

export const HealthMute = z.object({
  name: HealthName,
  until: z.iso.datetime(),
  reason: z.string(),
  by: PersonRef.nullable(),
})
export type HealthMute = z.output<typeof HealthMute>

/** Figures of one moment, for the charts. */
export const HealthSample = z.object({
  at: z.iso.datetime(),
  requestsPerSecond: z.number(),
  errorsPerSecond: z.number(),
  /** Milliseconds; null: no request was answered. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  eventLoopMs: z.number(),
  /** Shares, 0 to 1. */
  cpu: z.number(),
  memory: z.number(),
  databaseMs: z.number().nullable(),
})
export type HealthSample = z.output<typeof HealthSample>

/** How the installation is now. Who may see the summary only gets states: no process, cause or detail. */
export const Health = z.object({
  at: z.iso.datetime(),
  state: State,
  /** One for each check: the worst of all processes. */
  checks: z.array(HealthMeasurement),
  processes: z.array(HealthProcess),
  mutes: z.array(HealthMute),
  /** Seconds between two measurements. */
  everySeconds: z.number(),
  /** Why something is not current: the database does not answer, so only this process is known. */
  isPartial: z.boolean(),
  can: z.object({ details: z.boolean(), mute: z.boolean(), run: z.boolean() }),
})
export type Health = z.output<typeof Health>

export const HealthIncident = z.object({
  id: Id,
  name: HealthName,
  /** The worst it was. */
  state: State,
  cause: z.enum(healthCauses).nullable(),
  detail: z.string(),
  value: z.number().nullable(),
  /** The process that measured it; empty in a summary. */
  process: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type HealthIncident = z.output<typeof HealthIncident>

export const HEALTH_DAYS = 30
export const HealthHistory = z.object({
  /** `2026-05-01` (UTC), oldest first. */
  days: z.array(z.string()),
  /** For each check the worst state of each of these days; null: nothing was measured. */
  strips: z.array(z.object({ name: HealthName, states: z.array(State.nullable()) })),
  /** The newest first. */
  incidents: z.array(HealthIncident),
  incidentsTotal: z.int(),
})
export type HealthHistory = z.output<typeof HealthHistory>

export const MUTE_REASON_MAX = 200
export const MUTE_DAYS_MAX = 30

export const ALERT_ADDRESSES_MAX = 10
export const ALERT_MINUTES = { least: 1, most: 1440 } as const
export const AlertFields = z.strictObject({
  emails: z.array(Email).max(ALERT_ADDRESSES_MAX),
  /** An https address outside the own network; empty: none. */
  webhook: line(2000),
  /** An alert goes out when a check was bad for so long. */
  afterMinutes: z.int().min(ALERT_MINUTES.least).max(ALERT_MINUTES.most),
})
export const HealthAlerts = z.object({
  ...AlertFields.shape,
  version: Version,
  updatedBy: PersonRef.nullable(),
  hasSecret: z.boolean(),
  /** What became of the last call of the webhook; null before the first. */
  lastDelivery: z.object({ at: z.iso.datetime(), ok: z.boolean(), detail: z.string() }).nullable(),
})
export type HealthAlerts = z.output<typeof HealthAlerts>

/** A mail that was written to the folder, without its text: links in it are for its receiver. */
export const WrittenMail = z.object({
  /** The name of its file, without `.txt`. */
  id: z.string(),
  at: z.iso.datetime(),
  to: z.string(),
  subject: z.string(),
})
export type WrittenMail = z.output<typeof WrittenMail>
export const WRITTEN_MAILS_SHOWN = 20

/** How many failed jobs are shown, and the most that one call starts or deletes. */
export const FAILED_JOBS_SHOWN = 50
const JobId = z.string().regex(/^[1-9]\d{0,17}$/)
/** A job that was given up after its last try. */
/** Why the last try of a job failed. */
export const jobFailures = [
  'database_away',
  'storage_away',
  /** On a disk of the server or of the database. */
  'no_room',
  'mail_away',
  /** The mail server answered, and did not take it. */
  'mail_refused',
  /** A statement took longer than it may, or waited too long for a lock. */
  'too_slow',
  /** The list of backups says why. */
  'backup_failed',
  'unexpected',
] as const
export type JobFailure = (typeof jobFailures)[number]

export const FailedJob = z.object({
  id: JobId,
  /** Its name in the code. */
  task: z.string(),
  /** What it is about: names and ids. Of a mail: its `kind`, and whom it is `to`. */
  payload: z.record(z.string(), z.string()),
  attempts: z.int(),
  /** What went wrong in its last try. */
  failure: z.enum(jobFailures),
  /** The same as the system said it, in its own words. */
  error: z.string(),
  addedAt: z.iso.datetime(),
  /** The end of its last try. */
  failedAt: z.iso.datetime(),
})
export type FailedJob = z.output<typeof FailedJob>
const FailedJobs = z.object({ total: z.int(), items: z.array(FailedJob) })
export type FailedJobs = z.output<typeof FailedJobs>
const JobIds = z.strictObject({ ids: z.array(JobId).min(1).max(FAILED_JOBS_SHOWN) })
const Changed = z.object({ changed: z.int() })

/** The checks that find connections of the database which hold others up. */
export const connectionChecks = ['locks', 'slow_queries'] as const satisfies readonly HealthCheckName[]
export type ConnectionCheck = (typeof connectionChecks)[number]
export const CONNECTIONS_SHOWN = 20
export const STATEMENT_SHOWN = 300
/** A connection to the database. What the database role of the server may not see of it is null. */
export const DatabaseConnection = z.object({
  /** Its process of PostgreSQL: a number that is given again when it is gone. */
  processId: z
    .int()
    .min(1)
    .max(2 ** 31 - 1),
  /** With the number it names the connection. */
  connectedAt: z.iso.datetime().nullable(),
  /** As it calls itself; empty: it does not. */
  application: z.string(),
  user: z.string(),
  /** Empty: on the machine of the database. */
  address: z.string().nullable(),
  /** As PostgreSQL names it, such as `idle in transaction`. */
  state: z.string().nullable(),
  /** Since when its transaction, or else its statement, runs. */
  since: z.iso.datetime().nullable(),
  /** The beginning of what it runs, or ran last. */
  statement: z.string().nullable(),
  /** How many others wait for it, directly or behind one that does. */
  blocked: z.int(),
})
export type DatabaseConnection = z.output<typeof DatabaseConnection>

const ByName = z.strictObject({ name: HealthName })
/** The two events of the live channel: `health` with a Health, `sample` with a HealthSample of the process that answers. */
export const healthEvents = ['health', 'sample'] as const

export const healthEndpoints = {
  view: endpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'How the installation is: every check with its value and state',
    access: 'health.read',
    reply: Health,
  }),
  samples: endpoint({
    method: 'GET',
    path: '/api/health/samples',
    summary: 'Figures of the last minutes of one process, for charts; without a process, of the one that answers',
    access: 'health.read',
    query: z.strictObject({ process: Id.optional() }),
    reply: z.object({ samples: z.array(HealthSample) }),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/health/history',
    summary: 'The last 30 days: states by day, and incidents with their cause',
    access: 'health.read',
    query: z.strictObject({ name: HealthName.optional(), limit: z.coerce.number().int().min(1).max(500).default(20) }),
    reply: HealthHistory,
  }),
  live: endpoint({
    method: 'GET',
    path: '/api/health/live',
    summary: 'The same as it changes, as server-sent events; the token goes in the header as everywhere',
    access: 'health.read',
    produces: 'text/event-stream',
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/health/checks/:name/run',
    summary: 'Measure a check again, now',
    access: 'health.read',
    params: ByName,
    reply: HealthMeasurement,
  }),
  mute: endpoint({
    method: 'POST',
    path: '/api/health/checks/:name/mute',
    summary: 'Leave a check out of the state of the whole and of alerts until a time',
    access: 'settings.manage',
    params: ByName,
    body: z.strictObject({ until: TimeInput, reason: line(MUTE_REASON_MAX).default('') }),
    reply: HealthMute,
  }),
  unmute: endpoint({
    method: 'POST',
    path: '/api/health/checks/:name/unmute',
    summary: 'Let a check count again',
    access: 'settings.manage',
    params: ByName,
  }),
  failedJobs: endpoint({
    method: 'GET',
    path: '/api/health/jobs',
    summary: 'Jobs and mails that were given up after their last try, the newest first',
    access: 'settings.manage',
    reply: FailedJobs,
  }),
  startJobs: endpoint({
    method: 'POST',
    path: '/api/health/jobs/start',
    summary: 'Do failed jobs again from their first try; what is not failed any more is left alone',
    access: 'settings.manage',
    body: JobIds,
    reply: Changed,
  }),
  deleteJobs: endpoint({
    method: 'POST',
    path: '/api/health/jobs/delete',
    summary: 'Delete failed jobs permanently; what is not failed any more is left alone',
    access: 'settings.manage',
    body: JobIds,
    reply: Changed,
  }),
  connections: endpoint({
    method: 'GET',
    path: '/api/health/connections/:name',
    summary: 'Connections to the database that others wait for, or whose statement runs long, the oldest first',
    access: 'settings.manage',
    params: z.strictObject({ name: z.enum(connectionChecks) }),
    reply: z.object({ items: z.array(DatabaseConnection) }),
  }),
  endConnection: endpoint({
    method: 'POST',
    path: '/api/health/connections/end',
    summary: 'End a connection to the database; what it did not commit is undone',
    access: 'settings.manage',
    body: z.strictObject(DatabaseConnection.pick({ processId: true, connectedAt: true }).shape),
  }),
  mails: endpoint({
    method: 'GET',
    path: '/api/health/mails',
    summary: 'The newest mails that this server wrote to its folder, where no mail server is set',
    access: 'settings.manage',
    reply: z.object({ folder: z.string().nullable(), items: z.array(WrittenMail) }),
  }),
  alerts: endpoint({
    method: 'GET',
    path: '/api/health/alerts',
    summary: 'Who is told when a check stays bad',
    access: 'settings.manage',
    reply: HealthAlerts,
  }),
  editAlerts: endpoint({
    method: 'PUT',
    path: '/api/health/alerts',
    summary: 'Change who is told when a check stays bad',
    access: 'settings.manage',
    /** Without a version, whatever was saved meanwhile is replaced. */
    body: AlertFields.extend({ version: Version.optional() }),
    reply: HealthAlerts,
  }),
  newSecret: endpoint({
    method: 'POST',
    path: '/api/health/alerts/secret',
    summary: 'A new secret that signs calls of the webhook; it is shown this once',
    access: 'settings.manage',
    reply: z.object({ secret: requiredLine(100) }),
  }),
  testAlerts: endpoint({
    method: 'POST',
    path: '/api/health/alerts/test',
    summary: 'Send a test alert to all addresses and to the webhook',
    access: 'settings.manage',
    status: 202,
  }),
}
