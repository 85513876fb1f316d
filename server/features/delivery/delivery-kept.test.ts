import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { createDesk } from '../articles/testing/desk.ts'

const { app, api, db, pool, services, editor, createArticle, tag } = await createDesk()
/** Another process on the same database. */
const other = await buildApp(services)
afterAll(() => other.close())

beforeAll(async () => {
  for (const one of [app, other]) {
    one.notices.start(pool)
    await vi.waitFor(() => expect(one.notices.isLive()).toBe(true), 10_000)
  }
})

/** Notices arrive in their order: after one of our own no earlier change is still to be told. */
const everyChangeIsTold = async () => {
  const arrived = new Promise<void>((resolve) => app.notices.on('delivery', (said) => said === 'last' && resolve()))
  await sql`select pg_notify('delivery', 'last')`.execute(db)
  await arrived
}
const read = async (on: typeof app, path: string, etag?: string) => {
  const reply = await on.inject({ url: `/content/v1${path}`, headers: etag ? { 'if-none-match': etag } : {} })
  return { status: reply.statusCode, etag: String(reply.headers.etag), body: reply.body }
}
const rename = async (id: string, title: string) => {
  const { version } = (await api(editor, 'GET', `/api/articles/${id}`)).body
  await api(editor, 'PATCH', `/api/articles/${id}`, { version, title })
  return api(editor, 'POST', `/api/articles/${id}/publish`, { version: version + 1 })
}

it('while nothing changed, readers are answered without a query, and with 304 where they have it', async () => {
  await createArticle({ slug: 'calm', title: 'Calm', status: 'published' })
  await everyChangeIsTold()
  const first = await read(app, '/articles/calm')
  expect(first.status).toBe(200)
  await sql`alter table article_live rename to article_live_away`.execute(db)
  try {
    expect(await read(app, '/articles/calm')).toEqual(first)
    expect(await read(app, '/articles/calm', first.etag)).toMatchObject({ status: 304, body: '' })
    expect((await read(app, '/articles/storm')).status).toBe(500)
  } finally {
    await sql`alter table article_live_away rename to article_live`.execute(db)
  }
})

it.each(['/articles', '/articles/news'])(
  '%s is new at once where it was published, elsewhere within a second',
  async (path) => {
    const { id } = await createArticle({ slug: `news-${path.length}`, title: 'Old', status: 'published' })
    const address = path === '/articles' ? path : `/articles/news-${path.length}`
    for (const on of [app, other]) expect((await read(on, address)).body).toContain('"Old"')
    const before = await read(other, address)
    expect((await rename(id, 'New')).status).toBe(200)
    expect((await read(app, address)).body).toContain('"New"')
    await vi.waitFor(async () => expect((await read(other, address, before.etag)).body).toContain('"New"'), 1000)
  },
)

it('a name that changes reaches the articles that carry it, also where no one published', async () => {
  await createArticle({ slug: 'named', status: 'published', tags: [tag.id] })
  expect((await read(app, '/articles/named')).body).toContain('"Weather"')
  await db.updateTable('tag').set({ name: 'Climate' }).where('id', '=', tag.id).execute()
  await vi.waitFor(async () => expect((await read(app, '/articles/named')).body).toContain('"Climate"'), 1000)
})

it('what was unpublished is gone at once', async () => {
  const { id, version } = await createArticle({ slug: 'gone', status: 'published' })
  expect((await read(app, '/articles/gone')).status).toBe(200)
  expect((await api(editor, 'POST', `/api/articles/${id}/unpublish`, { version })).status).toBe(200)
  expect((await read(app, '/articles/gone')).status).toBe(404)
})
