import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'node:net'
import { createPreparing } from './prepared-statements.ts'
import type { DatabaseConnection } from './database-hosts.ts'
import { newClient } from './database-hosts.ts'

/** What pg's types leave out of a client, and pg's own pool relies on. */
type Inner = { connection: { stream: Socket }; readyForQuery: boolean; processID?: number }
const innerOf = (client: pg.PoolClient) => client as unknown as Inner

/** Whether the client waits for an answer of PostgreSQL. */
export const isWaiting = (client: pg.PoolClient): boolean => !innerOf(client).readyForQuery
export const socketOf = (client: pg.PoolClient): Socket => innerOf(client).connection.stream

type Lease = { client: pg.PoolClient; options: DatabaseConnection }
type Scope = { signal: AbortSignal; leases: Set<Lease> }
const scopes = new AsyncLocalStorage<Scope>()

/**
 * Runs the work so that `signal` ends its queries: a statement that runs is ended in PostgreSQL, an open transaction is
 * rolled back, and no further query is sent, a COMMIT neither.
 */
export function withAbortableQueries<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const scope: Scope = { signal, leases: new Set() }
  signal.addEventListener('abort', () => scope.leases.forEach(abandon), { once: true })
  return scopes.run(scope, work)
}

/** The part of a pool that Kysely uses; its connections belong to the scope of whoever takes them. */
export function abortablePool(pool: pg.Pool, { prepares = true } = {}) {
  const prepare = createPreparing()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect(): Promise<pg.PoolClient> {
      const scope = scopes.getStore()
      scope?.signal.throwIfAborted()
      const client = await pool.connect()
      if (prepares) prepare(client)
      if (!scope) return client
      if (scope.signal.aborted) {
        client.release()
        throw scope.signal.reason
      }
      const lease = { client, options: pool.options }
      const release = client.release.bind(client)
      client.release = (destroy) => {
        scope.leases.delete(lease)
        release(destroy)
      }
      scope.leases.add(lease)
      return client
    },
  }
}

/** Closing the connection makes sure that nothing more is sent; what PostgreSQL is still doing for it is ended, too. */
function abandon({ client, options }: Lease): void {
  const { processID, readyForQuery } = innerOf(client)
  socketOf(client).destroy()
  // A pooler ends its connection to PostgreSQL itself, and the process id it told us is none of PostgreSQL's.
  if (!readyForQuery && processID && !options.pooled) void endBackend(options, processID)
}

const CONTROL_MS = 3000

async function endBackend(options: DatabaseConnection, processId: number): Promise<void> {
  const { password } = options
  const control = newClient({
    ...options,
    ...(password !== undefined && { password }),
    connectionTimeoutMillis: CONTROL_MS,
  })
  control.on('error', () => {})
  try {
    await control.connect()
    const ended = control.query('select pg_terminate_backend($1)', [processId])
    await Promise.race([ended, pause(CONTROL_MS, undefined, { ref: false })])
  } catch {
    // The statement time limit ends it then.
  } finally {
    void control.end().catch(() => {})
  }
}
