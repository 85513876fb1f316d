import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { startSmtpServer } from '../../mail/testing/smtp-server.ts'
import { createTestApp } from '../../testing/app.ts'

// Refuses every third message it is offered.
const smtp = await startSmtpServer((n) => n % 3 === 0)
afterAll(smtp.close)
const { app, db, createUser, runJobs } = await createTestApp({ smtpUrl: smtp.url })

const waiting = async () =>
  (await db.selectFrom('mailOutbox').where('status', '=', 'waiting').select('id').execute()).length
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
