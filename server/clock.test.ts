import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Article } from '#contract/articles.ts'
import type { ImportRun } from '#contract/import.ts'
import { createDesk } from './features/articles/testing/desk.ts'
import { wordpressFile, wordpressItem } from './features/import/testing/wordpress-file.ts'
import { form, formType } from './features/media/testing/form.ts'

const { app, db, api, editor, administrator, createArticle, createUser, runJobs, signIn } = await createDesk()
const HOUR = 3_600_000
const inHours = (hours: number) => new Date(performance.timeOrigin + performance.now() + hours * HOUR).toISOString()
afterEach(() => void vi.useRealTimers())

/** The clock of this process is wrong; that of the database is not. */
const setClock = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * HOUR })

describe.each([2, -2])('with a clock that is %i days off', (days) => {
  it('a session lives exactly as long as the database says', async () => {
    const user = await createUser()
    const before = await signIn(user)
    const over = await signIn(user)
    await db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('id', '=', over.sessionId)
      .execute()
    setClock(days)
    expect((await app.inject({ url: '/api/session', headers: before.headers })).statusCode).toBe(200)
    expect((await app.inject({ url: '/api/session', headers: over.headers })).statusCode).toBe(401)
    const payload = { email: user.email, password: user.password }
    const fresh = await app.inject({ method: 'POST', url: '/api/session', payload })
    const { expiresAt, token } = fresh.json<{ expiresAt: string; token: string }>()
    expect(Math.abs(Date.parse(expiresAt) - Date.parse(inHours(12)))).toBeLessThan(HOUR)
    const headers = { authorization: `bearer ${token}` }
    expect((await app.inject({ url: '/api/session', headers })).statusCode).toBe(200)
  })

  it('a planned article goes out neither early nor never', async () => {
    setClock(days)
    const article = await createArticle()
    const plan = (publishAt: string) =>
      api<Article>(editor, 'POST', `/api/articles/${article.id}/schedule`, { version: article.version, publishAt })
    expect((await plan(inHours(-1))).status).toBe(400)
    expect((await plan(inHours(24))).body.status).toBe('scheduled')
    await runJobs()
    expect((await api(editor, 'GET', `/api/articles/${article.id}`)).body.status).toBe('scheduled')
  })

  it('an article that is published now bears the time of the database', async () => {
    setClock(days)
    const { publishedAt } = await createArticle({ status: 'published' })
    expect(Math.abs(Date.parse(publishedAt ?? '') - Date.parse(inHours(0)))).toBeLessThan(HOUR)
  })

  it('what the old site planned for tomorrow is planned here too', async () => {
    setClock(days)
    const stamp = (hours: number) => inHours(hours).slice(0, 19).replace('T', ' ')
    const base = days > 0 ? 100 : 200
    const bytes = wordpressFile(
      wordpressItem({ id: base, title: `To come ${days}`, status: 'future', date: stamp(24) }) +
        wordpressItem({ id: base + 1, title: `Gone by ${days}`, date: stamp(-24) }),
    )
    const started = await app.inject({
      method: 'POST',
      url: '/api/imports',
      headers: { ...administrator.headers, ...formType },
      payload: form([{ bytes, name: 'a.xml' }]),
    })
    await runJobs()
    const { id } = started.json<ImportRun>()
    expect((await api<ImportRun>(administrator, 'GET', `/api/imports/${id}`)).body.status).toBe('done')
    const rows = await db
      .selectFrom('article')
      .select(['title', 'status'])
      .where('title', 'in', [`To come ${days}`, `Gone by ${days}`])
      .execute()
    expect(Object.fromEntries(rows.map(({ title, status }) => [title, status]))).toEqual({
      [`To come ${days}`]: 'scheduled',
      [`Gone by ${days}`]: 'published',
    })
  })
})
