import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Category } from '#contract/categories.ts'
import type { ListReply } from '#contract/list.ts'
import { createDesk } from '../articles/testing/desk.ts'

const { api, db, administrator, editor, viewer, createArticle, createUser } = await createDesk()
const made = async (path: string, body: object) => (await api<{ id: string }>(editor, 'POST', path, body)).body.id
type Named = { id: string; name: string; displayName: string; title: string; path: string[]; sharesName: boolean }
async function found(path: string, q: string, who = viewer) {
  const { status, body } = await api<ListReply<Named>>(
    who,
    'GET',
    `${path}?${new URLSearchParams({ q, sort: 'relevance', pageSize: '20' }).toString()}`,
  )
  expect(status).toBe(200)
  return body.items
}
const names = async (path: string, q: string, who = viewer) =>
  (await found(path, q, who)).map(({ name, displayName, title }) => name ?? displayName ?? title)

describe('tags', async () => {
  for (const name of ['Art', 'Artichokes', 'Modern art', 'Party', 'Street artists', 'Artists'])
    await made('/api/tags', { name })
  const used = await made('/api/tags', { name: 'Art fairs' })
  await made('/api/tags', { name: 'Painting', synonyms: ['arte', 'ARTS'] })
  await createArticle({ tags: [used] })

  it('the name, its beginning by use, a word, anywhere, then synonyms; by name where all is equal', async () =>
    expect(await names('/api/tags', 'art')).toEqual([
      'Art',
      'Art fairs',
      'Artichokes',
      'Artists',
      'Modern art',
      'Street artists',
      'Party',
      'Painting',
    ]))

  it('a synonym that is exactly what was typed comes after that very name only', async () => {
    await made('/api/tags', { name: 'Artsy' })
    expect(await names('/api/tags', 'arts')).toEqual(['Painting', 'Artsy'])
  })

  it.each(['%', '_', '\\', '(', '[', '*', '+', '.', '^$', '{1}', '\\m', "'"])('%s breaks nothing', async (q) =>
    expect(await names('/api/tags', q)).toEqual([]),
  )
})

describe('authors', () => {
  it('the very name first, then beginnings by use', async () => {
    for (const displayName of ['Annabel Lee', 'Joanna Ann', 'Susann', 'Ann'])
      await made('/api/authors', { displayName })
    const busy = await made('/api/authors', { displayName: 'Anne Busy' })
    await createArticle({ authors: [busy] })
    expect(await names('/api/authors', 'ann')).toEqual(['Ann', 'Anne Busy', 'Annabel Lee', 'Joanna Ann', 'Susann'])
  })
})

describe('categories', async () => {
  const traffic = await made('/api/categories', { name: 'Traffic' })
  const books = await made('/api/categories', { name: 'Books', parent: traffic })
  await made('/api/categories', { name: 'Air traffic' })
  await made('/api/categories', { name: 'Books' })
  await createArticle({ primaryCategory: books })

  it('are found by their own names: what is above them is shown, not matched', async () =>
    expect((await found('/api/categories', 'traffic')).map(({ path }) => path)).toEqual([['Traffic'], ['Air traffic']]))

  it('of two with one name, the one with more articles comes first, and both say that the name is shared', async () => {
    const both = await found('/api/categories', 'books')
    expect(both.map(({ path }) => path)).toEqual([['Traffic', 'Books'], ['Books']])
    expect(both.every(({ sharesName }) => sharesName)).toBe(true)
    expect((await found('/api/categories', 'air'))[0]?.sharesName).toBe(false)
    expect((await api<Category>(viewer, 'GET', `/api/categories/${books}`)).body.sharesName).toBe(true)
  })

  it('an article says so of its own', async () => {
    const { id } = await createArticle({ primaryCategory: books, categories: [traffic] })
    const { body } = await api(editor, 'GET', `/api/articles/${id}`)
    expect(body.refs.categories.map(({ sharesName }) => sharesName)).toEqual([true, false])
  })
})

describe('albums', () => {
  it('title first, then place and description, the newest first among equals', async () => {
    for (const [title, place] of [
      ['Regatta', ''],
      ['Sailing', 'Regatta bay'],
      ['Regatta of 2025', ''],
      ['The old regatta', ''],
      ['Regatta of 2026', ''],
    ])
      await made('/api/albums', { title, place })
    expect(await names('/api/albums', 'regatta', editor)).toEqual([
      'Regatta',
      'Regatta of 2026',
      'Regatta of 2025',
      'The old regatta',
      'Sailing',
    ])
  })
})

describe('people', () => {
  it('by name or address', async () => {
    await createUser({ name: 'Joanna Miro', email: 'jm@example.org' })
    await createUser({ name: 'Zoe', email: 'miro@example.org' })
    await createUser({ name: 'Miro Zan', email: 'mz@example.org' })
    expect(await names('/api/users', 'miro', administrator)).toEqual(['Miro Zan', 'Zoe', 'Joanna Miro'])
  })
})

describe('very many tags', async () => {
  await sql`insert into tag (id, slug, name, search_text)
    select ('0190ffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'zz-' || n, 'Zz ' || n, 'zz ' || n
    from generate_series(1, 12000) as n`.execute(db)
  await made('/api/tags', { name: 'Jazz' })
  await made('/api/tags', { name: 'Zz' })
  await sql`analyze tag`.execute(db)

  it('the very name leads, whatever else has the letters', async () =>
    expect((await names('/api/tags', 'zz'))[0]).toBe('Zz'))

  it('names that begin so are read from an index', async () => {
    const plan = await sql`explain select id from tag where deleted_at is null and lower(name) like 'zz 77%'
      limit 20`.execute(db)
    expect(JSON.stringify(plan.rows)).toMatch(/Index/)
  })
})

it.each(['/api/tags', '/api/authors', '/api/categories', '/api/media', '/api/albums', '/api/articles'])(
  'the best match in %s needs a text',
  async (path) => {
    const { status, body } = await api(viewer, 'GET', `${path}?sort=relevance`)
    expect({ status, path: body.fields?.[0]?.path }).toEqual({ status: 400, path: 'sort' })
  },
)
