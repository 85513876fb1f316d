import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Album } from '#contract/albums.ts'
import type { Article } from '#contract/articles.ts'
import { createDesk } from '../articles/testing/desk.ts'
import { importCopydesk } from './copydesk-import.ts'
import { EXPORT_MANIFEST } from './copydesk-lines.ts'

/** Written by the last version that made exports of format 1; only its dates were changed. */
const FORMER = join(import.meta.dirname, 'testing', 'export-format-1')
const folder = mkdtempSync(join(tmpdir(), 'copydesk-former-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { services, db, api, app, editor } = await createDesk()

it('an export of format 1 is taken over, every line of it is accounted for, and no one owns what it brings', async () => {
  const { sums, items } = await importCopydesk(services, FORMER)
  expect(items.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
  // The byline, the category and the tag of the same names were here.
  expect(sums.map(({ kind, inFile, created, merged }) => [kind, inFile, created, merged])).toEqual([
    ['media', 2, 2, 0],
    ['author', 2, 1, 1],
    ['tag', 1, 0, 1],
    ['category', 3, 2, 1],
    ['album', 1, 1, 0],
    ['article', 4, 4, 0],
  ])
  const { items: articles } = (await api<{ items: Article[] }>(editor, 'GET', '/api/articles?sort=title')).body
  expect(articles.map(({ title, status }) => [title, status])).toEqual([
    ['Bridges, changed', 'published'],
    ['For review', 'in_review'],
    ['Once', 'archived'],
    ['Tomorrow', 'scheduled'],
  ])
  const bridges = (await api(editor, 'GET', `/api/articles/${articles[0]!.id}`)).body
  expect(bridges).toMatchObject({ hasChanges: true, slug: 'bridges', live: { title: 'Bridges' } })
  expect(bridges.publishedAt).toMatch(/^2025-03-04T/)
  expect((await app.inject(/\/media\/[^"?]+/.exec(bridges.body)![0])).statusCode).toBe(200)
  const albums = (await api<{ items: Album[] }>(editor, 'GET', '/api/albums')).body.items
  expect(albums).toMatchObject([{ title: 'Harbour', status: 'published', photos: 2 }])
  expect(await db.selectFrom('redirect').select('path').execute()).toEqual([])
})

it('a second time nothing of it changes', async () => {
  const { sums } = await importCopydesk(services, FORMER)
  expect(sums.map(({ kind, inFile, unchanged }) => [kind, inFile - unchanged])).toEqual(
    sums.map(({ kind }) => [kind, 0]),
  )
})

it('one that was changed since, or is of a newer format, is refused with a sentence', async () => {
  const changed = join(folder, 'changed')
  cpSync(FORMER, changed, { recursive: true })
  const lines = readFileSync(join(changed, 'tag.jsonl'), 'utf8')
  writeFileSync(join(changed, 'tag.jsonl'), lines.replace('Weather', 'Climate'))
  await expect(importCopydesk(services, changed)).rejects.toThrow(
    'tag.jsonl was changed or cut short since the export.',
  )
  const newer = join(folder, 'newer')
  cpSync(FORMER, newer, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(newer, EXPORT_MANIFEST), 'utf8')) as object
  writeFileSync(join(newer, EXPORT_MANIFEST), JSON.stringify({ ...manifest, format: 3, version: '9.0.0' }))
  await expect(importCopydesk(services, newer)).rejects.toThrow('The export was made by a newer Copydesk (9.0.0).')
})
