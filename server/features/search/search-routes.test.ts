import { describe, expect, it } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { Media } from '#contract/media.ts'
import { SEARCH_HITS_MOST, type searchEndpoints, type SearchKind } from '#contract/search.ts'
import { flushArticleIndex } from '../articles/article-index-commands.ts'
import { createDesk, type Person } from '../articles/testing/desk.ts'
import { form, formType } from '../media/testing/form.ts'
import { freshPicture } from '../media/testing/pictures.ts'

const { api, app, db, administrator, editor, author, viewer, adManager, category, createArticle, createUser } =
  await createDesk()
type Found = Reply<typeof searchEndpoints.find>
const find = (q: string, who: Person | null = editor) =>
  api<Found>(who, 'GET', `/api/search?${new URLSearchParams({ q }).toString()}`)
const groups = async (q: string, who: Person = editor) => {
  const { status, body } = await find(q, who)
  expect(status).toBe(200)
  return body.groups
}
/** `{ articles: ['Title', …], … }`, in the order of the groups. */
const labels = async (q: string, who: Person = editor) =>
  Object.fromEntries((await groups(q, who)).map(({ kind, hits }) => [kind, hits.map(({ label }) => label)]))
const made = async (path: string, body: object) => (await api<{ id: string }>(editor, 'POST', path, body)).body.id

it('Chinese words with a space between them, or in full-width digits, find names of every kind', async () => {
  await made('/api/tags', { name: '春运2026专题' })
  await made('/api/authors', { displayName: '春运2026专题组' })
  await made('/api/categories', { name: '春运２０２６专题', parent: category.id })
  await made('/api/albums', { title: '春运２０２６专题照片' })
  await createUser({ name: '春运2026专题编辑', email: 'chunyun@example.org' })
  const all = {
    albums: ['春运２０２６专题照片'],
    tags: ['春运2026专题'],
    authors: ['春运2026专题组'],
    categories: ['春运２０２６专题'],
    users: ['春运2026专题编辑'],
  }
  for (const q of ['春运 专题', '专题　春运', '春运2026', '２０２６专题'])
    expect(await labels(q, administrator), q).toEqual(all)
  expect(await labels('春运 照片', administrator)).toEqual({ albums: ['春运２０２６专题照片'] })
})

describe('one word finds what there is of every kind', async () => {
  await made('/api/tags', { name: 'Bridges' })
  await made('/api/tags', { name: 'Crossings', synonyms: ['bridge building'] })
  await made('/api/authors', { displayName: 'Lena Bridgewater', jobTitle: 'Reporter', email: 'private@example.org' })
  const local = await made('/api/categories', { name: 'Bridge works', parent: category.id })
  await made('/api/albums', { title: 'The old bridge', place: 'Bern' })
  const upload = await app.inject({
    method: 'POST',
    url: '/api/media',
    headers: { ...editor.headers, ...formType },
    payload: form([{ bytes: await freshPicture(), name: 'bridge.png' }], { alt: 'A bridge at night' }),
  })
  const picture = upload.json<Media>()
  await createUser({ name: 'Bridget Jones', email: 'bj@example.org' })
  await createArticle({ title: 'The bridge reopens', status: 'published' })
  await createArticle({ title: 'Bridge tolls', status: 'draft' })
  await createArticle({ title: 'Ferry', body: '<p>no bridge</p>', status: 'published' }, author)

  it('says which of them readers do not see', async () => {
    const hits = (await groups('bridge', administrator)).flatMap((group) => group.hits)
    const states = Object.fromEntries(hits.map(({ label, status }) => [label, status]))
    expect(states).toMatchObject({
      'Bridge tolls': 'draft',
      'The bridge reopens': 'published',
      'The old bridge': 'draft',
      Bridges: null,
    })
  })

  it('an administrator finds all of it, people too', async () =>
    expect(await labels('bridge', administrator)).toEqual({
      articles: ['Bridge tolls', 'The bridge reopens', 'Ferry'],
      albums: ['The old bridge'],
      media: ['bridge.png'],
      tags: ['Bridges', 'Crossings'],
      authors: ['Lena Bridgewater'],
      categories: ['Bridge works'],
      users: ['Bridget Jones'],
    }))

  it.each([
    ['an editor', editor, ['Bridge tolls', 'The bridge reopens', 'Ferry'], ['The old bridge']],
    ['an author', author, ['The bridge reopens', 'Ferry'], undefined],
    ['an ad manager', adManager, ['The bridge reopens', 'Ferry'], undefined],
    ['a viewer', viewer, ['The bridge reopens', 'Ferry'], undefined],
  ] as const)('%s finds no people, and no more than their lists show', async (_who, person, articles, albums) => {
    const found = await labels('bridge', person)
    expect(found).toMatchObject({ articles, media: ['bridge.png'], tags: ['Bridges', 'Crossings'] })
    expect(found['albums']).toEqual(albums)
    expect(found['users']).toBeUndefined()
  })

  it('what tells them apart comes along, and nothing private', async () => {
    const { body } = await find('bridge', administrator)
    const first = (wanted: SearchKind) => body.groups.find(({ kind }) => kind === wanted)?.hits[0]
    expect(first('categories')).toMatchObject({ id: local, detail: ['News'] })
    expect(first('media')).toMatchObject({ id: picture.id, detail: ['A bridge at night'] })
    expect(first('media')?.thumb).toContain(`/media/${picture.id}/thumb.webp`)
    expect(first('users')).toMatchObject({ detail: ['bj@example.org'] })
    expect(body.groups.find(({ kind }) => kind === 'tags')?.hits[1]).toMatchObject({ detail: ['bridge building'] })
    expect(JSON.stringify(body)).not.toContain('private@example.org')
  })

  it('the kind that fits best comes first', async () => {
    expect((await groups('bridge')).map(({ kind }) => kind).slice(0, 3)).toEqual(['articles', 'albums', 'media'])
    await made('/api/tags', { name: 'Ferry' })
    expect((await groups('crossings')).map(({ kind }) => kind)[0]).toBe('tags')
    expect((await groups('lena')).map(({ kind }) => kind)[0]).toBe('authors')
    expect((await groups('ferry')).map(({ kind, rank }) => [kind, rank])).toEqual([
      ['articles', 4],
      ['tags', 4],
    ])
  })

  it('one or two letters find what begins with them', async () => {
    expect((await labels('br'))['tags']).toEqual(['Bridges', 'Crossings'])
    expect((await labels('b'))['articles']?.[0]).toBe('Bridge tolls')
  })

  it('no kind shows more than a few', async () => {
    for (let n = 0; n < 8; n++) await made('/api/tags', { name: `Plenty ${n}` })
    expect((await labels('plenty'))['tags']).toHaveLength(SEARCH_HITS_MOST)
  })
})

it('a working copy is not found by the words that its viewer may not see', async () => {
  const article = await createArticle({ title: 'Heron', status: 'published' })
  await api(editor, 'PATCH', `/api/articles/${article.id}`, { version: article.version, title: 'Kingfisher' })
  expect(await labels('kingfisher', viewer)).toEqual({})
  expect(await labels('kingfisher', author)).toEqual({})
  expect((await labels('heron', viewer))['articles']).toEqual(['Heron'])
  expect((await labels('kingfisher'))['articles']).toEqual(['Kingfisher'])
})

it('one typing error is forgiven, in drafts and names too, and shows no one more', async () => {
  await createArticle({ title: 'Planetarium at dusk' })
  await made('/api/tags', { name: 'Meteorology' })
  await flushArticleIndex(db)
  expect(await labels('planetraium')).toEqual({ articles: ['Planetarium at dusk'] })
  expect((await labels('meteorolgy'))['tags']).toEqual(['Meteorology'])
  expect(await labels('planetraium', viewer)).toEqual({})
})

it('saved views are found by name: mine, and shared ones of lists that the person may see', async () => {
  const save = (who: Person, name: string, screen: string, query: string, shared = false) =>
    api(who, 'POST', '/api/saved-views', { name, screen, query, shared })
  await save(editor, 'Lighthouse drafts', 'articles', 'status=draft')
  await save(editor, 'Shared lighthouse', 'articles', 'q=lighthouse', true)
  await save(administrator, 'Lighthouse of others', 'articles', 'q=mine')
  await save(administrator, 'Lighthouse accounts', 'audit', 'q=lighthouse', true)
  await save(administrator, 'Lighthouse on no screen', 'plants', '', true)
  expect(await labels('lighthouse', editor)).toEqual({ views: ['Lighthouse drafts', 'Shared lighthouse'] })
  expect(await labels('lighthouse', viewer)).toEqual({ views: ['Shared lighthouse'] })
  expect((await labels('house', administrator))['views']).toEqual([
    'Lighthouse accounts',
    'Lighthouse of others',
    'Shared lighthouse',
  ])
  const [group] = await groups('lighthouse drafts')
  expect(group).toMatchObject({
    kind: 'views',
    rank: 4,
    hits: [{ view: { screen: 'articles', query: 'status=draft' } }],
  })
})

it('what is in the trash is not found', async () => {
  await createArticle({ title: 'Discarded', status: 'trashed' })
  expect(await labels('discarded')).toEqual({})
})

it('asks for a text, and for someone who is signed in', async () => {
  for (const query of ['', '?q=', '?q=%20', `?q=${'a'.repeat(201)}`, '?q=a&kind=users'])
    expect((await api(editor, 'GET', `/api/search${query}`)).status).toBe(400)
  expect((await find('bridge', null)).status).toBe(401)
})

it.each(['%', '_', '\\', "'", '(', '[a', '*', ':*', '\\m', '…', '桥', '🌉', "' or 1=1 --"])(
  '%s breaks nothing',
  async (q) => expect((await find(q, administrator)).status).toBe(200),
)
