import { type JobFailure, jobFailures } from '#contract/health.ts'
import { isDatabaseAway, isDatabaseFull, isStatementTimeout } from '../db/errors.ts'

/** Why a try of a job failed, as far as its error tells. */
function failureOf(error: unknown): JobFailure {
  const { name, code, command, responseCode } = error as {
    name?: string
    code?: string
    /** What the mail server was asked for; errors of mail alone have it. */
    command?: string
    responseCode?: number
  }
  if (name === 'BackupError') return 'backup_failed'
  if (responseCode !== undefined) return 'mail_refused'
  if (command !== undefined) return 'mail_away'
  if (code === 'STORAGE_UNAVAILABLE') return 'storage_away'
  if (isDatabaseFull(error)) return 'no_room'
  if (isStatementTimeout(error)) return 'too_slow'
  return isDatabaseAway(error) ? 'database_away' : 'unexpected'
}

/** The error as the queue keeps it: it stores the message alone, so the code is written before it. */
export function withFailure(error: unknown): unknown {
  const failure = failureOf(error)
  if (failure === 'unexpected' || !(error instanceof Error)) return error
  return new Error(`${failure}: ${error.message}`, { cause: error })
}

const WRITTEN = new RegExp(`^(${jobFailures.join('|')}): `)

/** Reads what `withFailure` wrote; errors from before there were codes are `unexpected`. */
export function readFailure(lastError: string): { failure: JobFailure; message: string } {
  const failure = WRITTEN.exec(lastError)?.[1] as JobFailure | undefined
  return failure ? { failure, message: lastError.replace(WRITTEN, '') } : { failure: 'unexpected', message: lastError }
}
