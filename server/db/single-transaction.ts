import { EventEmitter } from 'node:events'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.ts'

/** Kysely, and a pool for libraries, on one connection and within its transaction. */
export type SingleTransaction = { db: Kysely<Tables>; pool: pg.Pool }

const BOUNDARY = /^\s*(begin|start transaction|commit|rollback)\b/i

/**
 * Lets code that opens transactions of its own, as migrations do, work within the one that is open on `client`: where it
 * begins or ends one, nothing happens. A failure must end the whole transaction.
 */
export function withinTransaction(client: pg.ClientBase): SingleTransaction {
  const query = (...args: unknown[]): unknown => {
    const [first] = args
    const text = typeof first === 'string' ? first : (first as { text?: string }).text
    if (text && BOUNDARY.test(text)) return Promise.resolve({ rows: [], rowCount: 0, command: '' })
    return (client.query as (...given: unknown[]) => unknown).apply(client, args)
  }
  const connection = Object.assign(new EventEmitter(), { query, release: () => undefined })
  const pool = Object.assign(new EventEmitter(), {
    connect: async () => connection,
    query,
    end: async () => undefined,
    options: {},
  })
  // Libraries ask for both.
  for (const event of ['error', 'connect']) pool.on(event, () => undefined)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pool as never }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, pool: pool as unknown as pg.Pool }
}
