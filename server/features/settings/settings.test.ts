import { describe, expect, it } from 'vitest'
import type { RegistrationMode } from '#contract/settings.ts'
import { createTestApp, PASSWORD } from '../../testing/app.ts'

const { app, db, signIn } = await createTestApp()
const administrator = await signIn('administrator')
const edit = (payload: object, { headers } = administrator) =>
  app.inject({ method: 'PATCH', url: '/api/settings', headers, payload })
const choose = (mode: RegistrationMode) => edit({ registration: { mode } })
const register = (email: string) =>
  app.inject({ method: 'POST', url: '/api/registrations', payload: { email, name: 'New', password: PASSWORD } })

describe('the settings', () => {
  it('begin with registration by approval, and without a site', async () => {
    const { statusCode, body } = await app.inject({ url: '/api/settings', headers: administrator.headers })
    const first = { version: 1, by: null }
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      {
        registration: { mode: 'approval' },
        secondStep: { roles: [] },
        general: { name: '', logo: null, timeZone: 'UTC', locale: null },
        site: { articleUrl: '' },
        readers: { origins: [], halfLifeHours: 6, liftMost: 4 },
        delivery: { needsKey: false },
        logo: null,
        saved: {
          registration: first,
          secondStep: first,
          general: first,
          site: first,
          readers: first,
          delivery: first,
        },
      },
    ])
  })

  it('decide who may register, at once, and every change is in the audit log', async () => {
    expect((await choose('closed')).json()).toMatchObject({ registration: { mode: 'closed' } })
    expect((await app.inject('/api/setup')).json()).toMatchObject({ registration: 'closed' })
    expect((await register('one@example.com')).json()).toMatchObject({ code: 'registration_closed' })
    await choose('closed')
    await choose('approval')
    expect((await register('one@example.com')).statusCode).toBe(201)
    const lines = await db
      .selectFrom('auditEvent')
      .select(['actorId', 'entityTitle', 'before', 'after'])
      .where('entityType', '=', 'setting')
      .orderBy('at')
      .execute()
    const line = (before: string, after: string) => ({
      actorId: administrator.user.id,
      entityTitle: 'registration',
      before: { mode: before },
      after: { mode: after },
    })
    expect(lines).toEqual([line('approval', 'closed'), line('closed', 'approval')])
  })

  it('keep a role and an origin that are given twice once', async () => {
    const readers = { origins: ['https://a.example', 'https://b.example', 'https://a.example'], halfLifeHours: 6 }
    const saved = (await edit({ secondStep: { roles: ['editor', 'author', 'editor'] }, readers })).json()
    expect(saved).toMatchObject({
      secondStep: { roles: ['editor', 'author'] },
      readers: { origins: ['https://a.example', 'https://b.example'] },
    })
    await edit({ secondStep: { roles: [] }, readers: { origins: [], halfLifeHours: 6 } })
  })

  it('closed means closed for invitations too, those sent before included', async () => {
    const invite = (email: string) =>
      app.inject({
        method: 'POST',
        url: '/api/users/invitations',
        headers: administrator.headers,
        payload: { email, role: 'editor' },
      })
    expect((await invite('two@example.com')).statusCode).toBe(201)
    await choose('closed')
    expect((await invite('three@example.com')).json()).toMatchObject({ code: 'registration_closed' })
    const payload = { email: 'two@example.com', name: 'Two', password: PASSWORD, invitation: 'x'.repeat(43) }
    const late = await app.inject({ method: 'POST', url: '/api/registrations', payload })
    expect(late.json()).toMatchObject({ code: 'registration_closed' })
    await choose('invitation')
    const now = await app.inject({ method: 'POST', url: '/api/registrations', payload })
    expect(now.json()).toMatchObject({ code: 'link_expired' })
  })

  it('name the site: how the addresses of articles are made, with a line in the audit log', async () => {
    const pattern = 'https://example.com/{category}/{slug}'
    const site = (articleUrl: string) => edit({ site: { articleUrl } })
    expect((await site(` ${pattern} `)).json()).toMatchObject({ site: { articleUrl: pattern } })
    await site(pattern)
    expect((await edit({ registration: { mode: 'approval' } })).json()).toMatchObject({ site: { articleUrl: pattern } })
    expect((await site('')).json()).toMatchObject({ site: { articleUrl: '' } })
    const lines = await db
      .selectFrom('auditEvent')
      .select(['actorId', 'before', 'after'])
      .where('entityTitle', '=', 'site')
      .orderBy('at')
      .execute()
    const actorId = administrator.user.id
    expect(lines).toEqual([
      { actorId, before: { articleUrl: '' }, after: { articleUrl: pattern } },
      { actorId, before: { articleUrl: pattern }, after: { articleUrl: '' } },
    ])
  })

  it.each([
    ['http://example.com/{slug}', 'site_not_https'],
    ['javascript:alert(1)//{slug}', 'site_not_url'],
    ['https://example.com/{titel}/{slug}', 'site_placeholder_unknown'],
    ['https://{slug}.example.com/', 'site_placeholder_misplaced'],
    ['https://example.com/{category}', 'site_placeholder_missing'],
    [`https://example.com/{slug}/${'x'.repeat(500)}`, 'too_big'],
  ])('the pattern %s is refused: %s', async (articleUrl, code) => {
    const refused = await edit({ site: { articleUrl }, registration: { mode: 'closed' } })
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { fields: [{ path: 'site.articleUrl', code }] }])
    const { body } = await app.inject({ url: '/api/settings', headers: administrator.headers })
    expect(JSON.parse(body)).toMatchObject({ site: { articleUrl: '' } })
    expect(JSON.parse(body).registration.mode).not.toBe('closed')
  })

  it('are for administrators only', async () => {
    for (const role of ['editor', 'author', 'ad_manager', 'viewer'] as const) {
      const someone = await signIn(role)
      expect((await edit({ registration: { mode: 'closed' } }, someone)).statusCode).toBe(403)
      expect((await app.inject({ url: '/api/settings', headers: someone.headers })).statusCode).toBe(403)
    }
  })

  it.each([
    { registration: { mode: 'open' } },
    { registration: { mode: 'closed', code: 'x' } },
    { setup_code: {} },
    { registration: null },
  ])('R02 %j is refused', async (payload) => {
    expect((await edit(payload)).statusCode).toBe(400)
  })
})
