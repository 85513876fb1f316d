import { ClickHouseError, ClickHouseLogLevel, createClient, type ClickHouseSettings } from '@clickhouse/client'
import type { Sql } from './clickhouse-sql.ts'

/** Where events are, as EVENTS_URL says. */
export type ClickHouseAddress = {
  /** http(s), without user and path. */
  url: string
  database: string
  user: string
  password: string
  /** The name of the cluster whose servers hold the tables; undefined for a single server. */
  cluster: string | undefined
}

/** A connection to ClickHouse. All statements of a process go through it. */
export type ClickHouse = ClickHouseAddress & {
  /** Numbers of 64 bits may arrive as text; see `rowsAs`. */
  rows: <Row>(statement: Sql) => Promise<Row[]>
  run: (statement: Sql) => Promise<void>
  /** Durable once it resolves, as far as the server's settings promise. */
  insert: (table: string, rows: readonly object[]) => Promise<void>
  close: () => Promise<void>
}

/** A counting statement of a large hour takes its time; an insert or a question must not. */
const REQUEST_MS = 60_000
/** Room for lists of a hundred thousand ids. */
const LONG_STATEMENTS: ClickHouseSettings = {
  max_query_size: String(64 * 1024 * 1024),
  max_ast_elements: '5000000',
  max_expanded_ast_elements: '5000000',
}
/** With shards, an insert is acknowledged when they have the rows, not when they are queued for them. */
const SYNCHRONOUS: ClickHouseSettings = { insert_distributed_sync: 1 }

export class EventsUnavailable extends Error {
  /** As the error handler knows it: worth trying again. */
  readonly code = 'ECONNREFUSED'
}

/** Opens connections when they are needed. @param options.requestMs how long a statement may take */
export function connectClickHouse(
  address: ClickHouseAddress,
  { requestMs = REQUEST_MS }: { requestMs?: number } = {},
): ClickHouse {
  const client = createClient({
    url: address.url,
    username: address.user,
    password: address.password,
    database: address.database,
    request_timeout: requestMs,
    max_open_connections: 10,
    clickhouse_settings: { ...LONG_STATEMENTS, ...(address.cluster && SYNCHRONOUS) },
    log: { level: ClickHouseLogLevel.OFF },
  })
  return {
    ...address,
    rows: async (statement) => {
      const result = await client.query({ query: statement.sql, format: 'JSONEachRow' }).catch(explain)
      return result.json()
    },
    run: async (statement) => void (await client.command({ query: statement.sql }).catch(explain)),
    insert: async (table, rows) =>
      void (await client.insert({ table, values: rows, format: 'JSONEachRow' }).catch(explain)),
    close: () => client.close(),
  }
}

/** Overloaded, out of memory or of connections, too many parts, or a replica that cannot write or be reached now. */
const PASSING = new Set(['159', '160', '202', '209', '210', '241', '242', '252', '279', '285', '286', '319', '999'])

/** @throws EventsUnavailable for what may work later; else what the server says against the statement, a defect of ours */
function explain(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  const code = /^Code: (\d+)/.exec(message)?.[1] ?? (error instanceof ClickHouseError ? error.code : undefined)
  if (code !== undefined && !PASSING.has(code)) throw error
  throw new EventsUnavailable(`ClickHouse does not answer: ${message}`, { cause: error })
}
