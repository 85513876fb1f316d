import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { startStreamingReplica } from '../testing/streaming-replica.ts'
import { createDatabase } from './database.ts'
import { databaseConnection, newClient } from './database-hosts.ts'
import { isDatabaseUnavailable } from './errors.ts'
import { startDatabaseProxy } from './testing/database-proxy.ts'

const { primary, replica, stopPrimary, startPrimary } = await startStreamingReplica()
const placeOf = ({ pool: { options } }: typeof primary) => ({ host: String(options.host), port: options.port ?? 5432 })
const [first, second] = [placeOf(primary), placeOf(replica)]
const { user, database } = primary.pool.options
// The replica first, as an address that was not changed after the last promotion.
const address = `postgres://${user}@/${database}?host=${second.host},${first.host}&port=${second.port},${first.port}&target_session_attrs=read-write`
const { db, close } = createDatabase(databaseConnection(address))
afterAll(close)

const count = async (on = db) =>
  (await sql<{ count: number }>`select count(*)::int as count from promoted`.execute(on)).rows[0]?.count

it.each([
  ['postgres://me:secret@one/desk', 'postgres://me:secret@one/desk', undefined],
  ['postgres://me:secret@one:5433,two/desk?sslmode=require', 'postgres://me:secret@one:5433/desk?sslmode=require', 2],
  ['postgresql://[::1]:1,[::2]/desk?target_session_attrs=primary', 'postgresql://[::1]:1/desk', 2],
])('%s is understood', (text, one, several) => {
  const connection = databaseConnection(text)
  expect(connection.connectionString).toBe(one)
  expect(connection.Client !== undefined).toBe(several !== undefined)
})

it.each([
  ['mysql://one/desk', 'must be an address'],
  ['postgres://one,/desk', 'no name'],
  ['postgres://one:70000,two/desk', 'port'],
  ['postgres://one,two/desk?target_session_attrs=standby', 'target_session_attrs'],
])('%s is refused', (text, why) => {
  expect(() => databaseConnection(text)).toThrow(why)
})

it('a connection that breaks while it is opened is an error of its caller, and of no one else', async () => {
  const proxy = await startDatabaseProxy(`postgres://${user}@localhost:${first.port}/${database}?host=${first.host}`)
  const several = proxy.url.replace(/(127\.0\.0\.1:\d+)/, '$1,127.0.0.1:1')
  const opening = createDatabase({ ...databaseConnection(several), connectionTimeoutMillis: 1500 })
  try {
    await sql`select 1`.execute(opening.db)
    // The first connection is in use; another one is greeted in time, and not asked which server it is.
    await opening.db.connection().execute(async () => {
      proxy.slowDown(1000)
      const late = await sql`select 1`.execute(opening.db).catch((error: unknown) => error)
      expect(isDatabaseUnavailable(late)).toBe(true)
    })
  } finally {
    await opening.close()
    proxy.close()
  }
}, 30_000)

it('of several hosts the primary is written to; after a promotion the new one, and never again the old one', async () => {
  await sql`create table promoted (n int)`.execute(db)
  await sql`insert into promoted values (1)`.execute(db)
  expect(await count(primary.db)).toBe(1)
  // A connection outside of any pool, too: backups have one.
  const client = newClient(databaseConnection(address))
  await client.connect()
  expect((await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')).rows).toEqual([
    { follows: false },
  ])
  await client.end()

  await expect.poll(() => count(replica.db).catch(() => 0)).toBe(1)
  await stopPrimary()
  const refused = await sql`insert into promoted values (2)`.execute(db).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(refused)).toBe(true)
  await sql`select pg_promote(false)`.execute(replica.db)
  await expect
    .poll(() =>
      sql`insert into promoted values (2)`.execute(db).then(
        () => 'written',
        () => 'refused',
      ),
    )
    .toBe('written')
  expect(await count(replica.db)).toBe(2)

  // The old one comes back and takes writes: no new connection goes there, also not of another process.
  await startPrimary()
  expect(await count(primary.db)).toBe(1)
  for (const connection of [databaseConnection(address), databaseConnection(address)]) {
    const later = createDatabase(connection)
    await sql`insert into promoted values (3)`.execute(later.db)
    await later.close()
  }
  expect(await count(primary.db)).toBe(1)
  expect(await count(replica.db)).toBe(4)
}, 60_000)
