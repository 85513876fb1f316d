import { sql } from 'kysely'
import { type Backup, backupFailures, trialFailures } from '#contract/backups.ts'
import type { Db } from '../../db/database.ts'
import { personOf } from '../../db/person.ts'

const SHOWN = 100
export const BACKUP_TASK = 'make_backup'

/** A backup as it is stored: `path` is for the server only. */
export type StoredBackup = Omit<Backup, 'fileName' | 'isHere'> & { path: string }

/** The newest backups. */
export async function listBackups(db: Db): Promise<StoredBackup[]> {
  const rows = await backupRows(db)
    .orderBy('startedAt', 'desc')
    .orderBy('backupRecord.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(withPerson)
}

export async function findBackup(db: Db, id: string): Promise<StoredBackup | undefined> {
  const row = await backupRows(db).where('backupRecord.id', '=', id).executeTakeFirst()
  return row && withPerson(row)
}

const backupRows = (db: Db) =>
  db
    .selectFrom('backupRecord')
    .leftJoin('userAccount', 'userAccount.id', 'backupRecord.createdBy')
    .select(['backupRecord.id', 'kind', 'state', 'startedAt', 'finishedAt', 'bytes', 'rows', 'files', 'missingFiles'])
    .select(['path', 'host', 'failure', 'error', 'verified', 'verifiedAt', 'verifyFailure', 'verifyDetail'])
    .select(['createdBy', 'userAccount.name'])

type Row = Awaited<ReturnType<ReturnType<typeof backupRows>['execute']>>[number]
const withPerson = ({ name, createdBy, failure, verifyFailure, ...row }: Row): StoredBackup => ({
  ...row,
  failure: backupFailures.find((code) => code === failure) ?? null,
  verifyFailure: trialFailures.find((code) => code === verifyFailure) ?? null,
  createdBy: personOf(createdBy, name),
})

/** Whether a backup was asked for of which there is no record yet: its job waits, or was taken a moment ago. */
export async function isBackupWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists (select from graphile_worker.jobs
    where task_identifier = ${BACKUP_TASK} and (locked_at is not null or attempts < max_attempts))
    and not exists (select from backup_record where state = 'running' or verified = 'running') as waits`.execute(db)
  return rows[0]!.waits
}

/** Whether the backup that was due at this moment was made, is being made, or was tried often enough. */
export async function isCovered(db: Db, due: Date): Promise<boolean> {
  const { rows } = await sql<{ covered: boolean }>`
    select count(*) filter (where state <> 'failed') > 0 or count(*) >= 3 as covered
    from backup_record where kind = 'schedule' and started_at >= ${due.toISOString()}`.execute(db)
  return rows[0]!.covered
}

/** When the tables of this installation were made, by the database's clock, and that clock now. */
export async function installationTimes(db: Db): Promise<{ installed: Date; now: Date }> {
  const { rows } = await sql<{ installed: string; now: string }>`
    select min(timestamp) as installed, now() as now from kysely_migration`.execute(db)
  return { installed: new Date(rows[0]!.installed), now: new Date(rows[0]!.now) }
}
