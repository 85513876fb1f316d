import type { BackupFailure, TrialFailure } from '#contract/backups.ts'
import { DamagedBackupError, OtherRowsError } from '../../backup/damaged-backup-error.ts'
import { isDatabaseAway, isDatabaseFull } from '../../db/errors.ts'
import { ProcessEndedError } from '../../threads/background-process.ts'

/** A backup cannot be made. The message is the sentence for the log, `detail` what the system said of it. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly failure: BackupFailure
  readonly detail: string
  constructor(failure: BackupFailure, sentence: string, detail: string) {
    super(sentence)
    this.failure = failure
    this.detail = detail
  }
}

const DETAIL_MOST = 500
const said = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, DETAIL_MOST)

/** Why a backup failed, as a code, and what the system said of it. @param path of its file */
export function backupFailureOf(error: unknown, path: string): { failure: BackupFailure; error: string } {
  if (error instanceof BackupError) return { failure: error.failure, error: error.detail.slice(0, DETAIL_MOST) }
  if (error instanceof Error && error.name === 'AbortError') return { failure: 'interrupted', error: '' }
  if (error instanceof ProcessEndedError) return { failure: 'interrupted', error: said(error) }
  return { failure: failureOf(error, path), error: said((error as Error).cause ?? error) }
}

function failureOf(error: unknown, path: string): BackupFailure {
  const { code, syscall, path: place } = error as NodeJS.ErrnoException
  if (code === 'STORAGE_UNAVAILABLE') return 'storage_away'
  if (isDatabaseFull(error)) return 'no_room'
  if (place?.startsWith(path) || ['write', 'fsync', 'rename'].includes(syscall ?? '')) return 'not_writable'
  return isDatabaseAway(error) ? 'database_away' : 'unexpected'
}

/** What makes a trial impossible, by the code of PostgreSQL; nothing of it says that the backup is bad. */
const IMPOSSIBLE: Record<string, TrialFailure> = {
  42501: 'no_right',
  53300: 'too_many_connections',
  53100: 'no_room',
  // No such server for the new database, as behind some poolers.
  '3D000': 'no_such_database',
  '08P01': 'no_such_database',
}

export type Verification = {
  verified: 'passed' | 'failed' | 'not_possible'
  verifyFailure: TrialFailure | null
  verifyDetail: string
}

/** What a trial restore that threw this found. */
export function trialFailureOf(error: unknown): Verification {
  const impossible = IMPOSSIBLE[String((error as { code?: unknown }).code)]
  if (impossible) return { verified: 'not_possible', verifyFailure: impossible, verifyDetail: said(error) }
  if (error instanceof ProcessEndedError)
    return { verified: 'not_possible', verifyFailure: 'interrupted', verifyDetail: said(error) }
  if (error instanceof OtherRowsError)
    return { verified: 'failed', verifyFailure: 'other_rows', verifyDetail: error.table }
  const verifyFailure = error instanceof DamagedBackupError ? 'damaged' : 'unexpected'
  return { verified: 'failed', verifyFailure, verifyDetail: said(error) }
}
