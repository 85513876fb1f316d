import { expect, it } from 'vitest'
import { flushArticleIndex } from '../articles/article-index-commands.ts'
import { createDesk } from '../articles/testing/desk.ts'

const { api, db, administrator, editor, author, viewer, adManager, createArticle, createUser } = await createDesk()
const made = (path: string, body: object) => api(editor, 'POST', path, body)
const meant = async (query: Record<string, string>, who = editor) => {
  const { status, body } = await api<{ q: string | null }>(
    who,
    'GET',
    `/api/search/meant?${new URLSearchParams(query).toString()}`,
  )
  expect(status).toBe(200)
  return body.q
}

await createArticle({ title: 'The bridge reopens', status: 'published' })
await createArticle({ title: 'Lanterns along the quay', status: 'draft' })
const edited = await createArticle({ title: 'Harvest', status: 'published' })
await api(editor, 'PATCH', `/api/articles/${edited.id}`, { version: edited.version, title: 'Scandal' })
await made('/api/tags', { name: 'Gardening' })
await made('/api/authors', { displayName: 'Marlene Huber' })
await made('/api/albums', { title: 'Fireworks' })
await createUser({ name: 'Thaddeus Quill' })
await flushArticleIndex(db)

it('a mistyped word is put right, and the others stay', async () => {
  expect(await meant({ kind: 'articles', q: 'brigde' })).toBe('bridge')
  expect(await meant({ kind: 'articles', q: 'Brigde reopens' })).toBe('bridge reopens')
  expect(await meant({ kind: 'articles', q: 'zzzzzz' })).toBeNull()
})

it('each of several words may be mistyped once', async () => {
  expect(await meant({ kind: 'articles', q: 'brigde reopnes' })).toBe('bridge reopens')
  expect(await meant({ kind: 'articles', q: 'the Lantrens along the quya' })).toBe('the lanterns along the quay')
  expect(await meant({ kind: 'articles', q: 'brigde zzzzzz' })).toBeNull()
})

it.each([
  ['tags', 'gardning', 'gardening'],
  ['authors', 'marlen huber', 'marlene huber'],
  ['albums', 'firewroks', 'fireworks'],
])('%s: “%s” means “%s”', async (kind, q, text) => expect(await meant({ kind, q })).toBe(text))

it('only words that this list has', async () => {
  expect(await meant({ kind: 'tags', q: 'brigde' })).toBeNull()
  expect(await meant({ kind: 'articles', q: 'gardning' })).toBeNull()
})

it('with the filters of the list', async () => {
  expect(await meant({ kind: 'articles', q: 'brigde', filters: 'status=published' })).toBe('bridge')
  expect(await meant({ kind: 'articles', q: 'brigde', filters: 'status=draft' })).toBeNull()
  const { status } = await api(editor, 'GET', '/api/search/meant?kind=articles&q=brigde&filters=colour%3Dred')
  expect(status).toBe(400)
})

it.each([
  ['a viewer', viewer],
  ['an ad manager', adManager],
  ['another author', author],
] as const)('%s is told no word of what they may not see', async (_who, person) => {
  expect(await meant({ kind: 'articles', q: 'brigde' }, person)).toBe('bridge')
  expect(await meant({ kind: 'articles', q: 'lantrens' }, person)).toBeNull()
  expect(await meant({ kind: 'articles', q: 'scandla' }, person)).toBeNull()
  expect(await meant({ kind: 'albums', q: 'firewroks' }, person)).toBeNull()
})

it('those who see it all are told, but no names of people', async () => {
  expect(await meant({ kind: 'articles', q: 'lantrens' })).toBe('lanterns')
  expect(await meant({ kind: 'articles', q: 'scandla' })).toBe('scandal')
  expect(await meant({ kind: 'articles', q: 'thadeus' }, administrator)).toBeNull()
})
