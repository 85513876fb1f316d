import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Author } from '#contract/authors.ts'
import type { Role } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { createDesk, type Person } from '../articles/testing/desk.ts'
import { PASSWORD } from '../../testing/app.ts'

const desk = await createDesk()
const { api, app, db, services, administrator, editor, createUser, signIn, runJobs } = desk
type Suggested = { items: { id: string; displayName: string; sameEmail: boolean }[] }

const author = async (displayName: string, more: object = {}) =>
  (await api<Author>(administrator, 'POST', '/api/authors', { displayName, ...more })).body
const bylineOf = (id: string) =>
  db.selectFrom('author').select(['id', 'displayName']).where('userId', '=', id).execute()
let lastAddress = 0
async function accept(email: string, name: string) {
  await runJobs()
  const folder = join(services.config.dataDir, 'outbox')
  const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  const mail = texts.findLast((text) => text.includes(`To: ${email}\n`)) ?? ''
  const invitation = /register#invitation=(\S+)/.exec(mail)?.[1] ?? ''
  const payload = { email, name, password: PASSWORD, invitation }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/registrations',
    payload,
    remoteAddress: `10.5.0.${++lastAddress}`,
  })
  expect(answer.statusCode).toBe(201)
  const user = await db
    .selectFrom('userAccount')
    .select(['id', 'name', 'role'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return user
}
const invite = (email: string, role: Role, byline?: string) =>
  api(administrator, 'POST', '/api/users/invitations', { email, role, ...(byline && { byline }) })

describe('an invitation', () => {
  it.each(['author', 'editor', 'administrator'] as const)(
    'of the role %s brings a new author profile',
    async (role) => {
      expect((await invite(`new-${role}@example.com`, role, 'new')).status).toBe(201)
      const user = await accept(`new-${role}@example.com`, `New ${role}`)
      expect(await bylineOf(user.id)).toMatchObject([{ displayName: `New ${role}` }])
      const lines = await db
        .selectFrom('auditEvent')
        .select('action')
        .where('entityType', '=', 'author')
        .where('actorId', '=', user.id)
        .execute()
      expect(lines).toEqual([{ action: 'create' }])
    },
  )

  it('links the profile that was chosen', async () => {
    const { id } = await author('Known Before')
    await invite('known@example.com', 'author', id)
    const user = await accept('known@example.com', 'Known Now')
    expect(await bylineOf(user.id)).toEqual([{ id, displayName: 'Known Before' }])
  })

  it('makes a new profile where the chosen one was taken or deleted meanwhile', async () => {
    const [taken, deleted] = [await author('Taken'), await author('Deleted')]
    await invite('after-taken@example.com', 'author', taken.id)
    await invite('after-deleted@example.com', 'author', deleted.id)
    const other = await createUser()
    await api(administrator, 'PATCH', `/api/authors/${taken.id}`, { version: taken.version, user: other.id })
    await api(administrator, 'POST', `/api/authors/${deleted.id}/trash`)
    for (const which of ['taken', 'deleted']) {
      const user = await accept(`after-${which}@example.com`, `After ${which}`)
      expect(await bylineOf(user.id)).toMatchObject([{ displayName: `After ${which}` }])
    }
    expect(await bylineOf(other.id)).toMatchObject([{ id: taken.id }])
  })

  it('without the choice brings none', async () => {
    await invite('plain@example.com', 'author')
    const user = await accept('plain@example.com', 'Plain')
    expect(await bylineOf(user.id)).toEqual([])
  })

  it.each(['viewer', 'ad_manager'] as const)('of the role %s cannot bring one', async (role) => {
    expect(await invite('nobyline@example.com', role, 'new')).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'byline', code: 'role' }] },
    })
  })

  it('does not promise a profile of someone else', async () => {
    const other = await createUser()
    const { id } = await author('Of Another', { user: other.id })
    expect(await invite('greedy@example.com', 'author', id)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'byline', code: 'taken' }] },
    })
  })
})

describe('an approval', () => {
  const edit = (id: string, body: object) => api<User>(administrator, 'PATCH', `/api/users/${id}`, body)

  it('as an author creates a profile, which the account then shows', async () => {
    const { id } = await createUser({ status: 'pending', name: 'Fresh Writer', role: 'viewer' })
    const approved = await edit(id, { version: 1, status: 'active', role: 'author', byline: 'new' })
    expect(approved.body).toMatchObject({ status: 'active', byline: { displayName: 'Fresh Writer' } })
    const again = await edit(id, { version: approved.body.version, byline: 'new' })
    expect(again.body.byline).toEqual(approved.body.byline)
    expect(await bylineOf(id)).toHaveLength(1)
  })

  it('links an existing profile, once', async () => {
    const profile = await author('Two Want It')
    const people = [await createUser({ status: 'pending' }), await createUser({ status: 'pending' })]
    const answers = await Promise.all(
      people.map(({ id }) => edit(id, { version: 1, status: 'active', role: 'author', byline: profile.id })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
    // Refused as a whole: the other still waits for approval.
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({ fields: [{ path: 'byline' }] })
    const waiting = await db
      .selectFrom('userAccount')
      .select('status')
      .where(
        'id',
        'in',
        people.map(({ id }) => id),
      )
      .execute()
    expect(waiting.map(({ status }) => status).toSorted()).toEqual(['active', 'pending'])
  })

  it('gives a person one profile, whatever happens at once', async () => {
    const { id } = await createUser()
    const answers = await Promise.all(Array.from({ length: 8 }, () => edit(id, { version: 1, byline: 'new' })))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await bylineOf(id)).toHaveLength(1)
  })

  it('with a byline alone does not sign the person out', async () => {
    const person = await signIn('author')
    await edit(person.user.id, { version: 1, byline: 'new' })
    expect((await app.inject({ url: '/api/session', headers: person.headers })).json()).toMatchObject({
      user: { byline: { displayName: 'The author' } },
    })
  })
})

describe('profiles that fit', () => {
  it('are those without an account that have the address or the name; the address first', async () => {
    const sameName = await author('Grete Hansen')
    const sameEmail = await author('G. H.', { email: 'Grete@example.com' })
    await author('Grete Hansen', { user: (await createUser()).id })
    const { body } = await api<Suggested>(
      administrator,
      'GET',
      '/api/users/bylines?name=grete%20hansen&email=grete@example.com',
    )
    expect(body.items.map(({ id, sameEmail: same }) => [id, same])).toEqual([
      [sameEmail.id, true],
      [sameName.id, false],
    ])
    const none = await api<Suggested>(administrator, 'GET', '/api/users/bylines?email=nobody@example.com')
    expect(none.body.items).toEqual([])
  })
  it('a name with a control character is refused with the field named', async () => {
    const { status, body } = await api<{ fields?: { path: string; rule?: string }[] }>(
      administrator,
      'GET',
      '/api/users/bylines?name=Grete%00Hansen&email=grete@example.com',
    )
    expect(status).toBe(400)
    expect(body.fields).toMatchObject([{ path: 'name', rule: 'control_character' }])
  })
  it('are for administrators only', async () => {
    expect((await api(editor, 'GET', '/api/users/bylines?email=grete@example.com')).status).toBe(403)
  })
})

describe('a new article', () => {
  const withByline = async (role: Role): Promise<[Person, string]> => {
    const person = await signIn(role)
    const { id } = await author(`Byline of ${role}`, { user: person.user.id })
    return [person, id]
  }
  it.each(['author', 'editor', 'administrator'] as const)('by the role %s begins with their byline', async (role) => {
    const [person, id] = await withByline(role)
    expect((await api(person, 'POST', '/api/articles', { title: 'Mine' })).body.authors).toEqual([id])
    const other = await author('Another')
    expect((await api(person, 'POST', '/api/articles', { title: 'x', authors: [other.id] })).body.authors).toEqual([
      other.id,
    ])
    expect((await api(person, 'POST', '/api/articles', { title: 'x', authors: [] })).body.authors).toEqual([])
  })
  it('by someone without a byline, or whose profile is in the trash, names no one', async () => {
    expect((await api(desk.author, 'POST', '/api/articles', { title: 'x' })).body.authors).toEqual([])
    const [person, id] = await withByline('author')
    await api(administrator, 'POST', `/api/authors/${id}/trash`)
    expect((await api(person, 'POST', '/api/articles', { title: 'x' })).body.authors).toEqual([])
  })
  it.each(['ad_manager', 'viewer'] as const)('is not for the role %s, byline or not', async (role) => {
    const [person] = await withByline(role)
    expect((await api(person, 'POST', '/api/articles', { title: 'x' })).status).toBe(403)
  })
})

it.each(['author', 'ad_manager', 'viewer'] as const)(
  'the private address of an author is not told to the role %s',
  async (role) => {
    const { id } = await author(`Private for ${role}`, { email: 'private@example.com' })
    const person = await signIn(role)
    for (const url of [`/api/authors/${id}`, '/api/authors?q=private', '/api/authors?sort=-updatedAt'])
      expect(JSON.stringify((await api(person, 'GET', url)).body)).not.toContain('private@example.com')
    for (const who of [editor, administrator])
      expect((await api<Author>(who, 'GET', `/api/authors/${id}`)).body.email).toBe('private@example.com')
    expect((await api<{ total: number }>(person, 'GET', '/api/authors?q=private@example')).body.total).toBe(0)
  },
)
