import { expect, it } from 'vitest'
import { createDesk } from './testing/desk.ts'

const { api, editor, createArticle } = await createDesk()

const body = (words = 'Back to the text') =>
  `<p>Built in 1920<sup><a id="fnref-0198c0de" href="#fn-0198c0de" role="doc-noteref" rel="noopener">1</a></sup></p><ol class="footnotes"><li id="fn-0198c0de">City archive. <a href="#fnref-0198c0de" role="doc-backlink" rel="noopener" aria-label="${words}">↩</a></li></ol>`

it('footnotes come back with an older version, and go along with a copy', async () => {
  const { id, version } = await createArticle({ body: body() })
  const changed = await api(editor, 'PATCH', `/api/articles/${id}`, { version, body: '<p>Built.</p>' })
  expect(changed.body.body).toBe('<p>Built.</p>')
  type Revisions = { items: { id: string; version: number }[] }
  const { items } = (await api<Revisions>(editor, 'GET', `/api/articles/${id}/revisions`)).body
  const restored = await api(editor, 'POST', `/api/articles/${id}/revisions/${items.at(-1)!.id}/restore`, {
    version: changed.body.version,
  })
  expect(restored.body.body).toBe(body())
  const copy = await api(editor, 'POST', `/api/articles/${id}/duplicate`)
  expect(copy.body.body).toBe(body())
})

it('the words of a note count and are found, its number is neither counted nor part of the word before it', async () => {
  const article = await createArticle({ title: 'Pier', body: body(), status: 'published' })
  expect(article.wordCount).toBe(5)
  const found = async (words: string) =>
    (await api<{ items: { id: string }[] }>(editor, 'GET', `/api/articles?q=${words}`)).body.items.map(({ id }) => id)
  expect(await found('archive')).toContain(article.id)
  expect(await found('19201')).not.toContain(article.id)
  type Found = { items: { slug: string; excerpt?: string }[] }
  const reader = await api<Found>(null, 'GET', '/content/v1/search?q=archive')
  expect(reader.body.items.map(({ slug }) => slug)).toContain(article.slug)
})

it('a footnote that is sent broken is stored as text, and its links lead nowhere', async () => {
  const { id, version } = await createArticle()
  const sent = body('" onclick="x()').replace('id="fn-0198c0de"', 'id="fn-0198c0df"')
  const { status, body: stored } = await api(editor, 'PATCH', `/api/articles/${id}`, { version, body: sent })
  expect(status).toBe(200)
  expect(stored.body).toBe('<p>Built in 1920<sup>1</sup></p><ol><li>City archive. </li></ol>')
})
