import { randomUUID } from 'node:crypto'
import { connectClickHouse, type ClickHouse } from '../events/clickhouse/clickhouse-connection.ts'
import { createClickHouseEvents } from '../events/clickhouse/clickhouse-events.ts'
import { readEventsUrl } from '../events/clickhouse/events-url.ts'
import { ch } from '../events/clickhouse/clickhouse-sql.ts'
import { prepareClickHouse } from '../events/clickhouse/clickhouse-tables.ts'
import { postgresEngine, type EventEngine } from '../events/event-engine.ts'
import { cleanUp } from './clean-up.ts'

/** The address of a ClickHouse for tests, as EVENTS_URL; set by `npm run test:clickhouse`. */
const url = process.env['CLICKHOUSE_URL']

/** A database of this test's or test file's own in the ClickHouse of the tests; dropped after its last test. */
export async function createTestClickHouse(): Promise<ClickHouse> {
  if (!url) throw new Error('CLICKHOUSE_URL is not set: run npm run test:clickhouse')
  const server = connectClickHouse(readEventsUrl(url))
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await server.run(ch`create database ${{ sql: database }}`)
  const clickHouse = connectClickHouse({ ...readEventsUrl(url), database })
  await prepareClickHouse(clickHouse)
  cleanUp(async () => {
    await clickHouse.close()
    await server.run(ch`drop database ${{ sql: database }}`)
    await server.close()
  })
  return clickHouse
}

/** The engine of one test file: PostgreSQL, or with TEST_EVENTS=clickhouse a ClickHouse database of its own. */
export async function createTestEvents(): Promise<EventEngine & { clickHouse?: ClickHouse }> {
  if (process.env['TEST_EVENTS'] !== 'clickhouse') return postgresEngine
  const clickHouse = await createTestClickHouse()
  return { clickHouse, storeOn: (db) => createClickHouseEvents(clickHouse, db), close: async () => undefined }
}
