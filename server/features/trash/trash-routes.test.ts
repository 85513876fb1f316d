import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import type { Author } from '#contract/authors.ts'
import type { Category } from '#contract/categories.ts'
import type { ListReply } from '#contract/list.ts'
import type { Tag } from '#contract/tags.ts'
import type { TrashItem, TrashResults } from '#contract/trash.ts'
import { createAlbumDesk } from '../albums/testing/albums.ts'
import { sweepCategories } from '../categories/category-purge-commands.ts'
import { sweepTaxonomy } from '../taxonomy/purge-commands.ts'

const desk = await createAlbumDesk({ logLevel: 'warn' })
const { api, db, editor, author, viewer, adManager, administrator, createArticle, createAlbum, addMedia } = desk

const trash = async (query = '', who = editor) =>
  (await api<ListReply<TrashItem>>(who, 'GET', `/api/trash?${query}`)).body
const titles = async (query = '', who = editor) => (await trash(query, who)).items.map(({ title }) => title)
const restore = async (items: { type: string; id: string }[], who = editor) =>
  (await api<{ results: TrashResults }>(who, 'POST', '/api/trash/restore', { items })).body.results
const purge = (items: { type: string; id: string }[], who = administrator) =>
  api<{ results: TrashResults }>(who, 'POST', '/api/trash/purge', { items })
const tag = async (name: string) => (await api<Tag>(editor, 'POST', '/api/tags', { name })).body
const merge = (into: string, from: string[]) => api(editor, 'POST', `/api/tags/${into}/merge`, { from })
const articleNow = async (id: string) => (await api<Article>(editor, 'GET', `/api/articles/${id}`)).body
const longAgo = (days: number) => sql`now() - make_interval(days => ${days})`

it('finds a part of a title, in Chinese by one character and two, and two letters inside of a word', async () => {
  for (const [title, body] of [
    ['老灯塔的新灯', '<p>海边。</p>'],
    ['海边的桥', '<p>那里有灯塔。</p>'],
    ['The cabin 灯 塔', '<p>It is there.</p>'],
  ] as const) {
    const { id, version } = await createArticle({ title, body })
    await api(editor, 'POST', `/api/articles/${id}/trash`, { version })
  }
  const found = async (q: string) => (await titles(`sort=title&q=${encodeURIComponent(q)}`)).toSorted()
  expect(await found('灯塔')).toEqual(['老灯塔的新灯'])
  expect(await found('灯')).toEqual(['The cabin 灯 塔', '老灯塔的新灯'])
  expect(await found('灯塔的新')).toEqual(['老灯塔的新灯'])
  expect(await found('灯 塔')).toEqual(['The cabin 灯 塔', '老灯塔的新灯'])
  expect(await found('新灯 灯塔')).toEqual(['老灯塔的新灯'])
  expect(await found('ab')).toEqual(['The cabin 灯 塔'])
})

it('shows what every noun put there, the newest first, with who and until when', async () => {
  const article = await createArticle({ title: 'Gone story' })
  await api(editor, 'POST', `/api/articles/${article.id}/trash`, { version: article.version })
  const lost = await tag('Gone tag')
  await api(editor, 'DELETE', `/api/tags/${lost.id}`)
  const person = (await api<Author>(editor, 'POST', '/api/authors', { displayName: 'Gone author' })).body
  await api(administrator, 'DELETE', `/api/authors/${person.id}`)
  const category = (await api<Category>(editor, 'POST', '/api/categories', { name: 'Gone category' })).body
  await api(editor, 'DELETE', `/api/categories/${category.id}`)

  const { items, total } = await trash('q=gone')
  expect(items.map(({ title }) => title)).toEqual(['Gone category', 'Gone author', 'Gone tag', 'Gone story'])
  expect(total).toBe(4)
  expect(items[1]!.deletedBy!.name).toBe('The administrator')
  expect(Date.parse(items[0]!.purgeAt) - Date.parse(items[0]!.deletedAt)).toBe(30 * 86_400_000)
  expect(await titles('q=gone&sort=title')).toEqual(['Gone author', 'Gone category', 'Gone story', 'Gone tag'])
  expect(await titles('q=gone&type=tag')).toEqual(['Gone tag'])
  expect((await api(editor, 'GET', '/api/trash?type=user')).status).toBe(400)
  expect((await api(null, 'GET', '/api/trash')).status).toBe(401)

  const results = await restore(items.map(({ type, id }) => ({ type, id })))
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true])
  expect(await titles('q=gone')).toEqual([])
  expect((await articleNow(article.id)).status).toBe('draft')
})

it('a merge of days ago is undone with its articles, and says that others come along', async () => {
  const [kept, first, second] = [await tag('Kept'), await tag('Merged one'), await tag('Merged two')]
  const one = await createArticle({ tags: [first.id], status: 'published' })
  const two = await createArticle({ tags: [second.id, kept.id] })
  await merge(kept.id, [first.id, second.id])
  await sql`update undo_step set created_at = ${longAgo(20)}`.execute(db)
  await sweepTaxonomy(db)

  const { items } = await trash('q=merged')
  expect(items.map(({ mergedInto, others }) => ({ mergedInto, others }))).toEqual([
    { mergedInto: 'Kept', others: 1 },
    { mergedInto: 'Kept', others: 1 },
  ])
  const results = await restore(items.map(({ type, id }) => ({ type, id })))
  expect(results.map(({ ok }) => ok)).toEqual([true, true])
  expect((await articleNow(one.id)).tags).toEqual([first.id])
  expect((await articleNow(two.id)).tags).toEqual([second.id, kept.id])
})

it('pictures and albums come back too, and an author finds only the own ones', async () => {
  const [mine, other] = await addMedia(2, (n) => ({
    name: `Trashed ${n}.jpg`,
    createdBy: n === 0 ? author.user.id : null,
  }))
  const album = await createAlbum({ title: 'Trashed album' })
  const own = await createAlbum({ title: 'Trashed album of Arno' }, author)
  for (const id of [mine!, other!]) await api(editor, 'DELETE', `/api/media/${id}`)
  for (const { id } of [album, own]) await api(editor, 'DELETE', `/api/albums/${id}`)
  expect(await titles('q=trashed&sort=title')).toEqual([
    'Trashed 0.jpg',
    'Trashed 1.jpg',
    'Trashed album',
    'Trashed album of Arno',
  ])
  expect(await titles('q=trashed&sort=title', author)).toEqual(['Trashed 0.jpg', 'Trashed album of Arno'])
  const keys = [
    { type: 'media', id: mine! },
    { type: 'media', id: other! },
    { type: 'album', id: album.id },
    { type: 'album', id: own.id },
  ]
  expect((await restore(keys, author)).map(({ code }) => code)).toEqual([null, 'not_found', 'not_found', null])
  expect((await restore(keys)).map(({ code }) => code)).toEqual(['not_found', null, null, 'not_found'])
  await api(editor, 'DELETE', `/api/media/${mine}`)
  expect((await purge([{ type: 'media', id: mine! }])).body.results).toMatchObject([{ ok: true }])
  expect(await titles('q=trashed')).toEqual([])
})

it('one of several that was deleted permanently stays away when the others come back', async () => {
  const [first, second] = [await tag('Stays away'), await tag('Comes back')]
  const article = await createArticle({ tags: [first.id, second.id], status: 'published' })
  await api(editor, 'POST', '/api/tags/delete', { ids: [first.id, second.id] })
  expect((await purge([{ type: 'tag', id: first.id }], editor)).status).toBe(403)
  expect((await purge([{ type: 'tag', id: first.id }])).body.results).toMatchObject([{ ok: true }])
  expect(await restore([{ type: 'tag', id: second.id }])).toMatchObject([{ ok: true }])
  expect((await articleNow(article.id)).tags).toEqual([second.id])
  const live = await db.selectFrom('articleLive').select('tagIds').where('articleId', '=', article.id).execute()
  expect(live).toEqual([{ tagIds: [second.id] }])
})

it('says of each one why it could not come back, and brings back the rest', async () => {
  const [taken, free] = [await tag('Name given away'), await tag('Free name')]
  await api(editor, 'DELETE', `/api/tags/${taken.id}`)
  await api(editor, 'DELETE', `/api/tags/${free.id}`)
  await tag('NAME given away')
  const unknown = '0190a1b2-0000-7000-8000-000000000001'
  const results = await restore([
    { type: 'tag', id: taken.id },
    { type: 'tag', id: unknown },
    { type: 'author', id: free.id },
    { type: 'tag', id: free.id },
  ])
  expect(results.map(({ code }) => code)).toEqual(['name_taken', 'not_found', 'not_found', null])
})

it('one that fails leaves the others alone, and is named', async () => {
  const [broken, used, fine] = [await tag('Breaks the database'), await tag('Used after all'), await tag('Fine')]
  const article = await createArticle({})
  const keys = [broken, used, fine].map(({ id }) => ({ type: 'tag', id }))
  for (const { id } of keys) await api(editor, 'DELETE', `/api/tags/${id}`)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(db)
  await sql`create trigger refuse before update or delete on tag for each row
    when (old.name = 'Breaks the database') execute function refuse()`.execute(db)
  await sql`insert into article_tag values (${article.id}, ${used.id}, 9)`.execute(db)
  try {
    expect((await purge([keys[0]!, keys[1]!])).body.results.map(({ code }) => code)).toEqual(['unexpected', 'in_use'])
    expect((await restore(keys)).map(({ code }) => code)).toEqual(['unexpected', null, null])
  } finally {
    await sql`drop function refuse cascade`.execute(db)
  }
  expect(await restore([keys[0]!])).toMatchObject([{ ok: true, title: 'Breaks the database' }])
})

it('comes back under another address when its own is taken, and without an account that another author has now', async () => {
  const { id: user } = (await api<{ user: { id: string } }>(editor, 'GET', '/api/session')).body.user
  const person = (displayName: string) =>
    api<Author>(editor, 'POST', '/api/authors', { displayName, slug: 'the-address', user })
  const gone = (await person('Was here')).body
  await api(editor, 'DELETE', `/api/authors/${gone.id}`)
  expect((await person('Is here')).status).toBe(201)
  expect(await restore([{ type: 'author', id: gone.id }])).toMatchObject([{ ok: true }])
  const { body } = await api<Author>(editor, 'GET', `/api/authors/${gone.id}`)
  expect(body).toMatchObject({ displayName: 'Was here', slug: 'the-address-2', user: null })
})

it('a category comes back to its place with its articles, or to the top level when its place is gone', async () => {
  const make = async (name: string, parent: string | null = null) =>
    (await api<Category>(editor, 'POST', '/api/categories', { name, parent })).body
  const view = async (id: string) => (await api<Category>(editor, 'GET', `/api/categories/${id}`)).body
  const parent = await make('Parent')
  const child = await make('Child', parent.id)
  const article = await createArticle({ primaryCategory: child.id })
  await api(editor, 'POST', `/api/categories/${child.id}/remove`, { articles: { to: parent.id } })
  expect((await articleNow(article.id)).primaryCategory).toBe(parent.id)
  expect(await restore([{ type: 'category', id: child.id }])).toMatchObject([{ ok: true }])
  expect(await view(child.id)).toMatchObject({ parent: parent.id })
  expect((await articleNow(article.id)).primaryCategory).toBe(child.id)

  await api(editor, 'POST', `/api/categories/${child.id}/remove`, { articles: { to: parent.id } })
  await sql`update undo_step set created_at = ${longAgo(31)}`.execute(db)
  await api(editor, 'DELETE', `/api/categories/${(await make('Sweeps the steps')).id}`)
  expect(await restore([{ type: 'category', id: child.id }])).toMatchObject([{ ok: true }])
  expect(await view(child.id)).toMatchObject({ parent: null })
})

it('after thirty days the items are deleted permanently, and not before', async () => {
  const old = await tag('Thirty days')
  const young = await tag('Twenty-nine days')
  const category = (await api<Category>(editor, 'POST', '/api/categories', { name: 'Thirty days' })).body
  for (const id of [old.id, young.id]) await api(editor, 'DELETE', `/api/tags/${id}`)
  await api(editor, 'DELETE', `/api/categories/${category.id}`)
  await sql`update tag set deleted_at = ${longAgo(29)} where id = ${young.id}`.execute(db)
  await sql`update tag set deleted_at = ${longAgo(31)} where id = ${old.id}`.execute(db)
  await sql`update category set deleted_at = ${longAgo(31)} where id = ${category.id}`.execute(db)
  await sweepTaxonomy(db)
  await sweepCategories(db)
  expect(await titles('q=days')).toEqual(['Twenty-nine days'])
})

it('what is still referred to waits, and keeps nothing else from going', async () => {
  const person = async (displayName: string) =>
    (await api<Author>(editor, 'POST', '/api/authors', { displayName })).body
  const there = async (...ids: string[]) =>
    (await db.selectFrom('author').select('id').where('id', 'in', ids).execute()).map(({ id }) => id)
  const [first, second, free] = [await person('First'), await person('Second'), await person('Free')]
  const album = await createAlbum({ title: 'Of the first' })
  await sql`update album set photographer = ${first.id}, deleted_at = now() where id = ${album.id}`.execute(db)
  await api(administrator, 'POST', `/api/authors/${second.id}/merge`, { from: [first.id] })
  for (const { id } of [second, free])
    expect((await api(administrator, 'DELETE', `/api/authors/${id}`)).status).toBe(204)
  const used = await tag('Swept while used')
  await api(editor, 'DELETE', `/api/tags/${used.id}`)
  await sql`insert into article_tag values (${(await createArticle({})).id}, ${used.id}, 9)`.execute(db)
  for (const table of ['author', 'tag'])
    await sql`update ${sql.table(table)} set deleted_at = ${longAgo(31)} where deleted_at is not null`.execute(db)
  await sweepTaxonomy(db)
  expect(await there(first.id, second.id, free.id)).toEqual([second.id])
  expect(await titles('q=swept while')).toEqual(['Swept while used'])
  const of = await db.selectFrom('album').select('photographer').where('id', '=', album.id).execute()
  expect(of).toEqual([{ photographer: second.id }])
  expect((await purge([{ type: 'author', id: second.id }])).body.results).toMatchObject([{ ok: true }])
})

it('each role sees and restores its own reach, and only administrators delete permanently', async () => {
  const own = await createArticle({ title: 'Reach of Arno' }, author)
  await api(author, 'POST', `/api/articles/${own.id}/trash`, { version: own.version })
  const other = await createArticle({ title: 'Reach of others' })
  await api(editor, 'POST', `/api/articles/${other.id}/trash`, { version: other.version })
  const lost = await tag('Reach of no one')
  await api(editor, 'DELETE', `/api/tags/${lost.id}`)

  expect(await titles('q=reach')).toHaveLength(3)
  expect(await titles('q=reach', author)).toEqual(['Reach of Arno'])
  expect(await titles('', viewer)).toEqual([])
  expect(await titles('', adManager)).toEqual([])
  expect(await restore([{ type: 'article', id: other.id }], author)).toMatchObject([{ code: 'not_found', title: '' }])
  expect(await restore([{ type: 'tag', id: lost.id }], viewer)).toMatchObject([{ code: 'not_found' }])
  for (const who of [editor, author, adManager, viewer])
    expect((await purge([{ type: 'article', id: own.id }], who)).status).toBe(403)
  expect(await restore([{ type: 'article', id: own.id }], author)).toMatchObject([{ ok: true }])
  expect((await purge([{ type: 'article', id: own.id }])).body.results).toMatchObject([{ code: 'not_found' }])
  expect((await purge([{ type: 'article', id: other.id }])).body.results).toMatchObject([{ ok: true }])
})
