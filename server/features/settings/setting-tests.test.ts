import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { MailTest, StorageTest } from '#contract/settings.ts'
import { startSmtpServer } from '../../mail/testing/smtp-server.ts'
import { createTestApp } from '../../testing/app.ts'

const smtp = await startSmtpServer((n) => n === 2)
afterAll(smtp.close)
const { app, db, services, signIn } = await createTestApp({ smtpUrl: smtp.url })
const administrator = await signIn('administrator')
const { email } = await db
  .selectFrom('userAccount')
  .select('email')
  .where('id', '=', administrator.user.id)
  .executeTakeFirstOrThrow()
const post = (url: string, { headers } = administrator) => app.inject({ method: 'POST', url, headers })
const audited = () =>
  db.selectFrom('auditEvent').select(['entityTitle', 'after']).where('action', '=', 'test').orderBy('number').execute()

describe('the mail test', () => {
  it('sends a mail to the person who asks, and shows what the mail server said', async () => {
    const reply = await post('/api/settings/mail-test')
    expect([reply.statusCode, reply.json<MailTest>()]).toMatchObject([
      200,
      { ok: true, to: email, answer: '250 kept', folder: null },
    ])
    expect(smtp.received).toMatchObject([
      { recipients: [email], text: expect.stringContaining('Test mail from Copydesk') },
    ])
  })

  it('shows a refusal word for word', async () => {
    expect((await post('/api/settings/mail-test')).json()).toMatchObject({
      ok: false,
      to: email,
      answer: '451 try again later',
      folder: null,
    })
  })

  it('says so when no mail server answers, without the password of its address', async () => {
    const { smtpUrl } = services.config
    services.config.smtpUrl = 'smtp://mailer:hunter2secret@127.0.0.1:1'
    const { ok, answer } = (await post('/api/settings/mail-test')).json<MailTest>()
    services.config.smtpUrl = smtpUrl
    expect(ok).toBe(false)
    expect(answer).toMatch(/ECONNREFUSED|connect/)
    expect(answer).not.toContain('hunter2secret')
  })

  it('writes the mail to the folder where no mail server is set', async () => {
    const { smtpUrl } = services.config
    services.config.smtpUrl = undefined
    const reply = (await post('/api/settings/mail-test')).json<MailTest>()
    services.config.smtpUrl = smtpUrl
    const folder = join(services.config.dataDir, 'outbox')
    expect(reply).toMatchObject({ ok: true, answer: '', folder })
    expect(await readdir(folder)).toHaveLength(1)
  })

  it('is recorded, and limited', async () => {
    expect(await audited()).toMatchObject([
      { entityTitle: 'mail', after: { ok: true, answer: '250 kept' } },
      { entityTitle: 'mail', after: { ok: false } },
      { entityTitle: 'mail', after: { ok: false } },
      { entityTitle: 'mail', after: { ok: true } },
    ])
    const codes: number[] = []
    for (let n = 0; n < 7; n++) codes.push((await post('/api/settings/mail-test')).statusCode)
    expect(codes.at(-1)).toBe(429)
  })
})

describe('the storage test', () => {
  const steps = async () => {
    const { ok, steps: done } = (await post('/api/settings/storage-test')).json<StorageTest>()
    return [ok, done.map((one) => [one.step, one.ok])]
  }

  it('writes, reads and deletes a file, and leaves none behind', async () => {
    expect(await steps()).toEqual([
      true,
      [
        ['write', true],
        ['read', true],
        ['delete', true],
      ],
    ])
    const left: string[] = []
    for await (const { key } of services.storage.list()) left.push(key)
    expect(left).toEqual([])
  })

  it.each(['put', 'open', 'remove'] as const)('says what failed: %s', async (name) => {
    const whole = services.storage[name]
    const fail = () => Promise.reject(Object.assign(new Error('the disk is gone'), { code: 'EIO' }))
    Object.assign(services.storage, { [name]: fail })
    const reply = (await post('/api/settings/storage-test')).json<StorageTest>()
    Object.assign(services.storage, { [name]: whole })
    expect(reply.ok).toBe(false)
    const step = { put: 'write', open: 'read', remove: 'delete' }[name]
    expect(reply.steps.at(-1)).toMatchObject({ step, ok: false, detail: 'EIO: the disk is gone' })
    expect((await audited()).at(-1)).toMatchObject({ entityTitle: 'storage', after: { ok: false, step } })
  })

  it('and the mail test are for administrators only', async () => {
    for (const role of ['editor', 'author', 'ad_manager', 'viewer'] as const) {
      const someone = await signIn(role)
      for (const which of ['mail', 'storage'])
        expect((await post(`/api/settings/${which}-test`, someone)).statusCode).toBe(403)
    }
  })
})
