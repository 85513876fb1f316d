import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Album } from '#contract/albums.ts'
import type { Article } from '#contract/articles.ts'
import type { Media } from '#contract/media.ts'
import { createDesk } from '../articles/testing/desk.ts'
import { form, formType } from '../media/testing/form.ts'
import { freshPicture } from '../media/testing/pictures.ts'
import { exportContent } from './copydesk-export.ts'
import { openExport, packExport } from './copydesk-folder.ts'
import { importCopydesk } from './copydesk-import.ts'
import type { ExportManifest } from './copydesk-lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'copydesk-move-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const old = await createDesk()
const fresh = await createDesk()
// The desks have a byline, a category and a tag of the same names.
const made = async <T>(url: string, payload: object) => (await old.api<T>(old.administrator, 'POST', url, payload)).body

const upload = async (name: string) => {
  const payload = form([{ bytes: await freshPicture(), name }], { alt: `Alt of ${name}` })
  const reply = await old.app.inject({
    method: 'POST',
    url: '/api/media',
    headers: { ...old.editor.headers, ...formType },
    payload,
  })
  return reply.json<Media>()
}
const [boat, pier] = [await upload('boat.png'), await upload('pier.png')]
const author = await made<{ id: string }>('/api/authors', { displayName: 'Lin Wei', avatar: pier.id, bio: '记者' })
const parent = await made<{ id: string }>('/api/categories', { name: 'World' })
const child = await made<{ id: string }>('/api/categories', { name: 'Asia', parent: parent.id })
const album = await made<Album>('/api/albums', { title: 'Harbour', photographer: author.id })
await old.api(old.editor, 'POST', `/api/albums/${album.id}/photos`, { media: [pier.id, boat.id] })
const { body: filled } = await old.api<Album>(old.editor, 'GET', `/api/albums/${album.id}`)
await old.api(old.editor, 'POST', `/api/albums/${album.id}/publish`, { version: filled.version })
const story = await old.createArticle({
  status: 'published',
  title: 'Bridges',
  body: `<p>Text of bridges</p><img src="${boat.url}" alt="A boat">`,
  authors: [author.id],
  primaryCategory: child.id,
  cover: { media: pier.id, alt: 'A pier', caption: '', credit: '' },
})
await old.api(old.editor, 'PATCH', `/api/articles/${story.id}`, { version: story.version, title: 'Bridges, changed' })
await old.createArticle({ status: 'scheduled', title: 'Tomorrow' })
await old.createArticle({ status: 'archived', title: 'Once' })
await old.createArticle({ status: 'in_review', title: 'For review' })
await old.createArticle({ status: 'trashed', title: 'Discarded' })
await exportContent(old.services, join(folder, 'export'))

const articles = async (desk = fresh) =>
  (await desk.api<{ items: Article[] }>(desk.editor, 'GET', '/api/articles?sort=title&pageSize=100')).body.items
const total = (sums: { [name: string]: unknown }[], name: string) =>
  sums.reduce((sum, row) => sum + Number(row[name]), 0)

it('all content moves to another installation, with pictures, states, dates and what readers see', async () => {
  const { sums } = await importCopydesk(fresh.services, join(folder, 'export'))
  expect(total(sums, 'skipped')).toBe(0)
  for (const row of sums) expect(row.created + row.merged + row.unchanged + row.skipped, row.kind).toBe(row.inFile)
  expect(sums.find(({ kind }) => kind === 'article')).toMatchObject({ inFile: 4, created: 4 })
  // The byline, category and tag that were there by name were taken.
  expect(total(sums, 'merged')).toBe(3)

  const found = await articles()
  expect(found.map(({ title, status }) => [title, status])).toEqual([
    ['Bridges, changed', 'published'],
    ['For review', 'in_review'],
    ['Once', 'archived'],
    ['Tomorrow', 'scheduled'],
  ])
  const bridges = (await fresh.api(fresh.editor, 'GET', `/api/articles/${found[0]!.id}`)).body
  const before = (await old.api(old.editor, 'GET', `/api/articles/${story.id}`)).body
  expect(bridges).toMatchObject({
    hasChanges: true,
    publishedAt: before.publishedAt,
    createdAt: before.createdAt,
    slug: before.slug,
  })
  expect(bridges.live?.title).toBe('Bridges')
  const picture = await fresh.app.inject(/\/media\/[^"?]+/.exec(bridges.body)![0])
  expect(picture.statusCode).toBe(200)
  expect(bridges.body).not.toContain(boat.id)
  expect(bridges.refs.authors.map(({ displayName }) => displayName)).toEqual(['Lin Wei'])
  expect(bridges.cover?.alt).toBe('A pier')

  const albums = (await fresh.api<{ items: Album[] }>(fresh.editor, 'GET', '/api/albums')).body.items
  expect(albums).toMatchObject([{ title: 'Harbour', status: 'published', photos: 2 }])
})

it('a second time changes nothing, nor does an export of the installation itself', async () => {
  const state = async () =>
    JSON.stringify([await articles(), (await fresh.db.selectFrom('media').selectAll().orderBy('id').execute()).length])
  const before = await state()
  const again = await importCopydesk(fresh.services, join(folder, 'export'))
  expect(total(again.sums, 'unchanged')).toBe(total(again.sums, 'inFile'))
  expect(await state()).toBe(before)
  const own = await importCopydesk(old.services, join(folder, 'export'))
  expect(total(own.sums, 'unchanged')).toBe(total(own.sums, 'inFile'))
})

it('what was changed here stays, and what is in the trash here stays there', async () => {
  const [first, second] = await articles()
  await fresh.api(fresh.editor, 'PATCH', `/api/articles/${first!.id}`, { version: first!.version, title: 'Mine' })
  await fresh.db.updateTable('article').set({ deletedAt: new Date() }).where('id', '=', second!.id).execute()
  const { items } = await importCopydesk(fresh.services, join(folder, 'export'))
  expect((await articles()).map(({ title }) => title)).toContain('Mine')
  expect(items.filter(({ outcome }) => outcome === 'skipped')).toMatchObject([
    { title: 'For review', reasons: [{ code: 'in_trash_here' }] },
  ])
})

it('one file holds the same as the folder', async () => {
  await packExport(join(folder, 'export'), join(folder, 'export.tar'))
  const { folder: unpacked, close } = await openExport(join(folder, 'export.tar'))
  expect(
    readFileSync(join(unpacked, 'article.jsonl')).equals(readFileSync(join(folder, 'export', 'article.jsonl'))),
  ).toBe(true)
  await close()
})

it('an export that was changed or cut short is refused', async () => {
  const copy = (name: string) => {
    cpSync(join(folder, 'export'), join(folder, name), { recursive: true })
    return join(folder, name)
  }
  const changed = copy('changed')
  writeFileSync(
    join(changed, 'article.jsonl'),
    readFileSync(join(changed, 'article.jsonl'), 'utf8').replace('Bridges', 'Badges'),
  )
  await expect(importCopydesk(fresh.services, changed)).rejects.toThrow('article.jsonl was changed or cut short')
  const cut = copy('cut')
  rmSync(join(cut, 'copydesk-export.json'))
  await expect(importCopydesk(fresh.services, cut)).rejects.toThrow('holds no export, or one that was cut short')
  await expect(exportContent(old.services, changed)).rejects.toThrow('is not empty')
})

it('R31 text that someone wrote into an export is cleaned like any other', async () => {
  const hostile = join(folder, 'hostile')
  cpSync(join(folder, 'export'), hostile, { recursive: true })
  const lines = JSON.stringify({
    id: '01900000-0000-7000-8000-000000000001',
    status: 'published',
    createdAt: '2020-01-01T00:00:00.000Z',
    publishedAt: null,
    fields: { title: 'Hostile', body: '<p onclick="x()">Hello</p><script>alert(1)</script>' },
    live: null,
  })
  writeFileSync(join(hostile, 'article.jsonl'), `${lines}\n`)
  const manifest = JSON.parse(readFileSync(join(hostile, 'copydesk-export.json'), 'utf8')) as ExportManifest
  manifest.files.article = { lines: 1, sha256: createHash('sha256').update(`${lines}\n`).digest('hex') }
  writeFileSync(join(hostile, 'copydesk-export.json'), JSON.stringify(manifest))
  const { items } = await importCopydesk(fresh.services, hostile)
  const item = items.find(({ title }) => title === 'Hostile')
  // Without a category it cannot be public: it stays a draft, and the report says so.
  expect(item).toMatchObject({ outcome: 'created', reasons: [{ code: 'refused_here' }] })
  const { body } = await fresh.api(fresh.editor, 'GET', `/api/articles/${item!.article}`)
  expect([body.status, body.body]).toEqual(['draft', '<p>Hello</p>'])
})
