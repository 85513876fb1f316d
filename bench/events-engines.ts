/**
 * `npm run bench:engines -- [--events 1000000] [--today]`: the same generated events into PostgreSQL and ClickHouse, every
 * question asked of both; prints events per second, bytes per event, and whether all answers are equal. Ends by itself.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { createDatabase } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { connectClickHouse } from '../server/events/clickhouse/clickhouse-connection.ts'
import { createClickHouseEvents } from '../server/events/clickhouse/clickhouse-events.ts'
import { ch } from '../server/events/clickhouse/clickhouse-sql.ts'
import { prepareClickHouse } from '../server/events/clickhouse/clickhouse-tables.ts'
import { readEventsUrl } from '../server/events/clickhouse/events-url.ts'
import type { EventBatch, EventStore } from '../server/events/event-store.ts'
import { createPostgresEvents } from '../server/events/postgres/postgres-events.ts'
import { answersOf, callsOf, createWorld } from '../server/events/testing/event-world.ts'
import { startClickHouse } from '../scripts/clickhouse/start-clickhouse.ts'
import { readArguments } from '../scripts/read-arguments.mjs'

const { values } = readArguments({
  usage: 'npm run bench:engines -- [options]',
  about: 'The same events into PostgreSQL and ClickHouse, and every question asked of both.',
  options: {
    events: { type: 'string', default: '1000000', about: 'events' },
    today: { type: 'boolean', default: false, about: 'a ClickHouse server of today instead of the one of the system' },
  },
})
const world = createWorld(1, Number(values.events), { days: 1 / 4 })
/** As many as one write of the server takes at most. */
const EVENTS_PER_WRITE = 10_000

const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
const server = await startClickHouse({ isToday: values.today })
const { db, close } = createDatabase({ ...postgres.connection, statement_timeout: 0, max: 3 })
const clickHouse = connectClickHouse(readEventsUrl(server.url), { requestMs: 300_000 })
try {
  await migrate(db)
  await prepareClickHouse(clickHouse)
  await clickHouse.run(ch`truncate table reader_event`)
  console.log(`${world.events.toLocaleString('en')} events of six hours; milliseconds where no unit is given\n`)
  const inPostgres = await measure('PostgreSQL', createPostgresEvents(db), postgresBytes)
  await sql`truncate reader_hour`.execute(db)
  const inClickHouse = await measure(
    `ClickHouse ${server.version}`,
    createClickHouseEvents(clickHouse, db),
    clickHouseBytes,
  )
  const questions = Object.keys(inPostgres)
  const different = questions.filter((name) => !isDeepStrictEqual(inPostgres[name], inClickHouse[name]))
  console.log(
    `\n${questions.length - different.length} of ${questions.length} answers are equal ${different.join(', ')}`,
  )
  if (different.length > 0) process.exitCode = 1
} finally {
  await clickHouse.close()
  await close()
  await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(name: string, store: EventStore, bytes: () => Promise<{ raw: number; counts: number }>) {
  await store.maintain()
  let stored = 0
  let writing = 0
  let batch: EventBatch[] = []
  let size = 0
  const write = async () => {
    const began = performance.now()
    await store.append(batch)
    writing += performance.now() - began
    stored += size
    batch = []
    size = 0
  }
  for (const call of callsOf(world)) {
    batch.push(call)
    size += call.events.length
    if (size >= EVENTS_PER_WRITE) await write()
  }
  await write()
  // As autovacuum does on a server that has run for a minute.
  await sql`analyze`.execute(db)
  const began = performance.now()
  const hours = await store.rollUp()
  const counting = performance.now() - began
  const asked = performance.now()
  const answers = await answersOf(store, world)
  const asking = performance.now() - asked
  const { raw, counts } = await bytes()
  const perSecond = (ms: number) => Math.round((stored / ms) * 1000).toLocaleString('en')
  console.log(`${name}
  stored                ${perSecond(writing)} events/s
  counted               ${perSecond(counting)} events/s (${hours} hours)
  all questions         ${Math.round(asking)}
  raw events            ${(raw / stored).toFixed(1)} bytes/event
  counts                ${(counts / stored).toFixed(1)} bytes/event`)
  return answers
}

async function postgresBytes() {
  const { rows } = await sql<{ raw: number; counts: number }>`
    select sum(pg_total_relation_size(oid)) filter (where relname ~ '^reader_(event|batch)')::bigint as raw,
      sum(pg_total_relation_size(oid)) filter (where relname ~ '_(hour|minutes|day)$' or relname = 'reader_term')::bigint as counts
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db)
  return rows[0]!
}

/** Once all parts are merged: the rows of old counts are gone then. */
async function clickHouseBytes() {
  const tables = await clickHouse.rows<{ name: string }>(ch`
    select name from system.tables where database = currentDatabase() and engine like ${'%MergeTree'}`)
  for (const { name } of tables) await clickHouse.run(ch`optimize table ${{ sql: name }} final`)
  const rows = await clickHouse.rows<{ name: string; bytes: string }>(ch`
    select table as name, sum(bytes_on_disk) as bytes from system.parts
    where database = currentDatabase() and active group by table`)
  const sum = (isRaw: boolean) =>
    rows.filter(({ name }) => name.startsWith('reader_') === isRaw).reduce((all, { bytes }) => all + Number(bytes), 0)
  return { raw: sum(true), counts: sum(false) }
}
