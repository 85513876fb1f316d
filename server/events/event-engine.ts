import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { ClickHouseAddress } from './clickhouse/clickhouse-connection.ts'
import { createClickHouseEvents } from './clickhouse/clickhouse-events.ts'
import { prepareClickHouse } from './clickhouse/clickhouse-tables.ts'
import type { EventStore } from './event-store.ts'
import { createPostgresEvents } from './postgres/postgres-events.ts'

export type EventEngine = {
  /** The store of events. Its statements to PostgreSQL go through these connections. */
  storeOn: (db: Kysely<Tables>) => EventStore
  close: () => Promise<void>
}

/**
 * The engine that stores and counts reader events: ClickHouse at this address, whose missing tables are made, or PostgreSQL.
 * @throws Error when ClickHouse does not answer
 */
export async function openEventEngine(address: ClickHouseAddress | undefined): Promise<EventEngine> {
  if (!address) return postgresEngine
  // Its client is loaded where it is used.
  const { connectClickHouse } = await import('./clickhouse/clickhouse-connection.ts')
  const clickHouse = connectClickHouse(address)
  await prepareClickHouse(clickHouse).catch(async (error: unknown) => {
    await clickHouse.close()
    throw new Error('EVENTS_URL is wrong', { cause: error })
  })
  return { storeOn: (db) => createClickHouseEvents(clickHouse, db), close: clickHouse.close }
}

/** Events in the product's own database. */
export const postgresEngine: EventEngine = { storeOn: createPostgresEvents, close: async () => undefined }
