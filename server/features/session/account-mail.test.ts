import { sql } from 'kysely'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startSmtpServer } from '../../mail/testing/smtp-server.ts'
import { addJob } from '../../jobs/job-queue.ts'
import { createTestApp } from '../../testing/app.ts'
import { sweepMail } from './account-mail-commands.ts'

// Refuses every third message it is offered, or all.
let refusesAll = false
const smtp = await startSmtpServer((n) => refusesAll || n % 3 === 0)
afterAll(smtp.close)
const { app, db, services, createUser, runJobs } = await createTestApp({ smtpUrl: smtp.url })

const waiting = async () =>
  (await db.selectFrom('mailOutbox').where('status', '=', 'waiting').select('id').execute()).length
const mailTo = (email: string) =>
  db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).executeTakeFirst()
/** What was refused is due again in a few seconds; the test does not wait for them. */
const becomeDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)

it('no mail is lost and none is doubled while the mail server refuses a third of them', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => createUser()))
  for (const { email } of people) await app.inject({ method: 'POST', url: '/api/password-resets', payload: { email } })
  for (let round = 0; round < 12 && (await waiting()) > 0; round++) {
    await becomeDue()
    await runJobs()
  }
  expect(await waiting()).toBe(0)
  const addresses = smtp.received.flatMap(({ recipients }) => recipients)
  expect(addresses.toSorted((a, b) => a.localeCompare(b))).toEqual(
    people.map(({ email }) => email).toSorted((a, b) => a.localeCompare(b)),
  )
})

it('a mail says who it is from and that a machine wrote it', () => {
  const { text = '' } = smtp.received[0] ?? {}
  expect(text).toMatch(/^From: Copydesk <copydesk@localhost>$/m)
  expect(text).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(text).toMatch(/^Message-ID: <[\w-]{36}@localhost>$/m)
})

it('a mail that could not be handed over 25 times has failed, and says why', async () => {
  const { email } = await createUser()
  await app.inject({ method: 'POST', url: '/api/password-resets', payload: { email } })
  const one = db.updateTable('mailOutbox').where('recipient', '=', email)
  await one.set({ attempts: 24 }).execute()
  refusesAll = true
  await runJobs()
  refusesAll = false
  expect(await mailTo(email)).toMatchObject({ status: 'failed', attempts: 25, lastError: expect.stringMatching(/\w/) })
})

it('a mail whose last try ended with its process is found, and has failed too', async () => {
  const [given, young] = [await createUser(), await createUser()]
  for (const { email } of [given, young])
    await app.inject({ method: 'POST', url: '/api/password-resets', payload: { email } })
  await sql`update mail_outbox set created_at = now() - interval '2 days' where recipient = ${given.email}`.execute(db)
  await sweepMail(services)
  expect(await mailTo(given.email)).toMatchObject({ status: 'waiting' })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(db)
  await sweepMail(services)
  expect(await mailTo(given.email)).toMatchObject({ status: 'failed', lastError: 'given up' })
  expect(await mailTo(young.email)).toMatchObject({ status: 'waiting' })
})

it('of two requests for a new password the later by the clock of the database is answered', async () => {
  const { email } = await createUser()
  // A process whose clock is two days fast asked first.
  for (const [id, minutesAgo] of [
    ['ffffffff-0000-7000-8000-000000000001', 2],
    ['01900000-0000-7000-8000-000000000002', 1],
  ] as const) {
    const createdAt = sql<string>`now() - make_interval(mins => ${minutesAgo})`
    await db
      .insertInto('mailOutbox')
      .values({ id, kind: 'password_reset', recipient: email, payload: '{}', createdAt })
      .execute()
    await addJob(db, 'send_mail', { id })
  }
  const before = smtp.received.length
  for (let round = 0; round < 5; round++) {
    await becomeDue()
    await runJobs()
  }
  const rows = await db.selectFrom('mailOutbox').select(['id', 'status']).where('recipient', '=', email).execute()
  expect(Object.fromEntries(rows.map(({ id, status }) => [id.slice(0, 2), status]))).toEqual({
    ff: 'dropped',
    '01': 'sent',
  })
  expect(smtp.received.slice(before).filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
})

it('mails in the outbox folder are removed after thirty days, and nothing else there', async () => {
  const folder = join(services.config.dataDir, 'outbox')
  await mkdir(folder, { recursive: true })
  for (const [name, days] of [
    ['old.txt', 31],
    ['old.txt.part', 31],
    ['young.txt', 29],
    ['notes.md', 31],
  ] as const) {
    await writeFile(join(folder, name), 'To: kim@example.com')
    const written = new Date(Date.now() - days * 86_400_000)
    await utimes(join(folder, name), written, written)
  }
  await addJob(db, 'sweep_mail', {})
  await runJobs()
  expect((await readdir(folder)).toSorted()).toEqual(['notes.md', 'young.txt'])
})
