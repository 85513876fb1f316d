import { access, constants, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { partOf } from '../../backup/archive-writer.ts'
import type { Config } from '../../config.ts'
import { homeOf } from '../../db/embedded/place.ts'
import { makeFolder } from '../../db/embedded/make-folder.ts'
import { errorSentence } from '../../error-sentence.ts'
import type { JobTasks } from '../../jobs/job-queue.ts'
import type { Services } from '../../services.ts'
import { hasRoom } from '../../storage/disk-room.ts'
import type { BackupDatabase } from './backup-calls.ts'
import { changeRecord, makeBackup, sweepBackups } from './backup-commands.ts'
import { BackupError, type Verification } from './backup-failure-rules.ts'
import { planBackup } from './backup-plan-commands.ts'
import { backupPlan } from './backup-plan-queries.ts'
import { backupFileName, superfluous } from './backup-plan-rules.ts'
import { BACKUP_TASK, findBackup } from './backup-queries.ts'
import { verifyInProcess, writeInProcess } from './backup-process.ts'

type Port = Pick<Services, 'db' | 'pool' | 'directPool' | 'config'>

/** The jobs of this feature. */
export const backupTasks = (services: Port): JobTasks => ({
  [BACKUP_TASK]: ({ kind, id, createdBy }) =>
    performBackup(
      services,
      kind === 'request' && id ? { kind, id, createdBy: createdBy || null } : { kind: 'schedule' },
    ),
  plan_backup: async () => {
    await sweepBackups(services.db)
    await planBackup(services.db)
  },
})

type Wish = { kind: 'schedule' } | { kind: 'request'; id: string; createdBy: string | null }

/** Makes a backup in the folder of this machine, restores it on trial, and deletes those of the plan that are too many. */
export async function performBackup(services: Port, wish: Wish): Promise<void> {
  const { db, pool, directPool = pool, config } = services
  // A job runs again when its process was killed right after the end.
  if (wish.kind === 'request' && (await findBackup(db, wish.id))?.state === 'done') return
  const { backupDir, backupPassphrase: passphrase } = config
  await removeKilled(db, backupDir, wish)
  const database = backupDatabase(config, directPool)
  const path = join(backupDir, backupFileName(new Date()))
  const prepare = async () => {
    await requireFolder(backupDir)
    await requireRoom(db, backupDir)
  }
  const storage = { dataDir: config.dataDir, bucket: config.bucket }
  const write = () => writeInProcess({ database, storage, path, passphrase })
  const { id } = await makeBackup({ db, write }, path, { ...wish, host: hostname(), prepare })
  await changeRecord(db, id, { verified: 'running' })
  const found = (await lackOfRoom(db, config)) ?? (await verifyInProcess({ database, path, passphrase }))
  await changeRecord(db, id, { ...found, verifiedAt: sql<string>`now()` })
  await deleteSuperfluous(db, backupDir)
}

/**
 * Removes what backups of this machine had written that were killed: each has a name of its own, and would never be replaced.
 * One of this wish is its earlier try, which has ended.
 */
async function removeKilled(db: Services['db'], folder: string, wish: Wish): Promise<void> {
  const rows = await db
    .selectFrom('backupRecord')
    .select('path')
    .where('host', '=', hostname())
    // That of the command is replaced by the next one.
    .where('kind', '!=', 'command')
    .where((row) =>
      row.or([row('state', '=', 'failed'), ...(wish.kind === 'request' ? [row('id', '=', wish.id)] : [])]),
    )
    .execute()
  for (const { path } of rows) if (dirname(path) === folder) await rm(partOf(path), { force: true })
}

/** The database that this pool reaches, as another process can be told. */
export function backupDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>,
  { options }: pg.Pool,
): BackupDatabase {
  const { connectionString, Client, host, port, user, database } = options
  const address = config.databaseDirectUrl ?? config.databaseUrl
  // A client of its own looks for the primary among several hosts: only the address has them all.
  if (Client && address) return address
  if (connectionString !== undefined) return { connectionString }
  return { ...(host && { host }), ...(port && { port }), ...(user && { user }), ...(database && { database }) }
}

/** @throws BackupError when it can be neither made nor written to */
async function requireFolder(folder: string): Promise<void> {
  try {
    makeFolder(folder, 0o700)
    await access(folder, constants.W_OK)
  } catch (error) {
    const said = errorSentence(error)
    throw new BackupError(
      'no_folder',
      `There is no folder for backups: ${said}. Set BACKUP_DIR to one that this user may write to.`,
      // A folder that cannot be made, and of which the system says nothing of use, has a sentence of ours.
      (error as NodeJS.ErrnoException).syscall ? said : folder,
    )
  }
}

/** @throws BackupError when there is less room than the newest backup needed, and a tenth more */
async function requireRoom(db: Services['db'], folder: string): Promise<void> {
  const newest = await db
    .selectFrom('backupRecord')
    .select('bytes')
    .where('state', '=', 'done')
    .where('path', '<>', '')
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!(await hasRoom(folder, Number(newest?.bytes ?? 0) * 1.1)))
    throw new BackupError('no_room', `There is no room for a backup in ${folder}.`, folder)
}

/**
 * A trial stores the database a second time: where the disk of our own PostgreSQL has no room for it, editors could save nothing until
 * it has failed. How much room another server has, only that one knows.
 */
async function lackOfRoom(db: Services['db'], { databaseUrl, dataDir }: Config): Promise<Verification | undefined> {
  const home = databaseUrl === undefined ? homeOf(dataDir) : undefined
  if (home === undefined) return undefined
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db)
  if (await hasRoom(home, Number(rows[0]!.bytes))) return undefined
  return { verified: 'not_possible', verifyFailure: 'no_room', verifyDetail: home }
}

async function deleteSuperfluous(db: Services['db'], folder: string): Promise<void> {
  const { keep } = await backupPlan(db)
  const rows = await db
    .selectFrom('backupRecord')
    .select(['id', 'path', 'verified'])
    .where('kind', '=', 'schedule')
    .where('state', '=', 'done')
    .where('host', '=', hostname())
    .orderBy('startedAt', 'desc')
    .execute()
  for (const { id, path } of superfluous(rows, keep)) {
    if (dirname(path) === folder) await rm(path, { force: true })
    await db.deleteFrom('backupRecord').where('id', '=', id).execute()
  }
}
