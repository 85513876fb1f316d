import { describe, expect, it } from 'vitest'
import { queueMail } from '../../mail/mail-outbox.ts'
import { hashPassword } from './password-hash.ts'
import { createTestApp, PASSWORD } from '../../testing/app.ts'

const { app, db, createUser, signIn, runJobs } = await createTestApp()
const NEW_PASSWORD = 'another long passphrase'
type Headers = Record<string, string>

const edit = (headers: Headers, payload: object) =>
  app.inject({ method: 'PATCH', url: '/api/profile', headers, payload })
const change = (headers: Headers, current: string, password = NEW_PASSWORD) =>
  app.inject({ method: 'POST', url: '/api/profile/password', headers, payload: { current, password } })
const sessions = async (headers: Headers) =>
  (await app.inject({ url: '/api/profile/sessions', headers })).json<{ items: { id: string; current: boolean }[] }>()
    .items
const end = (headers: Headers, id = '') =>
  app.inject({ method: 'DELETE', url: `/api/profile/sessions${id && `/${id}`}`, headers })
const alive = async (headers: Headers) => (await app.inject({ url: '/api/session', headers })).statusCode === 200

describe('my profile', () => {
  it('has a name, a language and a time zone of my choice', async () => {
    const { headers } = await signIn('author')
    const response = await edit(headers, { version: 1, name: ' Mei  Lin ', locale: 'zh-CN', timeZone: 'Asia/Shanghai' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ version: 2, name: 'Mei  Lin', locale: 'zh-CN', timeZone: 'Asia/Shanghai' })
  })

  it('shows what it is now to who saves an older version', async () => {
    const { headers } = await signIn('author')
    await edit(headers, { version: 1, name: 'First' })
    const late = await edit(headers, { version: 1, name: 'Second' })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ code: 'stale_version', current: { name: 'First', version: 2 } })
  })

  it.each(['role', 'status', 'email', 'id', 'passwordHash', 'createdAt'])('R02 has no %s to change', async (field) => {
    const { headers } = await signIn('author')
    const response = await edit(headers, { version: 1, [field]: 'administrator' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ fields: [{ path: field }] })
  })

  it('refuses a time zone that does not exist', async () => {
    const { headers } = await signIn('author')
    expect((await edit(headers, { version: 1, timeZone: 'Mars/Olympus' })).statusCode).toBe(400)
  })
})

describe('changing my password', () => {
  it('R10 ends every session of mine, and answers a new one to go on with', async () => {
    const user = await createUser()
    const [here, elsewhere, other] = [await signIn(user), await signIn(user), await signIn('author')]
    const response = await change(here.headers, PASSWORD)
    expect(response.statusCode).toBe(200)
    const { token } = response.json<{ token: string }>()
    expect(await alive({ authorization: `bearer ${token}` })).toBe(true)
    expect([await alive(here.headers), await alive(elsewhere.headers), await alive(other.headers)]).toEqual([
      false,
      false,
      true,
    ])
    const sign = (password: string) =>
      app.inject({ method: 'POST', url: '/api/session', payload: { email: user.email, password } })
    expect((await sign(PASSWORD)).statusCode).toBe(401)
    expect((await sign(NEW_PASSWORD)).statusCode).toBe(201)
  })

  it('needs the present one', async () => {
    const { headers } = await signIn('author')
    const response = await change(headers, 'not my password')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ fields: [{ path: 'current', code: 'wrong_password' }] })
    expect(await alive(headers)).toBe(true)
  })

  it('slows down who guesses the present one', async () => {
    const { headers } = await signIn('author')
    for (let n = 0; n < 10; n++) await change(headers, 'wrong guess')
    expect((await change(headers, PASSWORD)).statusCode).toBe(429)
  })

  it('R10 fails when the session was ended while it was under way', async () => {
    const user = await createUser()
    const [stranger, owner] = [await signIn(user), await signIn(user)]
    // Everybody before has their password checked first, so that there is time in between.
    const crowd = Promise.all(Array.from({ length: 30 }, () => hashPassword('someone else’s password')))
    const changing = change(stranger.headers, PASSWORD)
    const begun = db.selectFrom('rateLimit').where('key', '=', `password:${user.id}`).select('key')
    await expect.poll(async () => (await begun.execute()).length, { interval: 5 }).toBe(1)
    expect((await end(owner.headers)).statusCode).toBe(204)
    expect((await changing).json()).toMatchObject({ code: 'not_signed_in' })
    await crowd
    expect(await alive(owner.headers)).toBe(true)
    const payload = { email: user.email, password: PASSWORD }
    expect((await app.inject({ method: 'POST', url: '/api/session', payload })).statusCode).toBe(201)
  })

  it('refuses a common one', async () => {
    const { headers } = await signIn('author')
    expect((await change(headers, PASSWORD, 'passwordpassword')).json()).toMatchObject({
      fields: [{ path: 'password' }],
    })
  })
})

describe('my sessions', () => {
  it('are listed, with the one I am using marked, and end one by one', async () => {
    const user = await createUser()
    const [here, elsewhere] = [await signIn(user), await signIn(user)]
    const listed = await sessions(here.headers)
    expect(listed).toHaveLength(2)
    expect(listed.filter(({ current }) => current).map(({ id }) => id)).toEqual([here.sessionId])
    expect(JSON.stringify(listed)).not.toMatch(/token|hash/i)
    expect((await end(here.headers, elsewhere.sessionId)).statusCode).toBe(204)
    expect([await alive(here.headers), await alive(elsewhere.headers)]).toEqual([true, false])
  })

  it('R01 of other people cannot be ended', async () => {
    const [mine, theirs] = [await signIn('administrator'), await signIn('author')]
    expect((await end(mine.headers, theirs.sessionId)).statusCode).toBe(404)
    expect(await alive(theirs.headers)).toBe(true)
  })

  it('all end but this one', async () => {
    const user = await createUser()
    const [here, one, two] = [await signIn(user), await signIn(user), await signIn(user)]
    expect((await end(here.headers)).statusCode).toBe(204)
    expect([await alive(here.headers), await alive(one.headers), await alive(two.headers)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it.each(['1abc', '%5B1%5D', '%7B%22$ne%22:1%7D'])('R06 have no id like %s', async (id) => {
    const { headers } = await signIn('author')
    expect((await end(headers, id)).statusCode).toBe(400)
  })
})

describe('changing my e-mail address', () => {
  const move = (headers: Headers, email: string, password = PASSWORD) =>
    app.inject({ method: 'POST', url: '/api/profile/email', headers, payload: { email, password } })
  const signInAs = async (email: string) =>
    (await app.inject({ method: 'POST', url: '/api/session', payload: { email, password: PASSWORD } })).statusCode

  it('signs me in from now on, keeps me signed in, and the old address is told', async () => {
    const user = await createUser({ role: 'author' })
    const { headers } = await signIn(user)
    await edit(headers, { version: 1, locale: 'zh-CN' })
    const response = await move(headers, 'Mei.New@papers.example')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ email: 'Mei.New@papers.example', version: 3 })
    expect(await alive(headers)).toBe(true)
    expect([await signInAs(user.email), await signInAs('mei.new@papers.example')]).toEqual([401, 201])
    await runJobs()
    const mails = await db.selectFrom('mailOutbox').selectAll().where('recipient', '=', user.email).execute()
    expect(mails).toMatchObject([{ kind: 'address_changed', status: 'sent', payload: { locale: 'zh-CN' } }])
  })

  it('needs my password, and an address that no one else has', async () => {
    const [{ headers }, other] = [await signIn('author'), await createUser()]
    expect((await move(headers, 'thief@papers.example', 'not my password')).json()).toMatchObject({
      fields: [{ path: 'password', code: 'wrong_password' }],
    })
    const taken = await move(headers, other.email.toUpperCase())
    expect(taken.statusCode).toBe(400)
    expect(taken.json()).toMatchObject({ fields: [{ path: 'email', code: 'has_account' }] })
    expect((await move(headers, 'no address')).json()).toMatchObject({ fields: [{ path: 'email' }] })
    expect(await alive(headers)).toBe(true)
  })

  it('of two who ask for one address at once, one gets it', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => signIn('author')))
    const answers = await Promise.all(people.map(({ headers }) => move(headers, 'wanted@papers.example')))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 400, 400, 400, 400, 400,
    ])
  })

  it('a link for a new password that went to the old address ends, and other mails go to the new one', async () => {
    const user = await createUser()
    const { headers } = await signIn(user)
    await app.inject({ method: 'POST', url: '/api/password-resets', payload: { email: user.email } })
    await runJobs()
    await app.inject({ method: 'POST', url: '/api/password-resets', payload: { email: user.email } })
    await queueMail(db, 'approval', user.email)
    await move(headers, 'moved@papers.example')
    expect(await db.selectFrom('passwordReset').selectAll().where('userId', '=', user.id).execute()).toEqual([])
    await runJobs()
    const mails = await db
      .selectFrom('mailOutbox')
      .select(['kind', 'recipient', 'status'])
      .where('recipient', 'in', [user.email, 'moved@papers.example'])
      .orderBy('createdAt')
      .execute()
    expect(mails).toEqual([
      { kind: 'password_reset', recipient: user.email, status: 'sent' },
      { kind: 'password_reset', recipient: user.email, status: 'dropped' },
      { kind: 'approval', recipient: 'moved@papers.example', status: 'sent' },
      { kind: 'address_changed', recipient: user.email, status: 'sent' },
    ])
  })
})
