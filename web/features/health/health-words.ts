import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { HealthCause, HealthCheckInfo, HealthFact, HealthState } from '#contract/health-checks.ts'
import type { Tone } from '../../ui/status-dot.tsx'

const states: Record<HealthState, MessageDescriptor> = {
  good: msg({ message: 'Good', context: 'state of a check' }),
  warning: msg({ message: 'Warning', context: 'state of a check' }),
  bad: msg({ message: 'Bad', context: 'state of a check' }),
  unknown: msg({ message: 'Unknown', context: 'state of a check' }),
}
export const stateTones: Record<HealthState, Tone> = {
  good: 'good',
  warning: 'waiting',
  bad: 'bad',
  unknown: 'neutral',
}

const overall: Record<HealthState, MessageDescriptor> = {
  good: msg`Everything is in order`,
  warning: msg`Something needs a look`,
  bad: msg`Something is wrong`,
  unknown: msg`Not everything could be measured`,
}

const groups: Record<HealthCheckInfo['group'], MessageDescriptor> = {
  database: msg`Database`,
  jobs: msg`Jobs and mail`,
  files: msg`Files and backups`,
  server: msg`Server`,
  installation: msg`Installation`,
}

const causes: Record<HealthCause, MessageDescriptor> = {
  over_limit: msg`The value is beyond its threshold.`,
  no_answer: msg`There was no answer in time.`,
  failed: msg`It failed.`,
  needs_database: msg`This cannot be measured while the database is away.`,
  not_configured: msg`Not set up, so there is nothing to measure.`,
  no_worker: msg`Nothing works the queue.`,
  refused_mails: msg`The mail server refused mails; they are tried again.`,
  mail_folder: msg`Not set up: no mail reaches anyone. Mails are only written to files in the folder outbox of DATA_DIR.`,
  no_backup: msg`No backup has been made yet.`,
  backup_failed: msg`The newest backup failed.`,
  backup_unusable: msg`The newest backup could not be restored on trial.`,
  few_requests: msg`There were hardly any requests in the last minute.`,
  short_time: msg`Measured for less than three minutes, so it is not judged yet.`,
  not_measured: msg`Not measured yet.`,
}

const facts: Record<HealthFact, MessageDescriptor> = {
  p50: msg`Half of them within`,
  p95: msg`95 % of them within`,
  p99: msg`99 % of them within`,
  requests: msg`Requests in the last minute`,
  connections: msg`Connections in use`,
  connectionsMost: msg`Connections at most`,
  waiting: msg`Waiting`,
  retrying: msg`Tried again`,
  workers: msg`Workers`,
  late: msg`Articles overdue`,
  blocked: msg`Waiting for locks`,
  processId: msg`Process in the database`,
  free: msg`Free`,
  total: msg`Total`,
  used: msg`Used`,
  heap: msg`Of it JavaScript`,
  malformed: msg`Malformed`,
  tooLarge: msg`Too large`,
  tooMany: msg`Too many`,
  otherwise: msg`Refused for another reason`,
  processShare: msg`Of it this process`,
  load: msg`Load: programs that run or wait`,
  roundTrip: msg`There and back`,
  lastMigration: msg`Number of the last migration`,
}

/** The words of the health screen by their codes. */
export function useHealthWords() {
  const { t } = useLingui()
  return useMemo(() => {
    const of =
      <Code extends string>(table: Record<Code, MessageDescriptor>) =>
      (code: Code) =>
        t(table[code])
    return { state: of(states), overall: of(overall), group: of(groups), cause: of(causes), fact: of(facts) }
  }, [t])
}
