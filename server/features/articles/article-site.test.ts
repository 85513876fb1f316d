import { expect, it } from 'vitest'
import type { ArticleSummary } from '#contract/articles.ts'
import { createDesk } from './testing/desk.ts'

const desk = await createDesk()
const { api, pool, administrator, editor, author, viewer, category, createArticle } = desk

const setPattern = async (articleUrl: string) => {
  const { status } = await api(administrator, 'PATCH', '/api/settings', { site: { articleUrl } })
  expect(status).toBe(200)
}
const one = async (id: string, who = editor) => (await api(who, 'GET', `/api/articles/${id}`)).body
const listed = async (who = editor) =>
  (await api<{ items: ArticleSummary[] }>(who, 'GET', '/api/articles?pageSize=100')).body.items
const listedOne = async (id: string, who = editor) => (await listed(who)).find((row) => row.id === id)

it('a published article has its public address in the list and by itself, as soon as the pattern is set', async () => {
  const article = await createArticle({ title: 'Ferry', status: 'published' })
  expect([(await one(article.id)).siteUrl, (await listedOne(article.id))?.siteUrl]).toEqual([null, null])
  await setPattern('https://example.com/{category}/{slug}')
  for (const who of [administrator, editor, author, viewer]) {
    expect((await one(article.id, who)).siteUrl).toBe('https://example.com/news/ferry')
    expect((await listedOne(article.id, who))?.siteUrl).toBe('https://example.com/news/ferry')
  }
  const day = article.publishedAt!.slice(0, 10).replaceAll('-', '/')
  await setPattern('https://example.com/{year}/{month}/{day}/{id}')
  expect((await one(article.id)).siteUrl).toBe(`https://example.com/${day}/${article.id}`)
  await setPattern('')
  expect([(await one(article.id)).siteUrl, (await listedOne(article.id))?.siteUrl]).toEqual([null, null])
})

it('publishing answers the address; unpublishing removes it', async () => {
  await setPattern('https://example.com/{slug}')
  const draft = await createArticle({ title: 'Lighthouse' })
  expect(draft.siteUrl).toBeNull()
  const act = async (action: string, version: number) =>
    (await api(editor, 'POST', `/api/articles/${draft.id}/${action}`, { version })).body
  const published = await act('publish', draft.version)
  expect(published.siteUrl).toBe('https://example.com/lighthouse')
  expect((await act('unpublish', published.version)).siteUrl).toBeNull()
  for (const status of ['draft', 'in_review', 'scheduled', 'archived', 'trashed'] as const) {
    const { id } = await createArticle({ status })
    expect([status, (await one(id)).siteUrl]).toEqual([status, null])
  }
})

it('the address is the one that readers know, not the one of the working copy', async () => {
  await setPattern('https://example.com/{category}/{slug}')
  const other = (await api<{ id: string }>(editor, 'POST', '/api/categories', { name: 'Travel' })).body
  const article = await createArticle({ title: 'Old pier', status: 'published' })
  const fields = { version: article.version, slug: 'new-pier', primaryCategory: other.id }
  expect((await api(editor, 'PATCH', `/api/articles/${article.id}`, fields)).status).toBe(200)
  expect((await one(article.id)).siteUrl).toBe('https://example.com/news/old-pier')
  expect((await listedOne(article.id))?.siteUrl).toBe('https://example.com/news/old-pier')
  const { version } = await one(article.id)
  await api(editor, 'POST', `/api/articles/${article.id}/publish`, { version })
  expect((await one(article.id)).siteUrl).toBe('https://example.com/travel/new-pier')
})

it('the list has the same address as the article itself, with changes and without, at any time of publication', async () => {
  await setPattern('https://example.com/{year}/{month}/{day}/{category}/{slug}')
  const publishAt = '2024-02-29T23:30:00.000Z'
  const dated = await createArticle({ title: 'Leap day', publishAt, status: 'published' })
  const changed = await createArticle({ title: 'Leap year', publishAt, status: 'published' })
  await api(editor, 'PATCH', `/api/articles/${changed.id}`, { version: changed.version, slug: 'leap-decade' })
  const rows = await listed()
  expect(rows.length).toBeGreaterThan(5)
  for (const { id, siteUrl } of rows) expect(siteUrl).toBe((await one(id)).siteUrl)
  const urls = new Map(rows.map(({ id, siteUrl }) => [id, siteUrl]))
  expect(urls.get(dated.id)).toBe('https://example.com/2024/02/29/news/leap-day')
  expect(urls.get(changed.id)).toBe('https://example.com/2024/02/29/news/leap-year')
})

it('a renamed category shows in the address at once', async () => {
  await setPattern('https://example.com/{category}/{slug}')
  const article = await createArticle({ title: 'Renamed report', status: 'published' })
  const { version } = (await api<{ version: number }>(editor, 'GET', `/api/categories/${category.id}`)).body
  const renamed = await api(editor, 'PATCH', `/api/categories/${category.id}`, { version, slug: 'reports' })
  expect(renamed.status).toBe(200)
  expect((await one(article.id)).siteUrl).toBe('https://example.com/reports/renamed-report')
})

it('the list asks the database no more often for twenty addresses than for one', async () => {
  await setPattern('https://example.com/{slug}')
  await createArticle({ status: 'published' })
  const asked = async (pageSize: number) => {
    const before = queries
    const { body } = await api<{ items: ArticleSummary[] }>(
      editor,
      'GET',
      `/api/articles?status=published&pageSize=${pageSize}`,
    )
    expect(body.items.every(({ siteUrl }) => siteUrl?.startsWith('https://example.com/'))).toBe(true)
    return { rows: body.items.length, queries: queries - before }
  }
  let queries = 0
  const count = () => void queries++
  pool.on('acquire', count)
  for (let n = 0; n < 20; n++) await createArticle({ status: 'published' })
  await asked(1)
  const [single, many] = [await asked(1), await asked(20)]
  pool.off('acquire', count)
  expect([single.rows, many.rows]).toEqual([1, 20])
  expect(many.queries).toBeLessThanOrEqual(single.queries)
})
