import { healthCheckNames } from '#contract/health-checks.ts'
import { backupCheck } from './checks/backup-check.ts'
import { clockCheck } from './checks/clock-check.ts'
import { cpuCheck } from './checks/cpu-check.ts'
import { databaseCheck } from './checks/database-check.ts'
import { databaseSizeCheck } from './checks/database-size-check.ts'
import { diskCheck } from './checks/disk-check.ts'
import { errorCheck } from './checks/error-check.ts'
import { eventLoopCheck } from './checks/event-loop-check.ts'
import { eventRefusalCheck } from './checks/event-refusal-check.ts'
import { failedJobCheck } from './checks/failed-job-check.ts'
import { jobCheck } from './checks/job-check.ts'
import { latencyCheck } from './checks/latency-check.ts'
import { lockCheck } from './checks/lock-check.ts'
import { mailCheck } from './checks/mail-check.ts'
import { memoryCheck } from './checks/memory-check.ts'
import { migrationCheck } from './checks/migration-check.ts'
import { poolCheck } from './checks/pool-check.ts'
import { replicaCheck } from './checks/replica-check.ts'
import { scheduleCheck } from './checks/schedule-check.ts'
import { slowQueryCheck } from './checks/slow-query-check.ts'
import { storageCheck } from './checks/storage-check.ts'
import { versionCheck } from './checks/version-check.ts'
import type { HealthCheck } from './health-check.ts'

/** A check more: a file in checks/, a row in the contract's table, and its texts in the console. */
const checks = [
  databaseCheck,
  poolCheck,
  slowQueryCheck,
  lockCheck,
  databaseSizeCheck,
  migrationCheck,
  replicaCheck,
  jobCheck,
  failedJobCheck,
  scheduleCheck,
  mailCheck,
  storageCheck,
  diskCheck,
  backupCheck,
  latencyCheck,
  errorCheck,
  eventRefusalCheck,
  eventLoopCheck,
  memoryCheck,
  cpuCheck,
  clockCheck,
  versionCheck,
]

/** Every check, in the order of the contract. */
export const allChecks: readonly HealthCheck[] = healthCheckNames.map((name) => {
  const found = checks.find((check) => check.name === name)
  if (!found) throw new Error(`nothing measures ${name}`)
  return found
})
