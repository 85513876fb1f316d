import type { Socket } from 'node:net'
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** Every query takes this as its first argument: a pool or an open transaction, never a hidden global. */
export type Db = Kysely<Tables> | Transaction<Tables>

// Rows come as the wire wants them: times as ISO strings, counts as numbers (all of ours are far below 2^53).
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString())
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

const SILENCE = 5000

/** PostgreSQL ends a slow statement itself; when not even that is heard, the way to it is cut and must be given up. */
function endWhenSilent(client: pg.PoolClient) {
  // Not in pg's types, but what its own pool goes by.
  const inner = client as unknown as { connection: { stream: Socket }; readyForQuery: boolean }
  inner.connection.stream.setTimeout(SILENCE, () => {
    if (!inner.readyForQuery) inner.connection.stream.destroy()
  })
}

export type Database = { db: Kysely<Tables>; pool: pg.Pool; close: () => Promise<void> }

/**
 * Opens the pool. Connects lazily; a lost server ends no process, the next query just tries again.
 * @param connection where PostgreSQL is: socket directory or host, or a connection string
 */
export function createDatabase(connection: pg.PoolConfig): Database {
  const pool = new pg.Pool({ ...POOL, types, ...connection })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (pool.options.statement_timeout) endWhenSilent(client)
  })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, pool, close: () => db.destroy() }
}
