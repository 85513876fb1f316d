/** How a check is: `unknown` means that it could not be measured, which is not the same as `bad`. */
export const healthStates = ['good', 'unknown', 'warning', 'bad'] as const
export type HealthState = (typeof healthStates)[number]

/** What a value is counted in. `share`: 0 to 1. */
export type HealthUnit = 'ms' | 'seconds' | 'bytes' | 'share' | 'count'

export type HealthCheckInfo = {
  group: 'database' | 'jobs' | 'files' | 'server' | 'installation'
  unit: HealthUnit
  /** The values at which it begins to be a warning, and bad; null: never by its value. */
  warning: number | null
  bad: number | null
  /** Lower values are worse. */
  below?: true
}

const GIB = 1024 ** 3

/** Every check: thresholds are the same for the server that measures and the console that shows them. */
export const healthChecks = {
  database: { group: 'database', unit: 'ms', warning: 100, bad: 1000 },
  pool: { group: 'database', unit: 'count', warning: 5, bad: 25 },
  slow_queries: { group: 'database', unit: 'seconds', warning: 3, bad: 10 },
  locks: { group: 'database', unit: 'seconds', warning: 2, bad: 10 },
  database_size: { group: 'database', unit: 'bytes', warning: null, bad: null },
  migrations: { group: 'database', unit: 'count', warning: null, bad: 1 },
  replica: { group: 'database', unit: 'seconds', warning: 3, bad: 10 },
  jobs: { group: 'jobs', unit: 'seconds', warning: 60, bad: 300 },
  failed_jobs: { group: 'jobs', unit: 'count', warning: 1, bad: 25 },
  schedules: { group: 'jobs', unit: 'count', warning: null, bad: 1 },
  mail: { group: 'jobs', unit: 'count', warning: 1, bad: 10 },
  storage: { group: 'files', unit: 'ms', warning: 500, bad: 3000 },
  disk: { group: 'files', unit: 'bytes', warning: 2 * GIB, bad: GIB / 2, below: true },
  backups: { group: 'files', unit: 'seconds', warning: 26 * 3600, bad: 72 * 3600 },
  latency: { group: 'server', unit: 'ms', warning: 1000, bad: 3000 },
  errors: { group: 'server', unit: 'share', warning: 0.01, bad: 0.05 },
  event_refusals: { group: 'server', unit: 'count', warning: 1000, bad: null },
  event_loop: { group: 'server', unit: 'ms', warning: 250, bad: 1000 },
  memory: { group: 'server', unit: 'share', warning: 0.8, bad: 0.95 },
  cpu: { group: 'server', unit: 'share', warning: 0.8, bad: 0.95 },
  clock: { group: 'installation', unit: 'ms', warning: 1000, bad: 5000 },
  version: { group: 'installation', unit: 'count', warning: 2, bad: null },
} as const satisfies Record<string, HealthCheckInfo>

export type HealthCheckName = keyof typeof healthChecks
export const healthCheckNames = Object.keys(healthChecks) as [HealthCheckName, ...HealthCheckName[]]
export const healthCheckInfo = (name: HealthCheckName): HealthCheckInfo => healthChecks[name]

/** Why a check is as it is, where the value alone does not say it. */
export const healthCauses = [
  'over_limit',
  'no_answer',
  'failed',
  'needs_database',
  'not_configured',
  'no_worker',
  'refused_mails',
  'mail_folder',
  'no_backup',
  'backup_failed',
  'backup_unusable',
  'few_requests',
  'short_time',
  'not_measured',
] as const
export type HealthCause = (typeof healthCauses)[number]

/** Further figures of a check, by name. */
export const healthFacts = {
  p50: 'ms',
  p95: 'ms',
  p99: 'ms',
  requests: 'count',
  connections: 'count',
  connectionsMost: 'count',
  waiting: 'count',
  retrying: 'count',
  workers: 'count',
  late: 'count',
  blocked: 'count',
  processId: 'count',
  free: 'bytes',
  total: 'bytes',
  used: 'bytes',
  heap: 'bytes',
  processShare: 'share',
  load: 'count',
  roundTrip: 'ms',
  malformed: 'count',
  tooLarge: 'count',
  tooMany: 'count',
  otherwise: 'count',
  lastMigration: 'count',
} as const satisfies Record<string, HealthUnit>
export type HealthFact = keyof typeof healthFacts

const rank = (state: HealthState): number => healthStates.indexOf(state)
/** The worse of two states. */
export const worseOf = (one: HealthState, other: HealthState): HealthState => (rank(one) >= rank(other) ? one : other)

/** The state that a value alone gives. */
export function stateOfValue(name: HealthCheckName, value: number): HealthState {
  const { warning, bad, below } = healthCheckInfo(name)
  const reaches = (limit: number | null) => limit !== null && (below ? value <= limit : value >= limit)
  if (reaches(bad)) return 'bad'
  return reaches(warning) ? 'warning' : 'good'
}

/** One state for many checks: the worst. A check that is unknown is not in order; no check at all is unknown. */
export const overallState = (states: readonly HealthState[]): HealthState =>
  states.length === 0 ? 'unknown' : states.reduce<HealthState>(worseOf, 'good')
