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
  it('begin with registration by approval', async () => {
    const { statusCode, body } = await app.inject({ url: '/api/settings', headers: administrator.headers })
    expect([statusCode, JSON.parse(body)]).toEqual([200, { registration: { mode: 'approval' } }])
  })

  it('decide who may register, at once, and every change is in the audit log', async () => {
    expect((await choose('closed')).json()).toEqual({ registration: { mode: 'closed' } })
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
