import type { BackupFailure } from '#contract/backups.ts'
import type { BackupReport } from '../../backup/write-backup.ts'
import type { Config } from '../../config.ts'
import { databaseConnection, type DatabaseConnection } from '../../db/database-hosts.ts'

/** An address as in DATABASE_URL, or a connection that a message can carry. */
export type BackupDatabase = string | DatabaseConnection

/** What the processes of a backup are told, and what they answer. */
export type VerifyCall = { database: BackupDatabase; path: string; passphrase: string | undefined }
export type WriteCall = VerifyCall & { storage: Pick<Config, 'dataDir' | 'bucket'> }
/** What went wrong is found in the process: there the error still has all that the system said. */
export type WriteReply =
  | BackupReport
  | { isRunning: true }
  | { failure: BackupFailure; error: string; sentence: string }

export const connectionTo = (database: BackupDatabase): DatabaseConnection =>
  typeof database === 'string' ? databaseConnection(database) : database
