import { afterAll, expect, it } from 'vitest'
import type { ArticleSummary } from '#contract/articles.ts'
import { createDatabase } from '../../db/database.ts'
import { listArticles } from './article-list-queries.ts'
import { knownTotal } from './article-total-queries.ts'
import { viewArticle } from './article-view-queries.ts'
import { createDesk } from './testing/desk.ts'

const desk = await createDesk()
const { api, databaseUrl, editor, author, viewer, byline, category, tag, createArticle } = desk
// A pool that nothing else uses, so that its queries can be counted.
const { db, pool, close } = createDatabase({ connectionString: databaseUrl })
afterAll(close)
let queries = 0
pool.on('acquire', () => void queries++)
const counted = async <T>(read: () => Promise<T>) => {
  queries = 0
  return { found: await read(), queries }
}

const made = async (url: string, fields: object) => (await api<{ id: string }>(editor, 'POST', url, fields)).body.id
const ada = { id: byline.id, displayName: 'Ada Byron' }
const news = { id: category.id, name: 'News' }
const grace = { id: await made('/api/authors', { displayName: 'Grace' }), displayName: 'Grace' }
const local = { id: await made('/api/categories', { name: 'Local', parent: category.id }), name: 'Local' }
const alsoLocal = { id: await made('/api/categories', { name: 'Local' }), name: 'Local' }

const names = {
  authors: [grace, ada],
  categories: [
    { ...local, path: ['News', 'Local'], sharesName: true },
    { ...news, path: ['News'], sharesName: false },
    { ...alsoLocal, path: ['Local'], sharesName: true },
  ],
  tags: [{ id: tag.id, name: 'Weather' }],
  media: [],
}
const pointsAt = {
  authors: [grace.id, ada.id],
  primaryCategory: local.id,
  categories: [news.id, alsoLocal.id],
  tags: [tag.id],
}

it('an article comes with the names of what it points at, in their order, and is one query', async () => {
  const { id } = await createArticle(pointsAt)
  const { found, queries } = await counted(() => viewArticle(db, editor.user, id))
  expect(found?.refs).toEqual(names)
  expect(queries).toBe(1)
})

it('an article that points at nothing has no names', async () => {
  const { id } = await createArticle({ authors: [], primaryCategory: null })
  expect((await viewArticle(db, editor.user, id))?.refs).toEqual({ authors: [], categories: [], tags: [], media: [] })
})

it('rows of a list come with their names; the page is three queries, the total included', async () => {
  await createArticle(pointsAt)
  const query = { sort: '-updatedAt', page: 1, pageSize: 25 } as const
  const list = async () => listArticles(db, editor.user, query, await knownTotal(db, editor.user, query))
  const { found, queries } = await counted(list)
  expect(found.items[0]).toMatchObject({ authors: [grace, ada], primaryCategory: local })
  expect(queries).toBe(3)
})

it('whoever sees only what readers see gets the names of the published text, in the list and alone', async () => {
  const { id, version } = await createArticle({ status: 'published', tags: [tag.id] })
  expect((await api(editor, 'PATCH', `/api/articles/${id}`, { version, ...pointsAt, tags: [] })).status).toBe(200)
  const listed = async (who: typeof viewer) =>
    (await api<{ items: ArticleSummary[] }>(who, 'GET', '/api/articles')).body.items.find((row) => row.id === id)
  expect(await listed(editor)).toMatchObject({ authors: [grace, ada], primaryCategory: local })
  for (const who of [viewer, author]) {
    expect(await listed(who)).toMatchObject({ authors: [ada], primaryCategory: news, hasChanges: false })
    const { refs } = (await api(who, 'GET', `/api/articles/${id}`)).body
    expect(refs).toMatchObject({ authors: [ada], tags: [{ name: 'Weather' }] })
    expect(refs.categories).toEqual([{ ...news, path: ['News'], sharesName: false }])
  }
})
