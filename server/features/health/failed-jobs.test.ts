import { sql } from 'kysely'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAILED_JOBS_SHOWN, type FailedJobs, type HealthMeasurement } from '#contract/health.ts'
import { addJob, runJobsOnce } from '../../jobs/job-queue.ts'
import { dropWaitingMail } from '../../mail/mail-outbox.ts'
import { sweepMail } from '../session/account-mail-commands.ts'
import { createTestApp } from '../../testing/app.ts'

const { app, db, pool, services, signIn, createUser, runJobs } = await createTestApp()
const administrator = await signIn(await createUser({ role: 'administrator', name: 'Ada' }))
const editor = await signIn('editor')

async function api<T>(method: 'GET' | 'POST', url: string, body?: object, who = administrator) {
  const reply = await app.inject({ method, url, headers: who.headers, ...(body && { payload: body }) })
  return { status: reply.statusCode, body: (reply.body === '' ? undefined : reply.json()) as T }
}
const failed = async () => (await api<FailedJobs>('GET', '/api/health/jobs')).body
const measured = async () => (await api<HealthMeasurement>('POST', '/api/health/checks/failed_jobs/run')).body.value
const act = (action: 'start' | 'delete', ids: string[], who = administrator) =>
  api<{ changed: number }>('POST', `/api/health/jobs/${action}`, { ids }, who)
const log = async () =>
  db
    .selectFrom('auditEvent')
    .where('entityType', '=', 'job')
    .select(['action', 'entityTitle', 'actorName'])
    .orderBy('at')
    .orderBy('id')
    .execute()

const sqlJobs = () =>
  sql<{ id: string }>`select id::text, attempts, run_at from graphile_worker.jobs order by id`.execute(db)

/** Jobs whose only try fails: an article has another id. */
async function giveUp(...articles: string[]) {
  for (const article of articles) await addJob(db, 'publish_article', { article }, { maxAttempts: 1 })
  await runJobs()
}

it('lists the jobs that were given up, the newest first, with what they are about and what went wrong', async () => {
  await giveUp('first', 'second')
  await addJob(db, 'publish_article', { article: 'third' }, { maxAttempts: 25 })
  await runJobs()
  const { total, items } = await failed()
  expect(total).toBe(2)
  expect(items.map(({ payload }) => payload)).toEqual([{ article: 'second' }, { article: 'first' }])
  expect(items[0]).toMatchObject({ task: 'publish_article', attempts: 1 })
  expect(items[0]?.error).toMatch(/invalid input syntax for type uuid: "second"/)
  expect(await measured()).toBe(2)
})

it('does a job again from its first try, and the log tells who wanted it', async () => {
  const [second] = (await failed()).items
  expect((await act('start', [second!.id])).body).toEqual({ changed: 1 })
  expect((await failed()).total).toBe(1)
  expect(await measured()).toBe(1)
  await runJobs()
  // Its cause is still there.
  expect((await failed()).items.map(({ payload }) => payload)).toEqual([{ article: 'second' }, { article: 'first' }])
  expect(await log()).toEqual([{ action: 'startAgain', entityTitle: 'publish_article', actorName: 'Ada' }])
})

it('deletes jobs permanently', async () => {
  const { items } = await failed()
  expect(
    (
      await act(
        'delete',
        items.map(({ id }) => id),
      )
    ).body,
  ).toEqual({ changed: 2 })
  expect(await failed()).toEqual({ total: 0, items: [] })
  await runJobs()
  expect(await failed()).toEqual({ total: 0, items: [] })
  expect((await log()).slice(1)).toEqual(
    Array.from({ length: 2 }, () => ({ action: 'delete', entityTitle: 'publish_article', actorName: 'Ada' })),
  )
})

it('leaves alone what waits, is tried again, or is not there any more', async () => {
  await addJob(db, 'publish_article', { article: 'later' }, { runAt: new Date(Date.now() + 3_600_000).toISOString() })
  const { rows } = await sqlJobs()
  for (const action of ['start', 'delete'] as const)
    expect((await act(action, [...rows.map(({ id }) => id), '999999999'])).body).toEqual({ changed: 0 })
  expect((await sqlJobs()).rows).toEqual(rows)
})

describe('a mail that was given up', () => {
  const mail = async () => (await failed()).items.find(({ task }) => task === 'send_mail')
  const stateOf = (email: string) =>
    db.selectFrom('mailOutbox').where('recipient', '=', email).select(['status', 'attempts']).executeTakeFirst()
  const outbox = () =>
    readdir(join(services.config.dataDir, 'outbox'))
      .then((names) => names.length)
      .catch(() => 0)
  /** Asked for four days ago; the last try ended with its process. */
  async function giveUpMail() {
    const { email } = await createUser()
    await app.inject({ method: 'POST', url: '/api/password-resets', payload: { email } })
    await sql`update mail_outbox set created_at = now() - interval '4 days', attempts = 24 where recipient = ${email}`.execute(
      db,
    )
    await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = '550 no such mailbox'
      where key like 'mail:%'`.execute(db)
    await sweepMail(services)
    return email
  }

  it('is listed with whom it is to and why, and is sent once when it is started again', async () => {
    const before = await measured()
    const email = await giveUpMail()
    expect(await mail()).toMatchObject({
      payload: { kind: 'password_reset', to: email },
      attempts: 25,
      error: '550 no such mailbox',
    })
    expect(await measured()).toBe(before! + 1)
    expect((await act('start', [(await mail())!.id])).body).toEqual({ changed: 1 })
    expect(await mail()).toBeUndefined()
    const sent = await outbox()
    for (let round = 0; round < 3; round++) await runJobs()
    expect(await outbox()).toBe(sent + 1)
    expect(await stateOf(email)).toEqual({ status: 'sent', attempts: 1 })
    expect((await log()).at(-1)).toMatchObject({ action: 'startAgain', entityTitle: 'send_mail' })
  })

  it('is not sent when it is deleted, nor when a newer one took its place', async () => {
    const deleted = await giveUpMail()
    expect((await act('delete', [(await mail())!.id])).body).toEqual({ changed: 1 })
    expect(await stateOf(deleted)).toMatchObject({ status: 'dropped' })
    const replaced = await giveUpMail()
    const { id } = (await mail())!
    await dropWaitingMail(db, 'password_reset', replaced)
    expect(await mail()).toBeUndefined()
    expect((await act('start', [id])).body).toEqual({ changed: 0 })
    const sent = await outbox()
    await runJobs()
    expect(await outbox()).toBe(sent)
    await sweepMail(services)
    expect((await sqlJobs()).rows.map((job) => job.id)).not.toContain(id)
  })
})

it('shows some of many, and counts all', async () => {
  await giveUp(...Array.from({ length: FAILED_JOBS_SHOWN + 3 }, (_, n) => `article ${n}`))
  const { total, items } = await failed()
  expect([total, items.length]).toEqual([FAILED_JOBS_SHOWN + 3, FAILED_JOBS_SHOWN])
})

it('is for administrators, and says which id is wrong', async () => {
  const [job] = (await failed()).items
  expect((await api('GET', '/api/health/jobs', undefined, editor)).status).toBe(403)
  for (const action of ['start', 'delete'] as const) {
    expect((await act(action, [job!.id], editor)).status).toBe(403)
    for (const ids of [['x'], ['-1'], ['1'.repeat(30)], []]) expect((await act(action, ids)).status).toBe(400)
  }
  expect((await failed()).items[0]).toEqual(job)
})

it.each([
  ['storage_away', 'connect ECONNREFUSED', { code: 'STORAGE_UNAVAILABLE' }],
  ['database_away', 'the database system is shutting down', { code: '57P01' }],
  ['no_room', 'ENOSPC: no space left on device, write', { code: 'ENOSPC' }],
  ['mail_away', 'connect ECONNREFUSED', { code: 'ESOCKET', command: 'CONN' }],
  ['mail_refused', '550 no such mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }],
  ['too_slow', 'canceling statement due to statement timeout', { code: '57014' }],
  ['unexpected', 'unexpected end of file', {}],
] as const)(
  'says why as a code, here %s, and keeps the words of the system beside it',
  async (failure, message, more) => {
    await addJob(db, 'crop_media', {}, { maxAttempts: 1 })
    const tasks = { crop_media: () => Promise.reject(Object.assign(new Error(message), more)) }
    const newest = async () => {
      await runJobsOnce(pool, tasks)
      return (await failed()).items[0]
    }
    await expect.poll(newest).toMatchObject({ task: 'crop_media', failure, error: message })
    const check = (await api<HealthMeasurement>('POST', '/api/health/checks/failed_jobs/run')).body
    expect(check.detail).toBe(message)
    await act('delete', [(await failed()).items[0]!.id])
  },
)
