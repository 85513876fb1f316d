import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { issueReset } from './link-commands.ts'
import { createTestApp, PASSWORD } from '../../testing/app.ts'
import { writtenMails } from '../../testing/written-mails.ts'

const { app, db, services, createUser, signIn, runJobs } = await createTestApp({
  publicUrl: 'https://desk.example.org',
})
const NEW_PASSWORD = 'another long passphrase'

const ask = (email: unknown, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/password-resets', payload: { email }, headers })
const confirm = (token: string, password = NEW_PASSWORD) =>
  app.inject({ method: 'POST', url: '/api/password-resets/confirm', payload: { token, password } })
const trySignIn = (email: string, password: string) =>
  app.inject({ method: 'POST', url: '/api/session', payload: { email, password } })

async function mailsTo(address: string): Promise<string[]> {
  await runJobs()
  return writtenMails(services.config.dataDir, address)
}
const linkIn = (mail = '') => new URL(/https?:\S+/.exec(mail)?.[0] ?? 'none:')
const tokenIn = (mail = '') => linkIn(mail).hash.replace('#token=', '')

async function resetToken(email: string) {
  await ask(email)
  return tokenIn((await mailsTo(email)).at(-1))
}

describe('asking for a new password', () => {
  it('mails a link of this installation with the token in the fragment', async () => {
    const { email } = await createUser({ email: 'Reader@example.com' })
    expect((await ask('READER@example.com')).statusCode).toBe(202)
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(linkIn(mail).origin + linkIn(mail).pathname).toBe('https://desk.example.org/forget')
    expect(tokenIn(mail)).toMatch(/^[\w-]{43}$/)
  })

  it('R20 R21 writes one line and answers the same for any address', async () => {
    const { email } = await createUser()
    const lines = () => db.selectFrom('mailOutbox').select(['kind', 'status']).execute()
    await db.deleteFrom('mailOutbox').execute()
    const known = await ask(email)
    expect(await lines()).toHaveLength(1)
    const unknown = await ask('nobody-here@example.com')
    expect(await lines()).toHaveLength(2)
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    expect(await mailsTo('nobody-here@example.com')).toEqual([])
    expect((await lines()).map(({ status }) => status).toSorted()).toEqual(['dropped', 'sent'])
  })

  it('is limited for one network, for known and unknown addresses in the same way', async () => {
    const from = (email: string, remoteAddress = '198.51.100.9') =>
      app.inject({ method: 'POST', url: '/api/password-resets', payload: { email }, remoteAddress })
    const { email } = await createUser()
    for (let n = 0; n < 60; n++) expect((await from(`someone-${n}@example.com`)).statusCode).toBe(202)
    const refused = [await from(email), await from('someone-61@example.com')]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([429, 429])
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3000)
    expect((await from(email, '198.51.100.10')).statusCode).toBe(202)
  })

  it('R25 makes the link from PUBLIC_URL, whatever host was asked', async () => {
    const { email } = await createUser()
    await ask(email, {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
    })
    expect(linkIn((await mailsTo(email))[0]).host).toBe('desk.example.org')
    expect((await ask(email, { host: 'evil.example' })).statusCode).toBe(400)
  })

  it.each([
    ['a list', ['a@example.com', 'b@example.com']],
    ['two addresses', 'a@example.com,b@example.com'],
    ['another separator', 'a@example.com;b@example.com'],
    ['a line break', 'a@example.com\r\nBcc: b@example.com'],
    ['a letter that resembles another', 'аdmin@example.com'],
    ['a full-width at', 'admin＠example.com'],
    ['a display name', 'Admin <a@example.com>'],
  ])('R23 refuses %s', async (_, email) => {
    expect((await ask(email)).statusCode).toBe(400)
  })

  it('R23 mails to the address of the account, not to what was typed', async () => {
    const { email } = await createUser({ email: 'Stored@example.com' })
    await ask('sTORED@EXAMPLE.com')
    expect(await mailsTo('sTORED@EXAMPLE.com')).toEqual([])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('is possible three times an hour for an address, known or not', async () => {
    const { email } = await createUser({ email: 'often@example.com' })
    for (const address of [email, 'never@example.com']) {
      for (let n = 0; n < 3; n++) expect((await ask(address)).statusCode).toBe(202)
      expect((await ask(address.toUpperCase())).statusCode).toBe(429)
    }
  })

  it('tells a suspended person nothing', async () => {
    const { email } = await createUser({ status: 'suspended' })
    expect((await ask(email)).statusCode).toBe(202)
    expect(await mailsTo(email)).toEqual([])
  })

  it('writes in the language of the reader', async () => {
    const { email, id } = await createUser()
    await db.updateTable('userAccount').set({ locale: 'zh-CN' }).where('id', '=', id).execute()
    await ask(email)
    expect((await mailsTo(email))[0]).toContain('Subject: 设置新的 Copydesk 密码')
  })
})

describe('a reset link', () => {
  it('R10 sets the password once, and ends every session', async () => {
    const user = await createUser()
    const { headers } = await signIn(user)
    const token = await resetToken(user.email)
    expect((await confirm(token)).statusCode).toBe(204)
    expect((await app.inject({ url: '/api/session', headers })).statusCode).toBe(401)
    expect((await trySignIn(user.email, PASSWORD)).statusCode).toBe(401)
    expect((await trySignIn(user.email, NEW_PASSWORD)).statusCode).toBe(201)
    const again = await confirm(token, 'a third long passphrase')
    expect(again.statusCode).toBe(410)
    expect(again.json()).toMatchObject({ code: 'link_expired' })
  })

  it('R24 R58 is used by exactly one of fifty at once', async () => {
    const { email } = await createUser()
    const token = await resetToken(email)
    const all = Array.from({ length: 50 }, (_, n) => confirm(token, `long passphrase number ${n}`))
    const answers = (await Promise.all(all)).map((response) => response.statusCode)
    expect(answers.filter((status) => status === 204)).toHaveLength(1)
    expect(answers.filter((status) => status === 410)).toHaveLength(49)
  })

  it('R24 works for ten minutes, and only its hash is kept', async () => {
    const { email, id } = await createUser()
    const token = await resetToken(email)
    const { rows } = await sql<{ minutes: number; row: string }>`
      select extract(epoch from expires_at - created_at)::int / 60 as minutes, password_reset::text as row
      from password_reset where user_id = ${id}`.execute(db)
    expect(rows[0]?.minutes).toBe(10)
    expect(rows[0]?.row).not.toContain(token)
    const { payload } = await db
      .selectFrom('mailOutbox')
      .where('recipient', '=', email)
      .select('payload')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(payload)).not.toContain(token)
    await db
      .updateTable('passwordReset')
      .set({ expiresAt: sql<string>`now()` })
      .where('userId', '=', id)
      .execute()
    expect((await confirm(token)).statusCode).toBe(410)
  })

  it('is one, also when many mails are written at the same moment', async () => {
    const { id } = await createUser()
    await Promise.all(Array.from({ length: 20 }, () => issueReset(db, id)))
    const links = await db.selectFrom('passwordReset').where('userId', '=', id).select('id').execute()
    expect(links).toHaveLength(1)
  })

  it('works in its newest issue only', async () => {
    const { email } = await createUser()
    const [older, newer] = [await resetToken(email), await resetToken(email)]
    expect(older).not.toBe(newer)
    expect((await confirm(older)).statusCode).toBe(410)
    expect((await confirm(newer)).statusCode).toBe(204)
  })

  it('is still good after a password that was refused', async () => {
    const { email } = await createUser()
    const token = await resetToken(email)
    expect((await confirm(token, 'passwordpassword')).statusCode).toBe(400)
    expect((await confirm(token)).statusCode).toBe(204)
  })

  it.each(['', 'x', 'A'.repeat(43), '../../etc/passwd', '\u0000'])('is not %j', async (token) => {
    expect([400, 410]).toContain((await confirm(token)).statusCode)
  })
})
