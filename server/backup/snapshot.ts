import type pg from 'pg'
import { newClient } from '../db/database-hosts.ts'
import type { BackupSequence } from './backup-manifest.ts'

export type SnapshotTable = {
  schema: string
  name: string
  columns: string[]
  /** Of which table it is a partition, and of what: made while Copydesk runs, so no migration makes it. */
  partition: { of: string; bound: string } | null
}
export type Snapshot = {
  client: pg.Client
  tables: SnapshotTable[]
  migrations: string[]
  /** Positions of all sequences, at or after those of the snapshot. */
  sequences: () => Promise<BackupSequence[]>
  close: () => Promise<void>
}

/** Another backup of this database is being made. */
export class BackupRunningError extends Error {
  override readonly name = 'BackupRunningError'
  constructor() {
    super('Another backup of this database is being made.')
  }
}

/** Values are written and read the same way, whatever the server's settings are. */
export const COPY_SETTINGS = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/**
 * Not in a backup: sign-ins, links of resets and counts of limits, which must not come back, and what migrations write.
 * Unlogged tables are left out as well.
 */
const LEFT_OUT = [
  'public.session',
  'public.pending_sign_in',
  'public.second_step_challenge',
  'public.password_reset',
  'public.rate_limit',
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'graphile_worker.migrations',
]

const ATTEMPTS = 5

/**
 * Opens a connection that sees the database as it is at this moment, whatever others write, until `close`.
 * @throws BackupRunningError when another one is open on this database
 */
export async function openSnapshot(connection: pg.ClientConfig): Promise<Snapshot> {
  const client = await connectForCopy(connection, 'copydesk backup')
  try {
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${BACKUP_LOCK}) as free`)
    if (!rows[0]?.free) throw new BackupRunningError()
    const tables = await lockTables(client)
    const done = await client.query<{ name: string }>('select name from kysely_migration order by name')
    return {
      client,
      tables,
      migrations: done.rows.map(({ name }) => name),
      sequences: () => sequencesOf(client),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** A connection of its own without time limits, with the settings of COPY. A lost server rejects queries and ends no process. */
export async function connectForCopy(connection: pg.ClientConfig, applicationName: string): Promise<pg.Client> {
  const client = newClient({ ...connection, application_name: applicationName, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(COPY_SETTINGS)
  return client
}

/** Held by the connection of a backup; files that rows of its snapshot name are not removed meanwhile. */
const BACKUP_LOCK = `hashtextextended('copydesk backup', 0)`

/** SQL: whether a backup of this database is being made. */
export const BACKUP_UNDER_WAY = `exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
  and database = (select oid from pg_database where datname = current_database())
  and ((classid::bigint << 32) | objid::bigint) = ${BACKUP_LOCK})`

/** Locking takes no snapshot; the list that is read afterwards does, and no migration can come between. */
async function lockTables(client: pg.Client): Promise<SnapshotTable[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await listTables(client)
    if (before.length === 0) throw new Error('There is no Copydesk in this database.')
    await client.query('begin isolation level repeatable read read only')
    const missing = await client
      .query(`lock table ${before.map(qualified).join(', ')} in access share mode`)
      .catch((error: unknown) => error as { code?: string })
    if ('code' in missing && missing.code !== '42P01') throw missing
    if (!('code' in missing)) {
      const locked = await listTables(client)
      if (JSON.stringify(locked) === JSON.stringify(before)) return locked
    }
    await client.query('rollback')
  }
  throw new Error('The tables of the database are being changed; try again later.')
}

export const qualified = ({ schema, name }: { schema: string; name: string }): string => `"${schema}"."${name}"`

/** The tables of a backup and the columns that are stored in it; generated ones follow from the others. */
export async function listTables(client: pg.ClientBase): Promise<SnapshotTable[]> {
  const { rows } = await client.query<SnapshotTable>(
    `select nspname as schema, relname as name, array_agg(attname::text order by attnum) as columns,
       (select jsonb_build_object('of', parent.relname, 'bound', pg_get_expr(pg_class.relpartbound, pg_class.oid))
        from pg_inherits join pg_class parent on parent.oid = inhparent
        where inhrelid = pg_class.oid and pg_class.relispartition) as partition
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
     where nspname in ('public', 'graphile_worker') and relkind = 'r' and relpersistence = 'p'
       and attnum > 0 and not attisdropped and attgenerated = '' and nspname || '.' || relname <> all($1)
     group by pg_class.oid, nspname, relname order by 1, 2`,
    [LEFT_OUT],
  )
  return rows
}

async function sequencesOf(client: pg.ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences
     where schemaname in ('public', 'graphile_worker') order by 1, 2`,
  )
  const found: BackupSequence[] = []
  for (const sequence of rows) {
    const { rows: state } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value as value, is_called as "isCalled" from ${qualified(sequence)}`,
    )
    found.push({ ...sequence, ...state[0]! })
  }
  return found
}
