import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Me, Site } from '#contract/session.ts'
import type { Settings } from '#contract/settings.ts'
import { PASSWORD } from '../../testing/app.ts'
import { createDesk } from '../articles/testing/desk.ts'
import { form, formType } from '../media/testing/form.ts'
import { picture } from '../media/testing/pictures.ts'

const desk = await createDesk()
const { api, app, db, services, administrator, editor, createArticle, createUser, signIn, runJobs } = desk
const change = (body: object) => api<Settings>(administrator, 'PATCH', '/api/settings', body)
const site = async () => (await app.inject('/api/setup')).json<{ site: Site }>().site
const general = { name: 'The Daily Bridge', logo: null, timeZone: 'Asia/Shanghai', locale: 'zh-CN' }

let seed = 0
async function upload(width: number, height: number) {
  const bytes = await picture(width, height, ++seed).png().toBuffer()
  const { headers } = await signIn(editor.user)
  const payload = form([{ bytes, name: `logo-${seed}.png`, type: 'image/png' }])
  const reply = await app.inject({ method: 'POST', url: '/api/media', headers: { ...headers, ...formType }, payload })
  return reply.json<{ id: string; version: number }>()
}
const newest = async (folder: string) => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).toSorted()
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

describe('the general settings', () => {
  it('name the site on the public screens, and are in the audit log with before and after', async () => {
    expect(await site()).toEqual({ name: '', logo: null, timeZone: 'UTC', locale: null })
    const saved = await change({ general })
    expect(saved.body).toMatchObject({ general, saved: { general: { version: 2, by: { id: administrator.user.id } } } })
    expect(await site()).toEqual({ ...general, logo: null })
    const line = await db
      .selectFrom('auditEvent')
      .select(['actorId', 'before', 'after'])
      .where('entityTitle', '=', 'general')
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({ actorId: administrator.user.id, before: { name: '' }, after: general })
  })

  it.each([
    [{ name: 'x'.repeat(61) }, 'general.name'],
    [{ name: 7 }, 'general.name'],
    [{ timeZone: 'Mars/Olympus' }, 'general.timeZone'],
    [{ locale: 'fr' }, 'general.locale'],
    [{ logo: '1abc' }, 'general.logo'],
    [{ logo: '00000000-0000-7000-8000-000000000000' }, 'general.logo'],
    [{ extra: true }, 'general.extra'],
  ])('R02 refuse %j and name the field', async (wrong, path) => {
    const refused = await change({ general: wrong })
    expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([400, path])
  })

  it('are not overwritten by someone who saw an older version', async () => {
    const { saved } = (await change({})).body
    const { version } = saved.general
    expect((await change({ general: { name: 'Bridge' }, versions: { general: version } })).status).toBe(200)
    const stale = await change({ general: { timeZone: 'UTC' }, versions: { general: version } })
    expect([stale.status, stale.body]).toMatchObject([
      409,
      {
        code: 'stale_version',
        changedBy: administrator.user.name,
        current: { id: 'general', version: version + 1, name: 'Bridge', timeZone: 'Asia/Shanghai' },
      },
    ])
    expect((await change({})).body.general).toMatchObject({ name: 'Bridge', timeZone: 'Asia/Shanghai' })
    // Sections do not wait for each other.
    expect((await change({ site: { articleUrl: '' }, versions: { site: saved.site.version } })).status).toBe(200)
    await change({ general })
  })
})

describe('the name of the site', () => {
  it('is in the mails', async () => {
    const { email } = await createUser({ email: 'forgetful@example.com' })
    await app.inject({ method: 'POST', url: '/api/password-resets', payload: { email } })
    await api(administrator, 'POST', '/api/health/alerts/test')
    await runJobs()
    const mails = await newest(join(services.config.dataDir, 'outbox'))
    expect(mails.find((mail) => mail.includes(`To: ${email}`))).toContain('Set a new The Daily Bridge password')
  })
})

describe('the logo', () => {
  it('is a picture of the library that is large enough and not too long', async () => {
    for (const [width, height] of [
      [40, 200],
      [700, 100],
    ] as const) {
      const { id } = await upload(width, height)
      const refused = await change({ general: { logo: id } })
      expect(refused.body.fields).toMatchObject([{ path: 'general.logo', code: 'logo_size' }])
    }
    const { id } = await upload(200, 60)
    expect((await change({ general: { logo: id } })).body.logo).toMatchObject({ id, width: 200, height: 60 })
    const { logo } = await site()
    expect(logo).toEqual({ url: expect.stringContaining(`/media/${id}/`), width: 200, height: 60 })
    // Before anyone is signed in.
    expect((await app.inject(logo?.url ?? '')).statusCode).toBe(200)
  })

  it('cannot be deleted while it is in use, is named as a use, and is free afterwards', async () => {
    const { id } = await upload(100, 100)
    await change({ general: { logo: id } })
    const uses = await api<{ items: object[]; total: number }>(editor, 'GET', `/api/media/${id}/uses`)
    expect(uses.body).toMatchObject({ total: 1, items: [{ type: 'setting', title: null, places: ['logo'] }] })
    const media = await api<{ version: number; uses: number }>(editor, 'GET', `/api/media/${id}`)
    expect(media.body.uses).toBe(1)
    const trash = () => api(editor, 'POST', `/api/media/${id}/trash`, { version: media.body.version })
    expect((await trash()).body).toMatchObject({ code: 'in_use' })
    await change({ general: { logo: null } })
    expect((await site()).logo).toBeNull()
    expect((await trash()).status).toBe(200)
    expect((await change({ general: { logo: id } })).body.fields).toMatchObject([{ code: 'unknown_id' }])
  })
})

describe('the time zone of the site', () => {
  const me = async (person: Parameters<typeof api>[0]) =>
    (await api<{ user: Me }>(person, 'GET', '/api/session')).body.user

  it('is that of people who have set none, and follows it until they set one', async () => {
    await change({ general })
    expect(await me(editor)).toMatchObject({ timeZone: 'Asia/Shanghai', ownTimeZone: false })
    await change({ general: { timeZone: 'Europe/Oslo' } })
    const { version } = await me(editor)
    expect(await me(editor)).toMatchObject({ timeZone: 'Europe/Oslo', ownTimeZone: false })
    const own = { version, timeZone: 'America/Lima' }
    expect((await api<Me>(editor, 'PATCH', '/api/profile', own)).body).toMatchObject({
      timeZone: 'America/Lima',
      ownTimeZone: true,
    })
    await api(editor, 'PATCH', '/api/profile', { version: version + 1, timeZone: null })
    expect(await me(editor)).toMatchObject({ timeZone: 'Europe/Oslo', ownTimeZone: false })
  })

  it('decides on which day an article was published: in its address and in the preview', async () => {
    const article = await createArticle({ status: 'published', slug: 'late-night' })
    const at = '2026-03-08T20:00:00.000Z'
    await db.updateTable('articleLive').set({ publishedAt: at }).where('articleId', '=', article.id).execute()
    await db.updateTable('article').set({ publishedAt: at }).where('id', '=', article.id).execute()
    await change({ site: { articleUrl: 'https://example.com/{year}/{month}/{day}/{slug}' } })
    const shown = async (timeZone: string) => {
      await change({ general: { timeZone } })
      const { siteUrl } = (await api(editor, 'GET', `/api/articles/${article.id}`)).body
      const { html } = (await api<{ html: string }>(editor, 'GET', `/api/articles/${article.id}/preview`)).body
      return [siteUrl, /<time[^>]*>(.*?)<\/time>/.exec(html)?.[1]]
    }
    expect(await shown('UTC')).toEqual(['https://example.com/2026/03/08/late-night', 'March 8, 2026'])
    expect(await shown('Asia/Shanghai')).toEqual(['https://example.com/2026/03/09/late-night', 'March 9, 2026'])
    await change({ site: { articleUrl: '' } })
  })
})

describe('the language of the site', () => {
  let last = 0
  async function register(given: object, accept: string) {
    const email = `reader-${++last}@example.com`
    const reply = await app.inject({
      method: 'POST',
      url: '/api/registrations',
      headers: { 'accept-language': accept },
      remoteAddress: `10.8.0.${last}`,
      payload: { email, name: 'New', password: PASSWORD, ...given },
    })
    expect(reply.statusCode).toBe(201)
    return db
      .selectFrom('userAccount')
      .select(['locale', 'timeZone'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  }

  it('is that of new people who chose none, with a time zone only where they have one', async () => {
    await change({ general: { locale: null } })
    expect(await register({}, 'en')).toEqual({ locale: 'en', timeZone: null })
    await change({ general: { locale: 'zh-CN' } })
    expect(await register({ timeZone: 'Asia/Tokyo' }, 'en')).toEqual({ locale: 'zh-CN', timeZone: 'Asia/Tokyo' })
    expect(await register({ locale: 'en' }, 'zh')).toMatchObject({ locale: 'en' })
  })

  it('is that of invitations, whose readers have no account yet', async () => {
    await api(administrator, 'POST', '/api/users/invitations', { email: 'invited@example.com', role: 'author' })
    await runJobs()
    const mails = await newest(join(services.config.dataDir, 'outbox'))
    expect(mails.find((mail) => mail.includes('To: invited@example.com'))).toContain('邀请您加入 The Daily Bridge')
  })
})
