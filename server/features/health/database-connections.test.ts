import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import type { DatabaseConnection, HealthMeasurement } from '#contract/health.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { buildApp } from '../../app.ts'
import { createDatabase } from '../../db/database.ts'
import { createTestApp } from '../../testing/app.ts'
import { asServerAdmin, onDatabase } from '../../testing/test-postgres.ts'

const { app, db, pool, services, databaseUrl, signIn, createUser } = await createTestApp()
const administrator = await signIn(await createUser({ role: 'administrator', name: 'Ada' }))
const server = inject('postgres').url

type Reply = { items: DatabaseConnection[]; code?: ProblemCode }
const listOf = async (check: 'locks' | 'slow_queries', { headers } = administrator, at = app) => {
  const reply = await at.inject({ url: `/api/health/connections/${check}`, headers })
  return { status: reply.statusCode, ...reply.json<Reply>() }
}
const end = async (body: object, { headers } = administrator, at = app) => {
  const reply = await at.inject({ method: 'POST', url: '/api/health/connections/end', headers, payload: body })
  return { status: reply.statusCode, code: reply.body === '' ? undefined : reply.json<Reply>().code }
}
const measured = async () =>
  (
    await app.inject({ method: 'POST', url: '/api/health/checks/locks/run', headers: administrator.headers })
  ).json<HealthMeasurement>()
const identityOf = ({ processId, connectedAt }: DatabaseConnection) => ({ processId, connectedAt })
const log = () =>
  db
    .selectFrom('auditEvent')
    .where('entityType', '=', 'connection')
    .select(['action', 'entityTitle', 'actorName', 'before'])
    .orderBy('at')
    .orderBy('id')
    .execute()

/** A connection of someone beside the server, as an open console has. */
async function connect(application: string, url = databaseUrl) {
  const client = new pg.Client({ connectionString: url, application_name: application })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Object.assign(client, { pid: rows[0]!.pid })
}

/** Someone forgot to commit, another waits for that, and a third for the second. */
async function blockTags(url = databaseUrl) {
  const holder = await connect('forgotten console', url)
  await holder.query('begin')
  await holder.query('lock table tag in share mode')
  const begin = async (application: string, statement: string) => {
    const client = await connect(application)
    const outcome = client.query(statement).catch((error: unknown) => error)
    await expect.poll(async () => (await waiting()).includes(client.pid)).toBe(true)
    return { client, outcome }
  }
  const writer = await begin('writer', 'begin; lock table tag in access exclusive mode; commit')
  const reader = await begin('reader', 'select count(*) from tag')
  return { holder, writer: writer.outcome, reader: reader.outcome }
}
async function waiting() {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_locks where not granted')
  return rows.map(({ pid }) => pid)
}

it('ends the connection that others wait for: who it is, what it did last, and the log tells who ended it', async () => {
  const { holder, writer, reader } = await blockTags()
  const { items } = await listOf('locks')
  expect(items).toEqual([
    {
      processId: holder.pid,
      connectedAt: expect.stringMatching(/^2\d{3}-.*Z$/) as string,
      application: 'forgotten console',
      user: new URL(databaseUrl).username || holder.user,
      address: expect.anything() as string,
      state: 'idle in transaction',
      since: expect.stringMatching(/^2\d{3}-.*Z$/) as string,
      statement: 'lock table tag in share mode',
      blocked: 2,
    },
  ])
  expect((await measured()).facts).toMatchObject({ blocked: 2, processId: holder.pid })

  expect(await end(identityOf(items[0]!))).toEqual({ status: 204, code: undefined })
  await Promise.all([writer, reader])
  expect((await listOf('locks')).items).toEqual([])
  expect((await measured()).facts).toEqual({})
  expect(await log()).toEqual([
    {
      action: 'end',
      entityTitle: 'forgotten console',
      actorName: 'Ada',
      before: expect.objectContaining({ processId: holder.pid, user: items[0]!.user }) as object,
    },
  ])
  // What it was about to write may be private.
  expect(JSON.stringify(await log())).not.toContain('lock table')

  expect(await end(identityOf(items[0]!)), 'it is gone meanwhile').toEqual({ status: 404, code: 'not_found' })
  expect(await log()).toHaveLength(1)
})

it('ends also what holds back the log itself', async () => {
  const holder = await connect('holder of the log')
  await holder.query('begin; lock table audit_event in access exclusive mode')
  const waiter = (await connect('waiter')).query('select count(*) from audit_event').catch(() => undefined)
  await expect.poll(async () => (await listOf('locks')).items.length).toBe(1)
  expect(await end(identityOf((await listOf('locks')).items[0]!))).toMatchObject({ status: 204 })
  await waiter
  expect((await log()).at(-1)).toMatchObject({ entityTitle: 'holder of the log' })
})

it('lists statements that run long, and leaves out those that have just begun', async () => {
  const slow = await connect('report')
  const runs = slow.query('select pg_sleep(60)').catch(() => undefined)
  await expect
    .poll(async () => (await listOf('slow_queries')).items, { timeout: 15_000 })
    .toMatchObject([{ processId: slow.pid, application: 'report', state: 'active', statement: 'select pg_sleep(60)' }])
  expect(await end(identityOf((await listOf('slow_queries')).items[0]!))).toMatchObject({ status: 204 })
  await runs
  expect((await listOf('slow_queries')).items).toEqual([])
})

it('another connection that has got the same number meanwhile is left alone', async () => {
  const other = await connect('another')
  expect(await end({ processId: other.pid, connectedAt: '2020-01-01T00:00:00.000Z' })).toMatchObject({ status: 404 })
  expect((await other.query('select 1')).rowCount).toBe(1)
})

it('connections of other databases and those that measure are neither named nor ended', async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asServerAdmin(server, [`create database ${name}`])
  onTestFinished(() => asServerAdmin(server, [`drop database ${name} with (force)`]))
  const [holder, waiter] = [
    await connect('holder', onDatabase(server, name)),
    await connect('waiter', onDatabase(server, name)),
  ]
  await holder.query('create table t (n int); insert into t values (1)')
  await holder.query('begin; update t set n = 2')
  const waits = waiter.query('update t set n = 3').catch(() => undefined)
  await expect.poll(waiting).toContain(waiter.pid)
  const { value, facts } = await measured()
  expect({ value, facts }, 'a wait in another database').toEqual({ value: 0, facts: {} })
  expect((await listOf('locks')).items).toEqual([])

  const measuring = await connect('copydesk health')
  const { rows } = await pool.query<{ pid: number; at: string }>(
    `select pid, backend_start as at from pg_stat_activity where pid = any($1)`,
    [[holder.pid, measuring.pid]],
  )
  expect(rows).toHaveLength(2)
  for (const { pid, at } of rows) expect(await end({ processId: pid, connectedAt: at })).toMatchObject({ status: 404 })
  await holder.query('rollback')
  await waits
  expect((await measuring.query('select 1')).rowCount).toBe(1)
})

it('says so where the role of the database may neither see nor end it', async () => {
  const role = `test_${randomUUID().replaceAll('-', '')}`
  const name = new URL(databaseUrl).pathname.slice(1)
  await asServerAdmin(server, [`create role ${role} login`])
  await pool.query(
    `grant all on all tables in schema public to ${role}; grant usage on schema public, graphile_worker to ${role}`,
  )
  onTestFinished(async () => {
    await pool.query(`drop owned by ${role}`)
    await asServerAdmin(server, [`drop role ${role}`])
  })
  const url = new URL(onDatabase(server, name))
  url.username = role
  const poor = createDatabase({ connectionString: url.href })
  const poorApp = await buildApp({ ...services, db: poor.db, deliveryDb: poor.db, pool: poor.pool })
  onTestFinished(async () => {
    await poorApp.close()
    await poor.close()
  })
  const { holder, writer, reader } = await blockTags()
  const { items } = await listOf('locks', administrator, poorApp)
  expect(items).toMatchObject([{ processId: holder.pid, statement: null, connectedAt: null, since: null, blocked: 2 }])
  expect(await end(identityOf(items[0]!), administrator, poorApp)).toEqual({
    status: 403,
    code: 'connection_protected',
  })
  await holder.query('rollback')
  await Promise.all([writer, reader])
  expect((await log()).map(({ entityTitle }) => entityTitle)).not.toContain('')
})

it('is for administrators', async () => {
  const editor = await signIn('editor')
  expect((await listOf('locks', editor)).status).toBe(403)
  expect((await end({ processId: 1, connectedAt: null }, editor)).status).toBe(403)
  for (const processId of [0, -1, 1.5, '1', 2 ** 31])
    expect([processId, (await end({ processId, connectedAt: null })).status]).toEqual([processId, 400])
})
