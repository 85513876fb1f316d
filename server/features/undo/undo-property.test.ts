import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Album } from '#contract/albums.ts'
import type { Category } from '#contract/categories.ts'
import type { UndoPointer, UndoReport } from '#contract/undo.ts'
import { createAlbumDesk } from '../albums/testing/albums.ts'
import { amount } from '../../testing/amount.ts'

const { api, db, editor, createAlbum, createArticle, addMedia, photosOf } = await createAlbumDesk({ logLevel: 'warn' })

/** The same numbers in every run: a failure can be looked at again. */
let seed = 0
const roll = (sides: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  return (seed >>> 8) % sides
}
const pick = <T>(all: readonly T[]): T => all[roll(all.length)]!

// An undo is a change, too: versions rise, and where a noun says who changed it last, that is who undid it.
const stamps = sql.lit('{version,updated_at,updated_by,file_version}')
const facts = {
  articles: sql`select to_jsonb(t) - 'version' as row from article as t order by id`,
  tagsOfArticles: sql`select to_jsonb(t) as row from article_tag as t order by article_id, tag_id`,
  authorsOfArticles: sql`select to_jsonb(t) as row from article_author as t order by article_id, author_id`,
  categoriesOfArticles: sql`select to_jsonb(t) as row from article_category as t order by article_id, category_id`,
  published: sql`select to_jsonb(t) as row from article_live as t order by article_id`,
  tags: sql`select to_jsonb(t) - '{uses,similar_known}'::text[] as row from tag as t order by id`,
  authors: sql`select to_jsonb(t) - 'uses' as row from author as t order by id`,
  categories: sql`select to_jsonb(t) - ${stamps}::text[] as row from category as t order by id`,
  albums: sql`select to_jsonb(t) - ${stamps}::text[] as row from album as t order by id`,
  photos: sql`select to_jsonb(t) - 'position' || jsonb_build_object('place',
    row_number() over (partition by album_id order by position)) as row from album_photo as t order by id`,
  media: sql`select to_jsonb(t) - ${stamps}::text[] - 'uses' as row from media as t order by id`,
  redirects: sql`select jsonb_build_array(path, entity_type, entity_id) as row from redirect order by path`,
}
async function everything() {
  const all: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(facts))
    all[name] = (await sql<{ row: unknown }>`${query}`.execute(db)).rows.map(({ row }) => row)
  return all
}

const make = async (path: string, fields: object) =>
  (await api<Category>(editor, 'POST', `/api/${path}`, fields)).body.id
const ids = {
  tags: [] as string[],
  authors: [] as string[],
  categories: [] as string[],
  articles: [] as string[],
  albums: [] as Album[],
  media: [] as string[],
}
for (let n = 0; n < 5; n++) {
  ids.tags.push(await make('tags', { name: `Tag number ${n} ${crypto.randomUUID()}`, synonyms: [`Other ${n}`] }))
  ids.authors.push(await make('authors', { displayName: `Author ${n}` }))
  const parent = n > 2 ? ids.categories[n - 3] : null
  ids.categories.push(await make('categories', { name: `Category ${n}`, parent }))
}
const unused = [
  await make('authors', { displayName: 'Unused one' }),
  await make('authors', { displayName: 'Unused two' }),
]
for (let n = 0; n < 8; n++) {
  const some = (of: readonly string[]) => [...new Set([pick(of), pick(of), pick(of)])]
  const [primaryCategory, ...categories] = some(ids.categories)
  const fields = { tags: some(ids.tags), authors: some(ids.authors), primaryCategory, categories }
  ids.articles.push((await createArticle({ ...fields, status: n % 2 ? 'published' : 'draft' })).id)
}
for (let n = 0; n < 3; n++) ids.albums.push(await createAlbum({ title: `Photos ${n}`, photos: 5 }))
ids.media = await addMedia(5)

const articleAction = async (action: string, more: object = {}) => {
  const id = pick(ids.articles)
  const { version } = (await api(editor, 'GET', `/api/articles/${id}`)).body
  return [`articles/${id}/${action}`, { version, ...more }] as const
}
const articles = (action: string, values?: () => string[]) => () => {
  const some = [...new Set([pick(ids.articles), pick(ids.articles), pick(ids.articles)])]
  return [
    'articles/bulk',
    { action, ids: some, expectedCount: some.length, ...(values && { values: values() }) },
  ] as const
}
const photos = (path: string, more: () => object) => async () => {
  const album = pick(ids.albums)
  const all = (await photosOf(album).catch(() => [])).map(({ id }) => id)
  return [`albums/${album.id}/photos/${path}`, { photos: [...new Set([pick(all), pick(all)])], ...more() }] as const
}
const albumAction = (action: string) => async () => {
  const { id } = pick(ids.albums)
  const { version } = (await api<Album>(editor, 'GET', `/api/albums/${id}`)).body
  return [`albums/${id}/${action}`, { version }] as const
}
const merge = (noun: 'tags' | 'authors' | 'categories') => () =>
  [`${noun}/${pick(ids[noun])}/merge`, { from: [...new Set([pick(ids[noun]), pick(ids[noun])])] }] as const

type Call = readonly [path: string, body: object]
const actions: Record<string, () => Call | Promise<Call>> = {
  mergeTags: merge('tags'),
  deleteTags: () => ['tags/delete', { ids: [pick(ids.tags)] }],
  mergeAuthors: merge('authors'),
  deleteAuthor: () => [`authors/${pick(unused)}/trash`, {}],
  mergeCategories: merge('categories'),
  moveCategory: () => [
    `categories/${pick(ids.categories)}/move`,
    { parent: roll(2) ? null : pick(ids.categories), position: roll(3) },
  ],
  removeCategory: () => [
    `categories/${pick(ids.categories)}/remove`,
    { children: roll(2) ? 'up' : { into: pick(ids.categories) }, articles: { to: pick(ids.categories) } },
  ],
  submit: () => articleAction('submit'),
  schedule: () => articleAction('schedule', { publishAt: '2198-05-01T08:00:00.000Z' }),
  publish: () => articleAction('publish'),
  unpublish: () => articleAction('unpublish'),
  archive: () => articleAction('archive'),
  trash: () => articleAction('trash'),
  restore: () => articleAction('restore'),
  publishMany: articles('publish'),
  feature: articles('feature'),
  unfeature: articles('unfeature'),
  addTags: articles('addTags', () => [pick(ids.tags)]),
  removeTags: articles('removeTags', () => [pick(ids.tags)]),
  setCategory: articles('setCategory', () => [pick(ids.categories)]),
  setAuthors: articles('setAuthors', () => [pick(ids.authors)]),
  replaceAuthor: articles('replaceAuthor', () => [ids.authors[0]!, ids.authors[1]!]),
  movePhotos: photos('move', () => ({ before: null })),
  sortPhotos: async () => [
    `albums/${pick(ids.albums).id}/photos/sort`,
    { by: 'name', direction: pick(['asc', 'desc']) },
  ],
  writePhotoTexts: photos('texts', () => ({ caption: `Text ${roll(99)} {n}` })),
  removePhotos: photos('remove', () => ({})),
  movePhotosTo: photos('transfer', () => ({ to: pick(ids.albums).id, mode: 'move' })),
  copyPhotosTo: photos('transfer', () => ({ to: pick(ids.albums).id, mode: 'copy' })),
  addPhotos: () => [`albums/${pick(ids.albums).id}/photos`, { media: [pick(ids.media)] }],
  publishAlbum: albumAction('publish'),
  unpublishAlbum: albumAction('unpublish'),
  archiveAlbum: albumAction('archive'),
  trashAlbum: albumAction('trash'),
  restoreAlbum: albumAction('restore'),
  publishAlbums: () => [
    'albums/bulk',
    { action: 'publish', ids: ids.albums.map(({ id }) => id), expectedCount: ids.albums.length },
  ],
  mediaTexts: () => ['media/bulk/texts', { ids: [pick(ids.media), pick(ids.media)], alt: `Alt ${roll(99)}` }],
  trashMedia: () => ['media/bulk/trash', { ids: [pick(ids.media)] }],
}
const names = Object.keys(actions)
const done = new Map<string, number>()

type Step = { name: string; undo: UndoPointer; path: string }
/** Does something at random; what cannot be done just now has no step. */
async function act(): Promise<Step | undefined> {
  const name = pick(names)
  const [path, body] = await actions[name]!()
  const answer = await api<{ undo?: UndoPointer | null }>(editor, 'POST', `/api/${path}`, body)
  expect([path, answer.body, answer.status < 500]).toEqual([path, answer.body, true])
  if (answer.status >= 300 || !answer.body.undo) return undefined
  done.set(name, (done.get(name) ?? 0) + 1)
  return { name, undo: answer.body.undo, path }
}
const undo = (step: Step) => api<UndoReport>(editor, 'POST', `/api/undo/${step.undo.id}`)

it('random sequences of all actions of all nouns, undone the last one first, leave the very same rows', async () => {
  for (let round = 1; round <= amount({ full: 20, short: 8 }); round++) {
    seed = round
    const before = await everything()
    const steps: Step[] = []
    for (let tried = 0; tried < 40; tried++) {
      const step = await act()
      if (step) steps.push(step)
    }
    const log = steps.map(({ name }) => name).join()
    for (const step of steps.toReversed()) {
      const { status, body } = await undo(step)
      expect([round, step.path, status, body.skipped, body.left, log]).toEqual([round, step.path, 200, 0, [], log])
    }
    expect(await everything(), log).toEqual(before)
  }
  const missing = names.filter((name) => !done.has(name))
  expect(missing).toEqual([])
}, 900_000)

it('undone in any order, each says what it left alone, and what is undone afterwards fits again', async () => {
  const left: UndoReport['left'] = []
  for (let round = 101; round <= 100 + amount({ full: 8, short: 3 }); round++) {
    seed = round
    const steps: Step[] = []
    for (let tried = 0; tried < 30; tried++) {
      const step = await act()
      if (step) steps.push(step)
    }
    for (const step of steps.toSorted(() => roll(3) - 1)) {
      const { status, body } = await undo(step)
      // A step as a whole may have become impossible; that is said, too.
      expect([status, body]).toEqual([status === 200 ? 200 : 409, body])
      if (status !== 200) continue
      expect(body.skipped).toBeGreaterThanOrEqual(body.left.length)
      if (body.skipped > 0) left.push(...body.left)
    }
  }
  expect(left.length).toBeGreaterThan(10)
  expect(left.filter(({ title }) => title !== '').length).toBeGreaterThan(10)
  const { rows } = await sql<{ wrong: number }>`select count(*) as wrong from article_live
    where exists (select from unnest(tag_ids) as id where not exists (select from tag where tag.id = id and deleted_at is null))
      or exists (select from unnest(author_ids) as id where not exists (
        select from author where author.id = id and deleted_at is null))`.execute(db)
  expect(rows[0]?.wrong).toBe(0)
}, 900_000)
