import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDatabase } from './db/database.ts'
import { watchReplica, type ReadReplica } from './db/read-replica.ts'
import { openSession } from './features/session/session-commands.ts'
import type { Services } from './services.ts'
import { startStreamingReplica } from './testing/streaming-replica.ts'
import { createTestStorage } from './testing/test-storage.ts'
import { postgresEngine } from './events/event-engine.ts'

const { primary, replica, dataDir, stopReplica } = await startStreamingReplica()
const { db, pool } = primary
const config = readConfig({ HOST: 'localhost', PORT: '80', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const storage = await createTestStorage(dataDir)
const copies = { db: replica.db, deliveryDb: replica.db }

/** A server process of its own, as far as the databases are concerned. */
async function startProcess(watched: Promise<ReadReplica>) {
  const services: Services = {
    db,
    deliveryDb: db,
    replica: await watched,
    pool,
    config,
    storage,
    events: postgresEngine,
  }
  const app = await buildApp(services)
  afterAll(() => app.close())
  return app
}
const one = await startProcess(watchReplica(db, copies))
const other = await startProcess(watchReplica(db, copies))
type App = typeof one

async function signIn() {
  const id = uuidv7()
  const email = `${id}@example.com`
  await db
    .insertInto('userAccount')
    .values({ id, email, emailKey: email, name: 'Kim', passwordHash: 'x', role: 'editor', status: 'active' })
    .execute()
  const session = await openSession(db, { userId: id, passwordHash: 'x' }, { ip: '127.0.0.1', userAgent: 'test' })
  return { authorization: `bearer ${session!.token}` }
}
type Person = Awaited<ReturnType<typeof signIn>>

const createTag = async (app: App, headers: Person, name: string) =>
  expect((await app.inject({ method: 'POST', url: '/api/tags', headers, payload: { name } })).statusCode).toBe(201)
const tagsOf = async (app: App, headers: Person) => {
  const reply = await app.inject({ url: '/api/tags?pageSize=100', headers })
  expect(reply.statusCode).toBe(200)
  return reply.json<{ items: { name: string }[] }>().items.map(({ name }) => name)
}
const readersTags = async (app: App) =>
  (await app.inject({ url: '/content/v1/tags?limit=100' }))
    .json<{ items: { name: string }[] }>()
    .items.map(({ name }) => name)
/** Pauses the replica when it has everything. */
async function pauseReplay() {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn() as lsn`.execute(db)
  const has = async () =>
    (await sql<{ has: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]!.lsn}::pg_lsn as has`.execute(replica.db))
      .rows[0]?.has
  await expect.poll(has).toBe(true)
  await sql`select pg_wal_replay_pause()`.execute(replica.db)
  const paused = async () =>
    (await sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`.execute(replica.db)).rows[0]?.state
  await expect.poll(paused).toBe('paused')
}
const goOn = () => sql`select pg_wal_replay_resume()`.execute(replica.db)

const [ann, ben] = [await signIn(), await signIn()]

it('lists and delivery come from the replica; who saved sees the change at once, in every process', async () => {
  // Both processes have seen that the replica has all that is there.
  await sql`select pg_switch_wal()`.execute(db)
  await pauseReplay()
  const fromReplica = async () => (await readPids()).length
  await expect
    .poll(async () => {
      await Promise.all([tagsOf(one, ben), tagsOf(other, ben), readersTags(one), readersTags(other)])
      return fromReplica()
    })
    .toBeGreaterThan(0)
  await createTag(one, ann, 'Just saved')
  expect(await tagsOf(one, ann)).toContain('Just saved')
  expect(await tagsOf(other, ann)).toContain('Just saved')
  // Others, and readers, get what the replica has: that is how one can tell that they read there.
  expect(await tagsOf(one, ben)).not.toContain('Just saved')
  expect(await tagsOf(other, ben)).not.toContain('Just saved')
  expect(await readersTags(one)).not.toContain('Just saved')

  await goOn()
  for (const app of [one, other]) {
    await expect.poll(() => tagsOf(app, ben)).toContain('Just saved')
    await expect.poll(() => readersTags(app)).toContain('Just saved')
  }
})

/** Connections of the replica that have answered a list. */
async function readPids() {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where query like '%"tag"%' and pid <> pg_backend_pid()`.execute(replica.db)
  return rows
}

it('a replica that is too far behind is not read from', async () => {
  const impatient = await startProcess(watchReplica(db, copies, { lagMostMs: 1000, firstAnswerMs: 10_000 }))
  await pauseReplay()
  await createTag(one, ann, 'Long ago')
  await expect.poll(() => tagsOf(impatient, ben)).toContain('Long ago')
  await goOn()
})

it('a session that begins now reads all that was there before', async () => {
  await pauseReplay()
  await createTag(one, ann, 'Before sign-in')
  expect(await tagsOf(other, await signIn())).toContain('Before sign-in')
  await goOn()
})

it('who only has an article open reads on from the replica', async () => {
  const payload = { title: 'Open' }
  const { id } = (await one.inject({ method: 'POST', url: '/api/articles', headers: ann, payload })).json<{
    id: string
  }>()
  const positions = () => db.selectFrom('session').select(['id', 'wroteLsn']).orderBy('id').execute()
  const before = await positions()
  const report = { method: 'POST', url: `/api/articles/${id}/presence`, headers: ben } as const
  expect((await one.inject({ ...report, payload: { tab: 'abcdefgh' } })).statusCode).toBe(200)
  expect(await positions()).toEqual(before)
})

it('is refused when it is another database, or when nothing answers', async () => {
  const stranger = createDatabase({ host: '/nowhere/at/all', port: 5432 })
  const elsewhere = createDatabase({ ...replica.pool.options, database: 'postgres' })
  afterAll(() => Promise.all([stranger.close(), elsewhere.close()]))
  const patience = { lagMostMs: 1000, firstAnswerMs: 100 }
  const nothing = watchReplica(db, { db: stranger.db, deliveryDb: stranger.db }, patience)
  await expect(nothing).rejects.toThrow('DATABASE_READ_URL is wrong: nothing answers there')
  const foreign = watchReplica(db, { db: elsewhere.db, deliveryDb: elsewhere.db }, patience)
  await expect(foreign).rejects.toThrow(
    'DATABASE_READ_URL is wrong: it is not a replica of the database of DATABASE_URL',
  )
})

it('without the replica every read goes on, from the primary', async () => {
  await stopReplica()
  await createTag(one, ann, 'Without it')
  for (const app of [one, other])
    for (const person of [ann, ben]) expect(await tagsOf(app, person)).toContain('Without it')
  expect(await readersTags(one)).toContain('Without it')
})
