import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import type { HealthCheckName, HealthState } from '#contract/health-checks.ts'
import type { Health, HealthHistory, HealthMeasurement } from '#contract/health.ts'
import { buildApp } from '../../app.ts'
import { createDatabase } from '../../db/database.ts'
import { startDatabaseProxy } from '../../db/testing/database-proxy.ts'
import { addJob, startJobRunner } from '../../jobs/job-queue.ts'
import { startSmtpServer } from '../../mail/testing/smtp-server.ts'
import { createTestApp } from '../../testing/app.ts'

// F1: the server measures ten times a second here. `HEALTH_FAULT_SECONDS=5` runs it as in the field, in four minutes.
const SECONDS = Number(process.env['HEALTH_FAULT_SECONDS'] ?? 0.1)
const desk = await createTestApp({ healthSeconds: SECONDS })
const { db, databaseUrl, services, signIn } = desk

// Between the server and PostgreSQL, to be cut.
const wire = await startDatabaseProxy(databaseUrl)
const database = createDatabase({ connectionString: wire.url })
const smtp = await startSmtpServer()
const config = { ...services.config, smtpUrl: smtp.url }
const app = await buildApp({ ...services, db: database.db, deliveryDb: database.db, pool: database.pool, config })
const administrator = await signIn('administrator')
const { monitor } = app.health
/** Without any task it would end at once, and start again. */
const startRunner = () => startJobRunner(desk.pool, { known: async () => undefined }, '', () => undefined, 100)
let runner = await startRunner()

beforeAll(() => app.health.start())
afterAll(async () => {
  await runner.stop()
  await app.close()
  await database.close()
  wire.close()
  await smtp.close()
})

const check = (name: HealthCheckName): HealthMeasurement => monitor.checks().find((one) => one.name === name)!
const becomes = (name: HealthCheckName, state: HealthState) =>
  expect.poll(() => check(name), { message: name, timeout: 15_000 }).toMatchObject({ state })
/** Of what measures time: answers again. On a busy machine it may be slow, which is a warning. */
const recovers = (name: HealthCheckName, timeout = 15_000) =>
  expect.poll(() => ['good', 'warning'].includes(check(name).state), { message: name, timeout }).toBe(true)
const incidents = async () => {
  const reply = await app.inject({ url: '/api/health/history?limit=100', headers: administrator.headers })
  return reply.json<HealthHistory>().incidents
}
/** At its worst in this state: what measures time may have an incident of being slow besides, on a busy machine. */
const incidentOf = async (name: HealthCheckName, state: HealthState) =>
  (await incidents()).find((one) => one.name === name && one.state === state)
const isOver = (name: HealthCheckName, state: HealthState) =>
  expect
    .poll(async () => (await incidentOf(name, state))?.endedAt ?? null, { message: `${name} is over` })
    .not.toBeNull()

/** A connection that no limit of ours holds back, as a script of an operator has. */
async function operator() {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe('a fault turns its check, and back', () => {
  it('the database down', async () => {
    await recovers('database')
    await wire.stop()
    await becomes('database', 'bad')
    expect(check('database').cause).toBe('failed')
    // What asks the database is not bad: it cannot be known.
    await becomes('jobs', 'unknown')
    expect(check('jobs').cause).toBe('needs_database')
    const back = new Date().toISOString()
    await wire.start()
    await recovers('database')
    await becomes('jobs', 'good')
    // Nothing could be written meanwhile, and yet it is in the history.
    await isOver('database', 'bad')
    expect((await incidentOf('database', 'bad'))!.startedAt < back).toBe(true)
  })

  it('whoever worked here before it was away sees what the server knows; everything else is refused', async () => {
    await recovers('database')
    const health = ({ headers }: { headers: { authorization: string } }) => app.inject({ url: '/api/health', headers })
    const [stranger, leaver] = [await signIn('administrator'), await signIn('administrator')]
    expect([(await health(administrator)).statusCode, (await health(leaver)).statusCode]).toEqual([200, 200])
    expect((await app.inject({ method: 'DELETE', url: '/api/session', headers: leaver.headers })).statusCode).toBe(204)
    expect((await health(administrator)).statusCode).toBe(200)
    await wire.stop()
    await becomes('database', 'bad')
    const reply = await health(administrator)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ state: 'bad', isPartial: true, can: { details: true } })
    const found = reply.json<Health>().checks.find(({ name }) => name === 'database')
    expect(found).toMatchObject({ state: 'bad', cause: 'failed', since: check('database').since })
    expect((await health(stranger)).statusCode).toBe(503)
    expect((await health(leaver)).statusCode).toBe(503)
    const { headers } = administrator
    for (const url of ['/api/articles', '/api/health/history', '/api/health/alerts'])
      expect((await app.inject({ url, headers })).statusCode, url).toBe(503)
    await wire.start()
    await recovers('database')
  })

  it('a database that swallows everything does not make the checks hang', async () => {
    wire.swallow()
    await becomes('database', 'bad')
    wire.heal()
    await recovers('database')
  })

  it('a slow query', async () => {
    const client = await operator()
    const slow = client.query('select pg_sleep(60)').catch(() => undefined)
    await becomes('slow_queries', 'warning')
    expect(check('slow_queries').facts.processId).toBeGreaterThan(0)
    await db.executeQuery(
      (await import('kysely')).CompiledQuery.raw('select pg_cancel_backend($1)', [
        check('slow_queries').facts.processId,
      ]),
    )
    await slow
    await becomes('slow_queries', 'good')
    await isOver('slow_queries', 'warning')
  })

  it('a wait for a lock, and it names the process that has it', async () => {
    const [holder, waiter] = [await operator(), await operator()]
    await holder.query('begin; lock table tag in access exclusive mode')
    const waits = waiter.query('select count(*) from tag')
    await becomes('locks', 'warning')
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
    expect(check('locks').facts).toEqual({ blocked: 1, processId: rows[0]?.pid })
    await holder.query('rollback')
    await waits
    await becomes('locks', 'good')
  })

  it('a queue that no one works', async () => {
    await becomes('jobs', 'good')
    await runner.stop()
    await becomes('jobs', 'bad')
    expect(check('jobs').cause).toBe('no_worker')
    runner = await startRunner()
    await becomes('jobs', 'good')
  })

  it('a queue that is stuck', async () => {
    // No worker knows this job, so it stays.
    await addJob(db, 'unheard_of', {}, { runAt: new Date(Date.now() - 400_000).toISOString() })
    await becomes('jobs', 'bad')
    expect(check('jobs').cause).toBe('over_limit')
    await desk.pool.query('delete from graphile_worker._private_jobs')
    await becomes('jobs', 'good')
  })

  it('a storage that is read-only', async () => {
    await recovers('storage')
    const { storage } = services
    const readOnly = () => Promise.reject(Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' }))
    app.health.replaceProbes({ storage: { ...storage, put: readOnly } })
    await becomes('storage', 'bad')
    expect(check('storage')).toMatchObject({ cause: 'failed', detail: 'EROFS: read-only file system' })
    app.health.replaceProbes({ storage })
    await recovers('storage')
  })

  it('reader events that are refused are shown with their reasons, and many of them are a warning', async () => {
    const send = (payload: string, type: string) =>
      app.inject({ method: 'POST', url: '/content/v1/events', headers: { 'content-type': type }, payload })
    await send('{', 'application/json')
    await send('{"events":[]}', 'application/json')
    await send('{}', 'text/plain')
    await expect
      .poll(() => check('event_refusals'), { timeout: 20_000 })
      .toMatchObject({ state: 'good', value: 3, facts: { malformed: 2, otherwise: 1 } })
    await sql`update event_refusal set calls = 2000 where status = 400`.execute(db)
    await becomes('event_refusals', 'warning')
    await sql`delete from event_refusal`.execute(db)
    await becomes('event_refusals', 'good')
  })

  it('a disk that is nearly full', async () => {
    const { disk } = monitor.probes
    app.health.replaceProbes({ disk: async () => ({ folder: '/srv/copydesk', free: 2e8, total: 1e12 }) })
    await becomes('disk', 'bad')
    expect(check('disk')).toMatchObject({ value: 2e8, detail: '/srv/copydesk' })
    app.health.replaceProbes({ disk: async () => ({ folder: '/srv/copydesk', free: 1e12, total: 2e12 }) })
    await becomes('disk', 'good')
    app.health.replaceProbes({ disk })
  })

  it('a mail server that is away, or refuses', async () => {
    await becomes('mail', 'good')
    const { verifyMail } = monitor.probes
    const gone = await startSmtpServer()
    await gone.close()
    const { verifySmtp } = await import('../../mail/mailer.ts')
    app.health.replaceProbes({ verifyMail: () => verifySmtp(gone.url) })
    await becomes('mail', 'bad')
    expect(check('mail').detail).toMatch(/ECONNREFUSED/)
    app.health.replaceProbes({ verifyMail })
    await becomes('mail', 'good')

    const refused = { kind: 'password_reset', recipient: 'a@example.org', payload: '{}', attempts: 2 }
    const id = uuidv7()
    await db
      .insertInto('mailOutbox')
      .values({ id, ...refused, lastError: '451 try again later' })
      .execute()
    await becomes('mail', 'warning')
    expect(check('mail')).toMatchObject({ value: 1, cause: 'refused_mails', detail: '451 try again later' })
    await db.deleteFrom('mailOutbox').where('id', '=', id).execute()
    await becomes('mail', 'good')
  })

  it('an event loop that is blocked', async () => {
    await recovers('event_loop')
    const end = performance.now() + 1500
    while (performance.now() < end);
    await becomes('event_loop', 'bad')
    // With the turn of five seconds that may follow, it is over within 15.
    await recovers('event_loop', 10_000 + SECONDS * 1000)
  })

  it('a clock that is off', async () => {
    app.health.replaceProbes({ now: () => Date.now() + 120_000 })
    await becomes('clock', 'bad')
    expect(Math.round(check('clock').value! / 1000)).toBe(120)
    app.health.replaceProbes({ now: Date.now })
    await becomes('clock', 'good')
  })

  it('an article that should be out', async () => {
    await becomes('schedules', 'good')
    const id = uuidv7()
    await desk.pool.query(
      `insert into article (id, title, slug, status, publish_at) values ($1, 'Late', 'late', 'scheduled', now() - interval '1 hour')`,
      [id],
    )
    await becomes('schedules', 'bad')
    await desk.pool.query('delete from article where id = $1', [id])
    await becomes('schedules', 'good')
  })
})

it('a check that never comes back is not started twice, and is told apart from a bad one', async () => {
  let begun = 0
  app.health.replaceProbes({
    disk: () => {
      begun++
      return new Promise(() => undefined)
    },
  })
  await becomes('disk', 'unknown')
  expect(check('disk').cause).toBe('no_answer')
  await pause(500)
  expect(begun).toBe(1)
})

it('a process that stops leaves no report, and one that was killed is shown as not there', async () => {
  const ghost = uuidv7()
  await desk.pool.query(
    `insert into health_report values ($1, 'web-2', 7, '0.1.0', now() - interval '1 hour', now() - interval '2 minutes', '[]')`,
    [ghost],
  )
  const { processes } = await app.health.view(db)
  expect(processes.map(({ host, present }) => [host === 'web-2', present])).toEqual([
    [true, false],
    [false, true],
  ])
})
