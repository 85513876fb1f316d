import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { dropIndexes, dropReferences, makeIndexes, makeReferences } from '../db/index-rebuild.ts'
import { migrate, migrateThrough, migrations } from '../db/migrate.ts'
import { withinTransaction } from '../db/single-transaction.ts'
import { migrateJobs } from '../jobs/job-queue.ts'
import type { Storage } from '../storage/storage.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { checkBackup, visitBackup } from './check-backup.ts'
import { DamagedBackupError, OtherRowsError } from './damaged-backup-error.ts'
import { dropCopydesk, placeState, usersOfDatabase } from './restore-place.ts'
import { connectForCopy, listTables, qualified, type SnapshotTable } from './snapshot.ts'
import { createTableDigest } from './table-digest.ts'
import { readTable } from './write-backup.ts'

/** The place or the backup does not allow it; the message is a sentence. Nothing was changed. */
export class RestoreRefusedError extends Error {
  override readonly name = 'RestoreRefusedError'
}

export type RestoreTarget = {
  connection: pg.ClientConfig
  /** Undefined: files are checked and not written, as for a trial. */
  storage: Pick<Storage, 'open' | 'put' | 'remove'> | undefined
}
export type RestoreOptions = {
  passphrase?: string | undefined
  /** Takes the place of what is there. */
  replace?: boolean
  /**
   * For a database that is dropped when it fails, on a server that others use: in many short transactions, because a long one holds
   * back the sealing of the audit log, and with one core, because making indexes takes all of them.
   */
  isTrial?: boolean
  /** Ends it, also in the middle; then nothing was changed. */
  signal?: AbortSignal
  onProgress?: (line: string) => void
}

/**
 * Brings a backup back: everything or nothing. The file is checked as a whole before anything is touched; then the schema of
 * its time, its rows, a comparison of what was stored with what the backup says, and later migrations are one transaction.
 * @throws DamagedBackupError; RestoreRefusedError; whatever database and storage throw
 */
export async function restoreBackup(
  path: string,
  { connection, storage }: RestoreTarget,
  options: RestoreOptions = {},
): Promise<BackupManifest> {
  const { passphrase, replace = false, isTrial = false, onProgress = () => undefined, signal } = options
  const manifest = await checkBackup(path, passphrase)
  onProgress(`The backup of ${manifest.startedAt} is whole.`)
  requireKnownMigrations(manifest)
  const client = await connectForCopy(connection, 'copydesk restore')
  const put: string[] = []
  const pause = async () => {
    signal?.throwIfAborted()
    if (isTrial) await client.query('commit; begin')
  }
  try {
    if (isTrial) await client.query('set max_parallel_maintenance_workers = 0; set max_parallel_workers_per_gather = 0')
    await client.query('begin')
    // Two restores at once, and a server that starts meanwhile: the second waits here, as for migrations.
    await client.query(`select pg_advisory_xact_lock(hashtext('copydesk schema'))`)
    await requirePlace(client, replace)
    await dropCopydesk(client)
    const { db, pool } = withinTransaction(client)
    await createJobSchema(client)
    await migrateThrough(db, manifest.migrations)
    await migrateJobs(pool)
    onProgress('The tables are made.')
    await loadContent(client, path, { passphrase, manifest, storage, put, onProgress, pause, signal })
    await pause()
    await compareStored(client, manifest, signal)
    onProgress('Every row was compared with the backup.')
    await freeLockedJobs(client)
    await migrate(db)
    await completeOwnRecord(client, manifest, (await stat(path)).size)
    signal?.throwIfAborted()
    await client.query('commit')
    if (!isTrial) await client.query('analyze')
    return manifest
  } catch (error) {
    for (const key of put) await storage?.remove(key).catch(() => undefined)
    throw error
  } finally {
    // Whatever was not committed goes with the connection.
    await client.end().catch(() => undefined)
  }
}

function requireKnownMigrations({ migrations: done, version }: BackupManifest): void {
  const unknown = done.filter((name) => !(name in migrations))
  if (unknown.length > 0)
    throw new RestoreRefusedError(
      `The backup was made by a newer Copydesk (${version}, with ${unknown.join(', ')}); restore it with that one.`,
    )
}

async function requirePlace(client: pg.ClientBase, replace: boolean): Promise<void> {
  const state = await placeState(client)
  if (state === 'foreign')
    throw new RestoreRefusedError('The database holds tables of another program; restore into one of its own.')
  if (state === 'filled' && !replace)
    throw new RestoreRefusedError('The database has content already; restore into an empty one, or say --replace.')
  const users = await usersOfDatabase(client)
  if (users > 0)
    throw new RestoreRefusedError(`The database is in use by ${users} connections of Copydesk; stop its servers first.`)
}

/** The queue looks for its own table first, and a failed look would end the transaction. */
async function createJobSchema(client: pg.ClientBase): Promise<void> {
  await client.query(`create schema graphile_worker; create table graphile_worker.migrations (
    id int primary key, ts timestamptz default now() not null, breaking boolean not null default false)`)
}

type Load = {
  passphrase: string | undefined
  manifest: BackupManifest
  storage: RestoreTarget['storage']
  put: string[]
  onProgress: (line: string) => void
  /** Between two tables. */
  pause: () => Promise<void>
  signal: AbortSignal | undefined
}

async function loadContent(client: pg.Client, path: string, load: Load): Promise<void> {
  const { manifest, passphrase, storage, put, onProgress, pause, signal } = load
  await makePartitions(client, manifest)
  const present = await listTables(client)
  for (const table of manifest.tables) requireColumns(table, present)
  const names = present.map(qualified)
  const references = await dropReferences(client, names)
  const indexes = await dropIndexes(client, names)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await emptyTables(client, names)

  let current: { id: string; copy: TableCopy } | undefined
  const endTable = async () => {
    if (!current) return
    await current.copy.end()
    current = undefined
    await pause()
  }
  const read = await visitBackup(path, passphrase, {
    async onTable(table, text) {
      signal?.throwIfAborted()
      const id = qualified(table)
      if (current?.id !== id) {
        await endTable()
        const columns = manifest.tables.find((known) => qualified(known) === id)?.columns
        if (!columns) throw new DamagedBackupError(`The backup is damaged: ${id} is not in its list.`)
        current = { id, copy: startCopy(client, { ...table, columns, partition: null }) }
        onProgress(`Loading ${table.name}`)
      }
      await current.copy.write(text)
    },
    async onFile(key, content, sha256) {
      signal?.throwIfAborted()
      await endTable()
      if (storage) await putFile(storage, key, content, sha256, put)
    },
  })
  await endTable()
  if (JSON.stringify(read) !== JSON.stringify(manifest))
    throw new DamagedBackupError('The backup changed while it was read.')

  onProgress('Making indexes')
  for (const index of indexes) {
    await makeIndexes(client, [index])
    await pause()
  }
  await makeReferences(client, references)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { schema, name, value, isCalled } of manifest.sequences)
    await client.query(`select setval($1::regclass, $2, $3)`, [qualified({ schema, name }), value, isCalled])
}

/** Migrations make only those of the day they run. */
async function makePartitions(client: pg.ClientBase, { tables }: BackupManifest): Promise<void> {
  const present = new Set((await listTables(client)).map(qualified))
  for (const { schema, name, partition } of tables)
    if (partition && !present.has(qualified({ schema, name })))
      await client.query(
        `create table ${qualified({ schema, name })} partition of ${qualified({ schema, name: partition.of })} ${partition.bound}`,
      )
}

/** What migrations wrote is in the backup as well. The audit log, which may not be emptied, has nothing of the kind. */
async function emptyTables(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (rowCount) await client.query(`truncate ${name}`)
  }
}

function requireColumns(table: SnapshotTable, present: readonly SnapshotTable[]): void {
  const found = present.find((other) => qualified(other) === qualified(table))
  const missing = table.columns.filter((column) => !found?.columns.includes(column))
  if (!found || missing.length > 0)
    throw new RestoreRefusedError(`This Copydesk has no ${table.name} (${missing.join(', ')}) as the backup has it.`)
}

type TableCopy = { write: (text: Buffer) => Promise<void>; end: () => Promise<void> }

function startCopy(client: pg.Client, table: SnapshotTable): TableCopy {
  const columns = table.columns.map((column) => `"${column}"`).join(', ')
  const stream = client.query(copyFrom(`copy ${qualified(table)} (${columns}) from stdin`))
  const lost = () => stream.destroy(new Error('Connection terminated'))
  client.on('end', lost)
  // Settled once, also while no one waits for it.
  const ended = new Promise<void>((resolve, reject) => stream.once('finish', resolve).once('error', reject))
  ended.catch(() => undefined)
  return {
    write: (text) =>
      Promise.race([
        ended,
        new Promise<void>((resolve) => {
          stream.write(text, () => resolve())
        }),
      ]).then(() => (stream.destroyed ? ended : undefined)),
    end: async () => {
      stream.end()
      await ended.finally(() => client.off('end', lost))
    },
  }
}

/** Stores a file and reads it back; `put` gets the keys of those that were not there. */
async function putFile(
  storage: NonNullable<RestoreTarget['storage']>,
  key: string,
  content: Buffer,
  sha256: string,
  put: string[],
): Promise<void> {
  const stored = async () => {
    const found = await storage.open(key)
    return (
      found &&
      createHash('sha256')
        .update(await buffer(found.stream))
        .digest('hex')
    )
  }
  const before = await stored()
  if (before === sha256) return
  if (before === undefined) put.push(key)
  await storage.put(key, content)
  if ((await stored()) !== sha256) throw new Error(`The storage did not keep ${key} as it was written.`)
}

/** Reads every table back. @throws OtherRowsError when rows are missing, doubled or changed */
async function compareStored(client: pg.Client, manifest: BackupManifest, signal?: AbortSignal): Promise<void> {
  for (const table of manifest.tables) {
    signal?.throwIfAborted()
    const digest = createTableDigest()
    for await (const chunk of readTable(client, table)) digest.add(chunk)
    const stored = digest.end()
    if (stored.rows !== table.rows || stored.fingerprint !== table.fingerprint) throw new OtherRowsError(table.name)
  }
}

/** In the backup its own record says that it is being made; Health would take that for one that was interrupted. */
async function completeOwnRecord(client: pg.ClientBase, { finishedAt, tables, files }: BackupManifest, bytes: number) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  await client.query(
    `update backup_record set state = 'done', finished_at = $1, bytes = $2, rows = $3, files = $4, missing_files = $5
     where id = (select id from backup_record where state = 'running' order by started_at desc limit 1)`,
    [finishedAt, bytes, rows, files.count, files.missing],
  )
}

/** Their workers do not exist here. */
async function freeLockedJobs(client: pg.ClientBase): Promise<void> {
  await client.query(`update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
    where locked_by is not null`)
  await client.query(
    `update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by is not null`,
  )
}
