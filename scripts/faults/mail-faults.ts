import { freePort } from '../../e2e/support/running-server.ts'
import { startSmtpServer } from '../../server/mail/testing/smtp-server.ts'
import { callerOf } from './fault-call.ts'
import type { FaultResult } from './fault-round.ts'
import { until, type Site } from './fault-site.ts'
import type { Person } from './people.ts'

/** No mail server answers, then one does that refuses some mails at first: each mail that was promised arrives once. */
export async function smtpDown(site: Site, people: readonly Person[], refusing: boolean): Promise<FaultResult> {
  const fault = 'SMTP down'
  const port = await freePort()
  await site.restart({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const { call, close } = callerOf(site.url, 4)
  try {
    const promised: string[] = []
    for (const [n, { email }] of people.entries()) {
      const body = { email }
      const { status } = await call({ method: 'POST', path: '/api/password-resets', body, from: `10.9.8.${n}` })
      if (status === 202) promised.push(email)
    }
    const { db } = site.database
    await until(
      'a mail that failed',
      async () => {
        const waiting = await db.selectFrom('mailOutbox').select('attempts').where('attempts', '>', 0).execute()
        return waiting.length > 0
      },
      site,
    )
    const smtp = await startSmtpServer((n) => refusing && n % 3 === 0, port)
    const back = performance.now()
    const received = () => smtp.received.flatMap(({ recipients }) => recipients)
    await until('all mails', () => promised.every((email) => received().includes(email)), site, 120)
    const backMs = performance.now() - back
    await until(
      'an empty outbox',
      async () => {
        const waiting = await db.selectFrom('mailOutbox').select('id').where('status', '=', 'waiting').execute()
        return waiting.length === 0
      },
      site,
    )
    const all = received()
    await smtp.close()
    const twice = promised.filter((email) => all.filter((to) => to === email).length > 1)
    return {
      fault,
      rounds: 1,
      acknowledged: promised.length,
      lost: promised.filter((email) => !all.includes(email)).length,
      backMs,
      flaws: [
        ...(promised.length === people.length ? [] : ['a reset was not promised']),
        ...twice.map((email) => `two mails to ${email}`),
      ],
      ...(refusing && { note: 'one in three refused at first' }),
    }
  } finally {
    close()
    await site.restart()
  }
}
