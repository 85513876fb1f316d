import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { abortablePool, isWaiting, socketOf } from './abortable-pool.ts'
import type { DatabaseConnection } from './database-hosts.ts'
import { isoTime } from './iso-time.ts'
import type { Tables } from './tables.ts'

/** Every query takes this as its first argument: a pool or an open transaction, never a hidden global. */
export type Db = Kysely<Tables> | Transaction<Tables>

// Rows come as the wire wants them: times as ISO strings, counts as numbers (all of ours are far below 2^53).
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTime)
types.setTypeParser(pg.types.builtins.TIMESTAMP, (value) => value.replace(' ', 'T'))
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.DATE, (value) => value)

const POOL = {
  max: 10,
  connectionTimeoutMillis: 2000,
  statement_timeout: 4000,
  idle_in_transaction_session_timeout: 15_000,
  keepAlive: true,
  application_name: 'copydesk',
}

/** Nothing that goes to a replica may write, even if its address is that of the primary. */
export const READ_ONLY_POOL = { options: '-c default_transaction_read_only=on' }

/** Readers are many, and what they ask for is quick: fewer connections, and less time for each statement. */
export const DELIVERY_POOL = { max: 6, statement_timeout: 3000, application_name: 'copydesk delivery' }

/** Counting the readers of a large site takes longer than a person may wait; no one waits for it. */
export const COUNTING_POOL = {
  max: 3,
  connectionTimeoutMillis: 60_000,
  statement_timeout: 30_000,
  application_name: 'copydesk counting',
}

/** An import waits for what others have locked, as a large merge does for a minute; all of it would be lost otherwise. */
export const IMPORT_POOL = {
  max: 4,
  connectionTimeoutMillis: 60_000,
  statement_timeout: 120_000,
  application_name: 'copydesk import',
}

/** What listens, and what is copied: few connections, to PostgreSQL itself. */
export const DIRECT_POOL = { max: 3, application_name: 'copydesk direct' }

/** Longer than any statement may take. */
const silenceOf = (statementMs: number) => Math.max(5000, statementMs + 1000)

/**
 * PostgreSQL ends a slow statement itself; when not even that is heard, the connection is lost and must be given up.
 * The others of the pool that were not heard of either go with it, so that no later query waits as long again.
 */
function closeSilentConnections(pool: pg.Pool, silenceMs: number): void {
  const heardAt = new Map<pg.PoolClient, number>()
  const isSilent = (client: pg.PoolClient) => performance.now() - (heardAt.get(client) ?? 0) > silenceMs - 500
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    const note = () => heardAt.set(client, performance.now())
    note()
    socket.on('data', note)
    socket.on('close', () => heardAt.delete(client))
    // Set without a callback: that one would be called once only, and an idle moment would use it up.
    socket.setTimeout(silenceMs)
    socket.on('timeout', () => {
      if (!isWaiting(client) || !isSilent(client)) return
      for (const other of heardAt.keys()) if (isSilent(other)) socketOf(other).destroy()
    })
  })
}

export type Database = { db: Kysely<Tables>; pool: pg.Pool; close: () => Promise<void> }

/**
 * Opens the pool. Connects lazily; a lost server ends no process, the next query just tries again.
 * @param connection where PostgreSQL is: socket directory or host, or a connection string
 */
export function createDatabase(connection: DatabaseConnection): Database {
  const options: DatabaseConnection = { ...POOL, types, ...connection }
  const pool = new pg.Pool(options)
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  const { statement_timeout: statementMs } = pool.options
  if (statementMs) closeSilentConnections(pool, silenceOf(statementMs))
  const db = new Kysely<Tables>({
    // A pooler gives each transaction another connection, which does not know the statement.
    dialect: new PostgresDialect({ pool: abortablePool(pool, { prepares: !options.pooled }) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, pool, close: () => db.destroy() }
}
