import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AuditChain, AuditDetail, AuditEvent } from '#contract/audit.ts'
import { buildApp } from '../../app.ts'
import { createDesk } from '../articles/testing/desk.ts'
import { PASSWORD } from '../../testing/app.ts'
import { issueReset } from '../session/link-commands.ts'
import { sealAudit } from './audit-seal-commands.ts'

const { app, api, db, services, administrator, editor, viewer, createArticle, createUser, signIn } = await createDesk()
type List = { items: AuditEvent[]; total: number }
const list = async (query: string) => (await api<List>(administrator, 'GET', `/api/audit?${query}`)).body

describe('the audit log', () => {
  it('shows who did what, the newest first, by person, kind, type, item, day and name', async () => {
    const { id } = await createArticle({ title: 'Bridges', status: 'published' })
    const all = await list(`entity=${id}`)
    expect(all.items[0]).toMatchObject({
      action: 'publish',
      type: 'article',
      title: 'Bridges',
      actor: { id: editor.user.id },
    })
    expect((await list(`entity=${id}&sort=at`)).items[0]).toMatchObject({ action: 'create' })
    expect((await list(`entity=${id}&kind=state`)).items.every(({ action }) => action === 'publish')).toBe(true)
    expect((await list(`entity=${id}&actor=${viewer.user.id}`)).total).toBe(0)
    expect((await list(`entity=${id}&type=tag`)).total).toBe(0)
    expect((await list(`entity=${id}&to=2020-01-01`)).total).toBe(0)
    expect((await list('q=bridg')).items.map(({ title }) => title)).toContain('Bridges')
    expect((await list('q=100%25')).total).toBe(0)
  })

  it('tells what was before and after a setting was changed', async () => {
    await api(administrator, 'PATCH', '/api/settings', { registration: { mode: 'closed' } })
    const [event] = (await list('type=setting')).items
    const { body } = await api<AuditDetail>(administrator, 'GET', `/api/audit/${event!.id}`)
    expect(body.before).not.toEqual(body.after)
    expect(body.after).toMatchObject({ mode: 'closed' })
  })

  it('names what a changed ad and a search term refer to, and leaves out what is deleted', async () => {
    const { id: tag } = (await api<{ id: string }>(administrator, 'POST', '/api/tags', { name: 'Markets' })).body
    const { id: gone } = (await api<{ id: string }>(administrator, 'POST', '/api/tags', { name: 'Gone' })).body
    const audience = { categories: [], tags: [tag, gone], devices: [], hours: [] }
    const { body: ad } = await api<{ id: string; version: number }>(administrator, 'POST', '/api/ads', { name: 'Fair' })
    await api(administrator, 'PATCH', `/api/ads/${ad.id}`, { version: ad.version, targeting: audience })
    await db.deleteFrom('tag').where('id', '=', gone).execute()
    const detailOf = async (query: string) => {
      const [event] = (await list(query)).items
      return (await api<AuditDetail>(administrator, 'GET', `/api/audit/${event!.id}`)).body
    }
    expect((await detailOf(`entity=${ad.id}&action=save`)).names).toEqual({ [tag]: 'Markets' })

    const article = await createArticle({ title: 'Ferries', status: 'published' })
    await api(editor, 'POST', '/api/search-rank/pins', { term: 'ferry', articles: [article.id] })
    expect((await detailOf('type=searchTerm')).names).toEqual({ [article.id]: 'Ferries' })
    expect((await detailOf('type=setting')).names).toEqual({})
  })

  it('says which articles were pinned to a search term, and which were unpinned', async () => {
    const [one, two, gone] = [
      await createArticle({ title: 'Piers', status: 'published' }),
      await createArticle({ title: 'Quays', status: 'published' }),
      await createArticle({ title: 'Gone', status: 'published' }),
    ]
    const pin = async (...articles: string[]) => {
      await api(editor, 'POST', '/api/search-rank/pins', { term: 'harbour', articles })
      return (await list('type=searchTerm&action=pin')).items[0]!.details
    }
    expect(await pin(one.id, two.id)).toEqual({ pinned: 'Piers', pinnedCount: 2, unpinnedCount: 0 })
    expect(await pin(two.id, one.id)).toEqual({ pinnedCount: 0, unpinnedCount: 0 })
    expect(await pin(gone.id, one.id)).toEqual({ pinned: 'Gone', pinnedCount: 1, unpinned: 'Quays', unpinnedCount: 1 })
    await db.deleteFrom('article').where('id', '=', gone.id).execute()
    expect(await pin()).toEqual({ pinnedCount: 0, unpinned: 'Piers', unpinnedCount: 2 })
    const [event] = (await list('type=searchTerm&action=pin')).items
    const { body } = await api<AuditDetail>(administrator, 'GET', `/api/audit/${event!.id}`)
    expect(body.details).toEqual(event!.details)
  })

  it('tells from where an account was registered and a password set, before anyone was signed in', async () => {
    const remoteAddress = '203.0.113.7'
    const email = 'grace@example.com'
    const payload = { email, name: 'Grace', password: PASSWORD }
    await api(administrator, 'PATCH', '/api/settings', { registration: { mode: 'approval' } })
    await app.inject({ method: 'POST', url: '/api/registrations', payload, remoteAddress })
    const [registered] = (await list('type=user')).items
    expect(registered).toMatchObject({ action: 'register', title: 'Grace', actor: null, ip: remoteAddress })

    const { id } = await createUser({ name: 'Lin' })
    const token = await issueReset(db, id)
    const answer = await app.inject({
      method: 'POST',
      url: '/api/password-resets/confirm',
      payload: { token, password: 'another long passphrase' },
      remoteAddress,
    })
    expect(answer.statusCode).toBe(204)
    const [reset] = (await list(`entity=${id}`)).items
    expect(reset).toMatchObject({ action: 'reset_password', title: 'Lin', actor: null, ip: remoteAddress })
  })

  it.each(['/api/audit', '/api/audit/chain'])('is for administrators only: %s', async (url) => {
    expect((await api(editor, 'GET', url)).status).toBe(403)
    expect((await api(null, 'GET', url)).status).toBe(401)
  })

  it('counts refusals and failed sign-ins of a minute in one line each, and names no unknown address', async () => {
    const other = await buildApp(services)
    const { headers } = viewer
    for (let n = 0; n < 5; n++) await other.inject({ url: '/api/users', headers })
    const { id, email } = await createUser({ name: 'Grace' })
    for (const address of [email, email, 'my-password-by-mistake@example.com'])
      await other.inject({
        method: 'POST',
        url: '/api/session',
        payload: { email: address, password: 'not the right one' },
      })
    await other.close()
    const refused = await db.selectFrom('auditEvent').selectAll().where('action', '=', 'refused').execute()
    const own = refused.filter(({ entityTitle }) => entityTitle === 'GET /api/users')
    expect(own).toMatchObject([{ actorId: viewer.user.id, after: { count: 5 } }])
    const failed = await db.selectFrom('auditEvent').selectAll().where('action', '=', 'sign_in_failed').execute()
    expect(failed.map(({ entityId, after }) => [entityId, after])).toEqual(
      expect.arrayContaining([
        [id, { count: 2 }],
        [null, { count: 1 }],
      ]),
    )
    expect(JSON.stringify(failed)).not.toContain('mistake')
  })

  it('tells who was refused with the right password, why and from where', async () => {
    const other = await buildApp(services)
    const signIn = (email: string, remoteAddress: string) =>
      other.inject({ method: 'POST', url: '/api/session', remoteAddress, payload: { email, password: PASSWORD } })
    const suspended = await createUser({ name: 'Dan Leaver', status: 'suspended' })
    const pending = await createUser({ name: 'Nora New', status: 'pending' })
    const codes = [
      await signIn(suspended.email, '10.77.1.1'),
      await signIn(suspended.email, '10.77.1.1'),
      await signIn(pending.email, '10.77.2.1'),
    ].map((answer) => answer.json<{ code: string }>().code)
    expect(codes).toEqual(['account_suspended', 'account_suspended', 'account_pending'])
    await other.close()
    const refusals = (await list('kind=refusals&q=dan')).items
    expect(refusals).toMatchObject([
      {
        action: 'sign_in_refused',
        actor: null,
        entityId: suspended.id,
        title: 'Dan Leaver',
        ip: '10.77.1.1',
        details: { reason: 'account_suspended', count: 2 },
      },
    ])
    expect((await list(`entity=${pending.id}&action=sign_in_refused`)).items).toMatchObject([
      { ip: '10.77.2.1', details: { reason: 'account_pending', count: 1 } },
    ])
  })

  it('says in the list how an account was changed, and what was handed over to whom', async () => {
    const user = await createUser({ name: 'Lea Leaves', role: 'author' })
    await createArticle({ title: 'Left behind' }, { ...editor, ...(await signIn(user)) })
    const { items } = (await api<{ items: { version: number }[] }>(administrator, 'GET', '/api/users?q=lea+leaves'))
      .body
    const version = items[0]?.version
    await api(administrator, 'PATCH', `/api/users/${user.id}`, { version, status: 'suspended' })
    await api(administrator, 'POST', `/api/users/${user.id}/hand-over`, { to: editor.user.id, kinds: ['articles'] })
    const [handedOver, suspended] = (await list(`entity=${user.id}`)).items
    expect(suspended).toMatchObject({ action: 'edit', details: { statusBefore: 'active', status: 'suspended' } })
    expect(handedOver).toMatchObject({
      action: 'hand_over',
      details: { to: editor.user.name, toId: editor.user.id, articles: 1 },
    })
  })

  it('says in the list from which state an article went back to draft', async () => {
    const { id, version } = await createArticle({ title: 'Planned', status: 'scheduled' })
    await api(editor, 'POST', `/api/articles/${id}/return`, { version })
    expect((await list(`entity=${id}&action=return`)).items).toMatchObject([{ details: { stateBefore: 'scheduled' } }])
  })

  it('is saved as a file in which no cell is a formula', async () => {
    await createArticle({ title: '=HYPERLINK("https://evil.example")' })
    const { headers } = administrator
    const file = await app.inject({ method: 'POST', url: '/api/audit/export', headers, payload: { q: 'hyperlink' } })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.body).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(file.body.split('\r\n')[0]).toBe('\ufefftime,person,personId,action,type,item,itemId,address,details')
  })

  it('has in its file what the list says beyond the action', async () => {
    const { id, version } = await createArticle({ title: 'Sent back', status: 'in_review' })
    await api(editor, 'POST', `/api/articles/${id}/return`, { version, note: 'Names, please' })
    const { headers } = administrator
    const file = await app.inject({ method: 'POST', url: '/api/audit/export', headers, payload: { entity: id } })
    const [line] = file.body.split('\r\n').filter((row) => row.includes(',return,'))
    expect((await list(`entity=${id}&action=return`)).items).toMatchObject([{ details: { stateBefore: 'in_review' } }])
    expect(line).toMatch(/,"\{.*""stateBefore"":""in_review"".*\}"$/)
  })

  it('is saved whole, over many pages', async () => {
    await sql`insert into audit_event (id, actor_name, action, entity_type, entity_title, at)
      select gen_random_uuid(), '', 'edit', 'tag', 'Flood', now() - (n / 3) * interval '1 second'
      from generate_series(1, 2500) n`.execute(db)
    const { headers } = administrator
    const file = await app.inject({ method: 'POST', url: '/api/audit/export', headers, payload: { q: 'flood' } })
    expect(new Set(file.body.trim().split('\r\n')).size).toBeGreaterThan(800)
    expect(file.body.trim().split('\r\n')).toHaveLength(2501)
  })

  it('says where it breaks when a line was removed by hand', async () => {
    const check = async () => (await api<AuditChain>(administrator, 'POST', '/api/audit/check')).body
    // Only lines older than ten seconds are sealed.
    const seals = async () => {
      await sealAudit(db, sql`now() + interval '1 hour'`)
      return (
        await db
          .selectFrom('auditEvent')
          .select(sql<boolean>`exists (select from audit_seal)`.as('some'))
          .limit(1)
          .executeTakeFirst()
      )?.some
    }
    // Transactions of other tests on the same PostgreSQL put a seal off.
    await expect.poll(seals, { timeout: 20_000 }).toBe(true)
    expect(await check()).toMatchObject({ broken: null })
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`delete from audit_event where number = (select min(number) from audit_event)`.execute(trx)
    })
    const { broken } = await check()
    expect(broken).not.toBeNull()
  })
})
