import { sql, type UpdateObject } from 'kysely'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { BACKUP_UNDER_WAY, BackupRunningError } from '../../backup/snapshot.ts'
import { writeBackup, type BackupReport } from '../../backup/write-backup.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { Storage } from '../../storage/storage.ts'
import { version } from '../../version.ts'
import { backupFailureOf } from './backup-failure-rules.ts'
import { mediaFileKeys } from './backup-file-keys.ts'
import { BACKUP_TASK } from './backup-queries.ts'

export type BackupKind = 'command' | 'request' | 'schedule'
export type WriteBackup = (
  path: string,
  options: { passphrase?: string | undefined; signal?: AbortSignal },
) => Promise<BackupReport>
export type BackupWish = {
  kind: BackupKind
  /** Of the machine the file is on. */
  host: string
  id?: string
  createdBy?: string | null
  passphrase?: string | undefined
  signal?: AbortSignal
  /** Makes ready what the file needs. What it throws is in the record, too. */
  prepare?: () => Promise<void>
}

/** Writes backups of this database and the pictures that it names. */
export const backupWriter =
  (source: { connection: pg.ClientConfig; storage: Pick<Storage, 'open'> }): WriteBackup =>
  (path, options) =>
    writeBackup({ ...source, fileKeys: mediaFileKeys, version }, path, options)

/**
 * Makes a backup and keeps a record of it, of a failure as well.
 * @throws BackupRunningError, of which there is no record; what `write` throws
 */
export async function makeBackup(
  { db, write }: { db: Db; write: WriteBackup },
  path: string,
  { kind, host, id = uuidv7(), createdBy = null, passphrase, signal, prepare }: BackupWish,
): Promise<BackupReport & { id: string }> {
  if (!(await hasTables(db))) throw new Error('There is no Copydesk in this database.')
  await db.deleteFrom('backupRecord').where('id', '=', id).execute()
  await db.insertInto('backupRecord').values({ id, kind, host, path, createdBy, state: 'running' }).execute()
  try {
    await prepare?.()
    const report = await write(path, { passphrase, ...(signal && { signal }) })
    const { tables, files } = report.manifest
    await changeRecord(db, id, {
      state: 'done',
      finishedAt: sql<string>`now()`,
      bytes: report.bytes,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: files.count,
      missingFiles: files.missing,
    })
    return { ...report, id }
  } catch (error) {
    if (error instanceof BackupRunningError) await db.deleteFrom('backupRecord').where('id', '=', id).execute()
    else {
      const failure = { state: 'failed', finishedAt: sql<string>`now()`, ...backupFailureOf(error, path) } as const
      // With the database gone there is no place for it; the sweep finds what says it still runs.
      await changeRecord(db, id, failure).catch(() => undefined)
    }
    throw error
  }
}

export const changeRecord = (db: Db, id: string, columns: UpdateObject<Tables, 'backupRecord'>) =>
  db.updateTable('backupRecord').set(columns).where('id', '=', id).execute()

async function hasTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('backup_record') is not null as there`.execute(db)
  return rows[0]!.there
}

/** Backups and trials whose process was killed, or whose database was restored, have failed; failures are listed for 30 days. */
export async function sweepBackups(db: Db): Promise<void> {
  await sql`update backup_record set state = 'failed', finished_at = now(), failure = 'interrupted'
    where state = 'running' and started_at < now() - interval '2 minutes' and not ${sql.raw(BACKUP_UNDER_WAY)}`.execute(
    db,
  )
  await sql`update backup_record set verified = 'not_possible', verified_at = now(), verify_failure = 'interrupted'
    where verified = 'running' and not exists (
      select from graphile_worker.jobs where task_identifier = ${BACKUP_TASK} and locked_at is not null)`.execute(db)
  await sql`delete from backup_record where state = 'failed' and started_at < now() - interval '30 days'`.execute(db)
}
