import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { articleTasks } from './article-job-commands.ts'
import { createDesk } from './testing/desk.ts'
import { letTimePass } from './testing/let-time-pass.ts'

const { api, db, services, editor, createArticle, runJobs, administrator } = await createDesk()
const tasks = articleTasks(services)
const LATER = '2199-01-01T00:00:00.000Z'
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const view = async (id: string) => (await api(editor, 'GET', `/api/articles/${id}`)).body
const jobsOf = async (id: string) => {
  const { rows } = await sql<{ key: string; runAt: string }>`
    select key, run_at from graphile_worker.jobs where key like ${`%${id}`} order by key`.execute(db)
  return rows
}

describe('a scheduled article', () => {
  it('goes out when its time comes, once, and is audited as done by no one', async () => {
    const article = await createArticle({ status: 'scheduled' })
    expect(await jobsOf(article.id)).toMatchObject([{ runAt: LATER }])
    await runJobs()
    expect((await view(article.id)).status).toBe('scheduled')
    await letTimePass(db, article.id)
    await runJobs()
    const published = await view(article.id)
    expect(published).toMatchObject({ status: 'published', version: article.version + 1, updatedBy: null })
    expect(Date.parse(published.publishedAt ?? '')).toBeLessThan(Date.now() - 50_000)
    expect((await api(null, 'GET', `/content/v1/articles/${article.slug}`)).status).toBe(200)
    await tasks['publish_article']?.({ article: article.id })
    expect((await view(article.id)).version).toBe(article.version + 1)
    const audit = await db
      .selectFrom('auditEvent')
      .selectAll()
      .where('entityId', '=', article.id)
      .where('action', '=', 'publish')
      .execute()
    expect(audit).toMatchObject([{ actorId: null }])
  })

  it('that was moved does not fire at the old time', async () => {
    const article = await createArticle({ status: 'scheduled' })
    const moved = await api(editor, 'POST', `/api/articles/${article.id}/schedule`, {
      version: article.version,
      publishAt: hoursFromNow(2),
    })
    expect(moved.status).toBe(200)
    expect(await jobsOf(article.id)).toMatchObject([{ runAt: moved.body.publishAt }])
    await tasks['publish_article']?.({ article: article.id })
    expect((await view(article.id)).status).toBe('scheduled')
    const edited = await api(editor, 'PATCH', `/api/articles/${article.id}`, {
      version: moved.body.version,
      publishAt: hoursFromNow(3),
    })
    expect(await jobsOf(article.id)).toMatchObject([{ runAt: edited.body.publishAt }])
  })

  it.each(['return', 'unpublish', 'trash'])('that was cancelled by %s is never published', async (action) => {
    const article = await createArticle({ status: 'scheduled' })
    await api(editor, 'POST', `/api/articles/${article.id}/${action}`, { version: article.version })
    expect(await jobsOf(article.id)).toEqual([])
    await letTimePass(db, article.id)
    await tasks['publish_article']?.({ article: article.id })
    expect(
      await db.selectFrom('articleLive').select('articleId').where('articleId', '=', article.id).execute(),
    ).toEqual([])
  })

  it('that lost something it needs goes back to draft, and says why', async () => {
    const article = await createArticle({ status: 'scheduled' })
    await api(editor, 'PATCH', `/api/articles/${article.id}`, { version: article.version, body: '', authors: [] })
    await letTimePass(db, article.id)
    await runJobs()
    expect(await view(article.id)).toMatchObject({
      status: 'draft',
      publishAt: null,
      returnNote: '',
      returnMissing: ['body', 'authors'],
    })
  })

  it('needs a time to come, and everything that publishing needs', async () => {
    const draft = await createArticle({ authors: [] })
    const url = `/api/articles/${draft.id}/schedule`
    const past = await api(editor, 'POST', url, { version: 1, publishAt: '2020-01-01T00:00:00Z' })
    expect(past).toMatchObject({ status: 400, body: { fields: [{ path: 'publishAt' }] } })
    const incomplete = await api(editor, 'POST', url, { version: 1, publishAt: LATER })
    expect(incomplete).toMatchObject({ status: 409, body: { code: 'not_publishable', reasons: ['authors'] } })
    const scheduled = await createArticle({ status: 'scheduled' })
    const emptied = await api(editor, 'PATCH', `/api/articles/${scheduled.id}`, {
      version: scheduled.version,
      publishAt: null,
    })
    expect(emptied).toMatchObject({ status: 400, body: { fields: [{ path: 'publishAt' }] } })
  })
})

describe('publishing', () => {
  it('says everything that is missing', async () => {
    const { body: draft } = await api(editor, 'POST', '/api/articles', { title: '' })
    expect(draft.slug).toMatch(/^untitled/)
    const refused = await api(editor, 'POST', `/api/articles/${draft.id}/publish`, { version: 1 })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'not_publishable', reasons: ['title', 'body', 'authors', 'primaryCategory'] },
    })
    const named = await api(editor, 'PATCH', `/api/articles/${draft.id}`, { version: 1, title: 'At last' })
    expect(named.body.slug).toBe('at-last')
  })

  it('keeps the first date, and a date gone by on a draft becomes the date', async () => {
    const back = await createArticle({ publishAt: '2011-05-05T05:05:05+02:00', status: 'published' })
    expect(back.publishedAt).toBe('2011-05-05T03:05:05.000Z')
    const act = async (article: { id: string; version: number }, action: string) =>
      (await api(editor, 'POST', `/api/articles/${article.id}/${action}`, { version: article.version })).body
    const again = await act(await act(back, 'unpublish'), 'publish')
    expect(again.publishedAt).toBe('2011-05-05T03:05:05.000Z')
  })

  it('a draft that is published after the day it was planned for bears the day on which it was published', async () => {
    const { id, version } = await createArticle({ publishAt: '2199-05-05T05:00:00Z' })
    // Two hours later: the plan was for one hour after it was made.
    await sql`update article set publish_at = now() - interval '1 hour' where id = ${id}`.execute(db)
    await sql`update article_revision set created_at = now() - interval '2 hours',
      content = jsonb_set(content, '{publishAt}', (select to_jsonb(publish_at) from article where article.id = ${id}))
      where article_id = ${id}`.execute(db)
    const { status, body } = await api(editor, 'POST', `/api/articles/${id}/publish`, { version })
    expect(status).toBe(200)
    expect(Date.now() - Date.parse(body.publishedAt!)).toBeLessThan(1_800_000)
    expect(body.publishAt).toBeNull()
  })

  it('an article is taken down at its time, and may be published again', async () => {
    const article = await createArticle({ unpublishAt: hoursFromNow(1), status: 'published' })
    expect(await jobsOf(article.id)).toHaveLength(1)
    await tasks['unpublish_article']?.({ article: article.id })
    expect((await view(article.id)).status).toBe('published')
    const over = new Date(Date.now() - 1000).toISOString()
    await sql`update article_live set content = jsonb_set(content, '{unpublishAt}', to_jsonb(${over}::text)) where article_id = ${article.id}`.execute(
      db,
    )
    await db.updateTable('article').set({ unpublishAt: over }).where('id', '=', article.id).execute()
    await tasks['unpublish_article']?.({ article: article.id })
    const down = await view(article.id)
    expect(down).toMatchObject({ status: 'draft', live: null, unpublishAt: null })
    expect((await api(editor, 'POST', `/api/articles/${article.id}/publish`, { version: down.version })).status).toBe(
      200,
    )
  })
})

describe('the trash', () => {
  it('is emptied of what has been there for 30 days', async () => {
    const old = await createArticle({ status: 'trashed' })
    const young = await createArticle({ status: 'trashed' })
    await db
      .updateTable('article')
      .set({ deletedAt: sql<string>`now() - interval '31 days'` })
      .where('id', '=', old.id)
      .execute()
    await tasks['sweep_articles']?.({})
    expect((await api(administrator, 'GET', `/api/articles/${old.id}`)).status).toBe(404)
    expect((await api(administrator, 'GET', `/api/articles/${young.id}`)).status).toBe(200)
    expect(await db.selectFrom('articleRevision').select('id').where('articleId', '=', old.id).execute()).toEqual([])
  })
})
