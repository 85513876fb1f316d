import { describe, expect, it } from 'vitest'
import type { ArticleSummary } from '#contract/articles.ts'
import { createDesk } from './testing/desk.ts'

const { api, db, author, viewer, adManager, editor, createArticle, tag } = await createDesk()
type Page = { items: ArticleSummary[]; total: number }

const tags = [tag.id]
await createArticle({ title: 'Bravo', status: 'published', tags })
await createArticle({ title: 'Mike', status: 'published', tags })
await createArticle({ title: 'Xray', status: 'published', tags })
const secret = await createArticle({ title: 'Alfa', status: 'published', tags })
// Its new title belongs between Mike and Xray.
const working = (
  await api(editor, 'PATCH', `/api/articles/${secret.id}`, {
    version: secret.version,
    title: 'Scandal at the harbour',
    excerpt: 'Unpublished excerpt',
    body: '<p>Unpublished body</p>',
  })
).body

const titles = async (who: typeof viewer, query: string) =>
  (await api<Page>(who, 'GET', `/api/articles?${query}`)).body.items.map(({ title }) => title)

describe.each([
  ['a viewer', viewer],
  ['an ad manager', adManager],
  ['another author', author],
])('to %s', (_name, who) => {
  it.each(['', `&tag=${tag.id}`, '&status=published'])(
    'the title as published gives the place in the list%s',
    async (filter) => {
      expect(await titles(who, `sort=title${filter}`)).toEqual(['Alfa', 'Bravo', 'Mike', 'Xray'])
      expect(await titles(who, `sort=-title${filter}`)).toEqual(['Xray', 'Mike', 'Bravo', 'Alfa'])
    },
  )

  it('pages and what is left of the list tell nothing either', async () => {
    expect(await titles(who, 'sort=title&pageSize=1&page=1')).toEqual(['Alfa'])
    expect(await titles(who, 'sort=title&pageSize=1&page=3')).toEqual(['Mike'])
  })

  it.each(['scandal', 'harbour', 'scan', 'Unpublished excerpt', 'unpublished'])(
    'the working copy is not found by “%s”',
    async (q) => {
      expect(await titles(who, `q=${encodeURIComponent(q)}`)).toEqual([])
      expect((await api<Page>(who, 'GET', `/api/articles?q=${encodeURIComponent(q)}`)).body.total).toBe(0)
    },
  )

  it('no reply that names the article holds the new title', async () => {
    for (const url of [`/api/articles/${secret.id}`, '/api/articles', '/api/welcome'])
      expect(JSON.stringify((await api(who, 'GET', url)).body)).not.toMatch(/Scandal|Unpublished/)
  })
})

it('editors have the list in the order of the titles they work on', async () => {
  expect(await titles(editor, 'sort=title')).toEqual(['Bravo', 'Mike', 'Scandal at the harbour', 'Xray'])
  expect(await titles(editor, `sort=title&tag=${tag.id}`)).toEqual(['Bravo', 'Mike', 'Scandal at the harbour', 'Xray'])
})

it('when the changes go out, or are dropped, the order follows', async () => {
  const published = await api(editor, 'POST', `/api/articles/${secret.id}/publish`, { version: working.version })
  expect(await titles(viewer, 'sort=title')).toEqual(['Bravo', 'Mike', 'Scandal at the harbour', 'Xray'])
  const again = await api(editor, 'PATCH', `/api/articles/${secret.id}`, {
    version: published.body.version,
    title: 'Zulu',
  })
  expect(await titles(viewer, 'sort=title')).toEqual(['Bravo', 'Mike', 'Scandal at the harbour', 'Xray'])
  await api(editor, 'POST', `/api/articles/${secret.id}/discard`, { version: again.body.version })
  const row = await db
    .selectFrom('article')
    .select('publishedTitle')
    .where('id', '=', secret.id)
    .executeTakeFirstOrThrow()
  expect(row.publishedTitle).toBeNull()
})
