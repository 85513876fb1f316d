import { describe, expect, it, vi } from 'vitest'
import type { DeliveryKey } from '#contract/delivery-keys.ts'
import { buildApp } from '../../app.ts'
import { createDesk } from '../articles/testing/desk.ts'

const desk = await createDesk()
const { api, app, db, services, administrator, editor, createArticle, signIn } = desk
await createArticle({ status: 'published', title: 'Bridges', slug: 'bridges' })
type Made = DeliveryKey & { key: string }

const make = async (scopes: string[], expiresAt: string | null = null, name = 'The site') =>
  api<Made>(administrator, 'POST', '/api/delivery-keys', { name, scopes, expiresAt })
const list = async () => (await api<{ items: DeliveryKey[] }>(administrator, 'GET', '/api/delivery-keys')).body.items
const one = async (id: string) => (await list()).find((key) => key.id === id)
const needKey = (needsKey: boolean) => api(administrator, 'PATCH', '/api/settings', { delivery: { needsKey } })
/** Another process, which has not read the settings yet. */
const freshApp = () => buildApp(services)
async function read(path: string, headers: Record<string, string> = {}, server = app) {
  return server.inject({ url: `/content/v1${path}`, headers })
}
const withKey = (key: string) => ({ authorization: `Bearer ${key}` })

describe('a key of the delivery API', () => {
  it('is shown once, stored as a hash, and recorded without itself', async () => {
    const { status, body } = await make(['content', 'search'])
    expect([status, body]).toMatchObject([
      201,
      {
        key: expect.stringMatching(/^cdk_[\w-]{43}$/),
        name: 'The site',
        scopes: ['content', 'search'],
        state: 'active',
      },
    ])
    expect(body.hint).toBe(body.key.slice(-4))
    const listed = await one(body.id)
    expect(listed).toMatchObject({ createdBy: { id: administrator.user.id }, lastUsedAt: null, today: 0 })
    expect(JSON.stringify(await list())).not.toContain(body.key)
    const stored = JSON.stringify([
      await db.selectFrom('deliveryKey').selectAll().execute(),
      await db.selectFrom('auditEvent').selectAll().where('entityType', '=', 'delivery_key').execute(),
    ])
    expect(stored).not.toContain(body.key)
    expect(stored).toContain('"action":"create"')
  })

  it.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes.0'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('R02 is not made from %j', async (wrong, path) => {
    const given = { name: 'Wrong', scopes: ['content'], expiresAt: null, ...wrong }
    const refused = await api(administrator, 'POST', '/api/delivery-keys', given)
    expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([400, path])
  })

  it('opens what its scopes name, counts its calls, and is not for shared caches', async () => {
    const { key, id } = (await make(['content'], null, 'Content only')).body
    const server = await freshApp()
    const reply = await read('/articles', withKey(key), server)
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, expect.stringMatching(/^private,/)])
    expect((await read('/articles/bridges', withKey(key), server)).statusCode).toBe(200)
    expect((await read('/search?q=bridges', withKey(key), server)).statusCode).toBe(403)
    expect((await read('/articles', {}, server)).headers['cache-control']).toMatch(/^public,/)
    await server.close()
    expect(await one(id)).toMatchObject({ today: 3, month: 3, refused: 1, lastUsedAt: expect.any(String) })
  })

  it('that is wrong, has expired or was revoked is refused, even where none is needed', async () => {
    const [expired, revoked] = [(await make(['content'])).body, (await make(['content'])).body]
    await db
      .updateTable('deliveryKey')
      .set({ expiresAt: '2020-01-01T00:00:00Z' })
      .where('id', '=', expired.id)
      .execute()
    expect((await api(administrator, 'POST', `/api/delivery-keys/${revoked.id}/revoke`)).status).toBe(200)
    expect([(await one(expired.id))?.state, (await one(revoked.id))?.state]).toEqual(['expired', 'revoked'])
    const server = await freshApp()
    for (const key of [expired.key, revoked.key, `cdk_${'x'.repeat(43)}`, 'cdk_'])
      expect((await read('/articles', withKey(key), server)).json()).toMatchObject({ code: 'wrong_key', status: 401 })
    await server.close()
  })

  it('that was revoked stops working in processes that know it, within two seconds', async () => {
    const { key, id } = (await make(['content'])).body
    const server = await freshApp()
    expect((await read('/articles', withKey(key), server)).statusCode).toBe(200)
    await api(administrator, 'POST', `/api/delivery-keys/${id}/revoke`)
    await vi.waitFor(async () => expect((await read('/articles', withKey(key), server)).statusCode).toBe(401), 3000)
    await server.close()
  })

  it('is deleted once it does not work any more, not before', async () => {
    const { id } = (await make(['content'])).body
    const remove = () => api(administrator, 'DELETE', `/api/delivery-keys/${id}`)
    expect((await remove()).body).toMatchObject({ code: 'illegal_transition' })
    await api(administrator, 'POST', `/api/delivery-keys/${id}/revoke`)
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect(await one(id)).toBeUndefined()
  })

  it('has a limit of its own, and leaves that of its network alone', async () => {
    const { key } = (await make(['search'])).body
    const server = await freshApp()
    // A site that asks for all its readers is one network.
    const replies = new Set<number>()
    for (let n = 0; n < 620; n++) replies.add((await read('/search/suggestions?q=b', withKey(key), server)).statusCode)
    expect([...replies]).toEqual([200])
    expect((await read('/search/suggestions?q=b', {}, server)).statusCode).toBe(200)
    await server.close()
  })

  it('is for administrators only', async () => {
    for (const role of ['editor', 'author', 'ad_manager', 'viewer'] as const) {
      const { headers } = await signIn(role)
      const [listed, made] = [
        await app.inject({ url: '/api/delivery-keys', headers }),
        await app.inject({
          method: 'POST',
          url: '/api/delivery-keys',
          headers,
          payload: { name: 'x', scopes: ['content'] },
        }),
      ]
      expect([listed.statusCode, made.statusCode]).toEqual([403, 403])
    }
  })
})

describe('where keys are needed', () => {
  it('content and search are refused without one; what browsers of readers call is not', async () => {
    const { key } = (await make(['content', 'search'])).body
    await needKey(true)
    const server = await freshApp()
    for (const path of [
      '/articles',
      '/articles/bridges',
      '/authors',
      '/tags',
      '/categories',
      '/albums',
      '/redirects',
      '/hot',
      '/search?q=b',
    ]) {
      expect([path, (await read(path, {}, server)).statusCode]).toEqual([path, 401])
      expect([path, (await read(path, withKey(key), server)).statusCode]).toEqual([path, 200])
    }
    expect((await read('/beacon.js', {}, server)).statusCode).toBe(200)
    const event = { method: 'POST', url: '/content/v1/events', payload: { events: [] } } as const
    expect((await server.inject(event)).statusCode).not.toBe(401)
    const { headers } = await signIn(editor.user)
    expect((await read('/articles', headers, server)).statusCode).toBe(200)
    await server.close()
    await needKey(false)
    const open = await freshApp()
    expect((await read('/articles', {}, open)).statusCode).toBe(200)
    await open.close()
  })

  it('R55 a page of an allowed site may send one', async () => {
    await api(administrator, 'PATCH', '/api/settings', {
      readers: { origins: ['https://news.example.com'], halfLifeHours: 6 },
    })
    const server = await freshApp()
    const preflight = await server.inject({
      method: 'OPTIONS',
      url: '/content/v1/articles',
      headers: { origin: 'https://news.example.com', 'access-control-request-headers': 'authorization' },
    })
    expect(preflight.headers['access-control-allow-headers']).toContain('authorization')
    // A refusal can be read by that page, too.
    const refused = await read('/articles', { origin: 'https://news.example.com', ...withKey('cdk_wrong') }, server)
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([
      401,
      'https://news.example.com',
    ])
    await server.close()
  })
})
