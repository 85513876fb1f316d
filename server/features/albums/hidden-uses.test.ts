import { expect, it } from 'vitest'
import type { MediaUse } from '#contract/media.ts'
import { createAlbumDesk } from './testing/albums.ts'

const { api, author, viewer, adManager, editor, addMedia, createAlbum, createArticle } = await createAlbumDesk()
type Uses = { items: Pick<MediaUse, 'title' | 'places'>[]; total: number }

const album = await createAlbum({ status: 'published' })
const [shown = '', secret = ''] = await addMedia(2)
const text = (id: string) => `<p>x</p><img src="/media/${id}/640.webp" alt="">`
const gallery = `<div data-album="${album.id}"></div>`
const article = await createArticle({ title: 'As published', status: 'published', body: text(shown) + gallery })
await api(editor, 'PATCH', `/api/articles/${article.id}`, {
  version: article.version,
  title: 'Scandal',
  body: text(shown) + text(secret) + gallery,
})
const usesOf = async (who: typeof viewer, path: string) =>
  (await api<Uses>(who, 'GET', `/api/${path}/uses`)).body.items.map(({ title, places }) => [title, ...places])

it.each([
  ['a viewer', viewer],
  ['an ad manager', adManager],
  ['another author', author],
])('“used in” tells %s the published title, and no place that only the working copy has', async (_name, who) => {
  expect(await usesOf(who, `media/${shown}`)).toEqual([['As published', 'published']])
  expect(await usesOf(who, `albums/${album.id}`)).toEqual([['As published', 'published']])
  expect(await usesOf(who, `media/${secret}`)).toEqual([[null, 'body']])
})

it('“used in” tells editors the title they work on', async () => {
  expect(await usesOf(editor, `media/${shown}`)).toEqual([['Scandal', 'body', 'published']])
  expect(await usesOf(editor, `albums/${album.id}`)).toEqual([['Scandal', 'body', 'published']])
  expect(await usesOf(editor, `media/${secret}`)).toEqual([['Scandal', 'body']])
})
