import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ImportItem, ImportRun } from '#contract/import.ts'
import { createTestApp } from '../../testing/app.ts'
import { form, formType } from '../media/testing/form.ts'
import { performImport, sweepImports } from './import-commands.ts'
import { wordpressFile, wordpressItem } from './testing/wordpress-file.ts'

const { app, db, services, signIn, runJobs } = await createTestApp()
const administrator = await signIn('administrator')
type Person = typeof administrator

const export1 = wordpressFile(wordpressItem({ id: 1 }) + wordpressItem({ id: 2, type: 'nav_menu_item' }))
const send = (who: Person | null, payload: Buffer) =>
  app.inject({ method: 'POST', url: '/api/imports', headers: { ...who?.headers, ...formType }, payload })
const upload = (bytes: Buffer, texts: Record<string, string> = {}, name = 'old site.xml') =>
  send(administrator, form([{ bytes, name, type: 'text/xml' }], texts))
const read = async <T>(url: string) => (await app.inject({ url, headers: administrator.headers })).json<T>()

it('an administrator uploads a file, a job imports it, the report is read page by page', async () => {
  const started = await upload(export1)
  expect(started.statusCode, started.body).toBe(201)
  const { id } = started.json<ImportRun>()
  expect(started.json()).toMatchObject({
    status: 'waiting',
    fileName: 'old site.xml',
    dryRun: false,
    createdBy: { id: administrator.user.id },
  })

  await runJobs()
  const run = await read<ImportRun>(`/api/imports/${id}`)
  expect(run).toMatchObject({ status: 'done', done: 3, total: 3, error: '' })
  expect(run.sums).toContainEqual({ kind: 'post', inFile: 1, created: 1, merged: 0, unchanged: 0, skipped: 0 })
  expect((await read<{ items: ImportRun[] }>('/api/imports')).items[0]?.id).toBe(id)

  const report = await read<{ items: ImportItem[]; total: number }>(`/api/imports/${id}/items`)
  expect(report.items.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['post', 'created'],
    ['nav_menu_item', 'skipped'],
    // Named only by the article.
    ['author', 'created'],
  ])
  const created = await read<typeof report>(`/api/imports/${id}/items?outcome=created&kind=post`)
  expect(created.total).toBe(1)
  const article = await app.inject({
    url: `/api/articles/${created.items[0]?.article}`,
    headers: administrator.headers,
  })
  expect(article.json()).toMatchObject({
    title: 'Post 1',
    status: 'published',
    createdBy: { id: administrator.user.id },
    missing: [],
  })
  expect(await services.storage.open(`imports/${id}.xml`)).toBeUndefined()
})

it('a dry run reports and leaves no article', async () => {
  const { id } = (await upload(wordpressFile(wordpressItem({ id: 50 })), { dryRun: 'true' })).json<ImportRun>()
  await runJobs()
  expect(await read(`/api/imports/${id}`)).toMatchObject({ status: 'done', dryRun: true, done: 2 })
  const { items } = await read<{ items: ImportItem[] }>(`/api/imports/${id}/items`)
  expect(items).toMatchObject([{ outcome: 'created', title: 'Post 50' }, { kind: 'author' }])
  expect(await db.selectFrom('article').select('id').where('title', '=', 'Post 50').execute()).toEqual([])
})

it('a malformed file fails with its line named', async () => {
  const { id } = (await upload(Buffer.from(export1.toString().replace('Old site', 'Old & site')))).json<ImportRun>()
  await runJobs()
  expect(await read(`/api/imports/${id}`)).toMatchObject({
    status: 'failed',
    failure: 'malformed_file',
    fault: { code: 'bare_ampersand', line: 6, column: expect.any(Number), value: '' },
    fileKeptUntil: null,
    error: expect.stringMatching(/^Line 6, column \d+: .*&amp;.*Nothing was imported\.$/),
  })
})

it('a file with a byte that is not UTF-8 fails with the place of the byte', async () => {
  const file = Buffer.from(export1.toString().replace('Old site', 'Old caf\xe9'), 'latin1')
  const { id } = (await upload(file)).json<ImportRun>()
  await runJobs()
  expect(await read(`/api/imports/${id}`)).toMatchObject({
    status: 'failed',
    failure: 'malformed_file',
    fault: { code: 'not_utf8', line: 6, column: 15, value: '' },
    error: 'Line 6, column 15: the text from here on is not UTF-8. Nothing was imported.',
  })
})

it.each([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
  ['an export of another product', Buffer.from('{"db":[{"meta":{"version":"2.1.3"}}]}')],
  ['a web page', Buffer.from('<html><body>Hello</body></html>')],
  ['a feed of news', Buffer.from('<rss version="2.0"><channel><title>News</title></channel></rss>')],
])('%s is said to be another file, not one to correct', async (_name, file) => {
  const { id } = (await upload(file)).json<ImportRun>()
  await runJobs()
  expect(await read(`/api/imports/${id}`)).toMatchObject({
    status: 'failed',
    failure: 'other_file',
    fileKeptUntil: null,
  })
})

const letTheDayPass = (id: string) =>
  sql`update import_run set file_until = file_until - interval '1 day' where id = ${id}`.execute(db)
const again = (who: Person, id: string, dryRun = false) =>
  app.inject({ method: 'POST', url: `/api/imports/${id}/again`, headers: who.headers, payload: { dryRun } })

it('what was tried is imported for real without choosing the file again, and then the file goes', async () => {
  const tried = (await upload(wordpressFile(wordpressItem({ id: 51 })), { dryRun: 'true' })).json<ImportRun>()
  expect(tried.fileKeptUntil).toBeNull()
  await runJobs()
  const { fileKeptUntil } = await read<ImportRun>(`/api/imports/${tried.id}`)
  const hours = (Date.parse(fileKeptUntil ?? '') - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThanOrEqual(24)

  const [first, second] = await Promise.all([again(administrator, tried.id), again(administrator, tried.id)])
  expect(first.statusCode, first.body).toBe(201)
  expect(second.json(), 'a double click').toEqual(first.json())
  const { id } = first.json<ImportRun>()
  expect(id).not.toBe(tried.id)
  await runJobs()
  expect(await read(`/api/imports/${id}`)).toMatchObject({
    status: 'done',
    dryRun: false,
    fileName: 'old site.xml',
    sums: [{ kind: 'post', created: 1 }, { kind: 'author' }],
    fileKeptUntil: null,
  })
  expect(await read(`/api/imports/${tried.id}`)).toMatchObject({ fileKeptUntil: null, importedBy: id })
  expect(await services.storage.open(`imports/${tried.id}.xml`)).toBeUndefined()
  expect((await again(administrator, tried.id)).json()).toMatchObject({ status: 410, code: 'file_gone' })
})

it('a trial can be tried again, and its file is kept until its day is over', async () => {
  const tried = (await upload(wordpressFile(wordpressItem({ id: 52 })), { dryRun: 'true' })).json<ImportRun>()
  await runJobs()
  const { id } = (await again(administrator, tried.id, true)).json<ImportRun>()
  await runJobs()
  expect(await read(`/api/imports/${id}`)).toMatchObject({
    status: 'done',
    dryRun: true,
    fileKeptUntil: expect.any(String),
  })

  await sweepImports(services)
  expect(await services.storage.open(`imports/${tried.id}.xml`)).toBeDefined()
  await letTheDayPass(tried.id)
  expect(await read(`/api/imports/${id}`)).toMatchObject({ fileKeptUntil: null, importedBy: null })
  expect((await again(administrator, id)).statusCode).toBe(410)
  const file = join(services.config.dataDir, 'media/imports', `${tried.id}.xml`)
  const longAgo = new Date(Date.now() - 7 * 3_600_000)
  utimesSync(file, longAgo, longAgo)
  await sweepImports(services)
  expect(existsSync(file)).toBe(false)
})

it('while a file is tried, importing it for real is refused with a reason, and the reverse', async () => {
  const tried = (await upload(wordpressFile(wordpressItem({ id: 55 })), { dryRun: 'true' })).json<ImportRun>()
  expect((await again(administrator, tried.id)).json()).toMatchObject({ status: 409, code: 'in_progress' })
  expect((await again(administrator, tried.id, true)).json(), 'a double click').toMatchObject({ id: tried.id })
  await runJobs()
  const real = (await again(administrator, tried.id)).json<ImportRun>()
  expect(real).toMatchObject({ status: 'waiting', dryRun: false })
  expect((await again(administrator, tried.id, true)).json()).toMatchObject({ status: 409, code: 'in_progress' })
  await runJobs()
  expect(await read(`/api/imports/${real.id}`)).toMatchObject({
    status: 'done',
    sums: [{ created: 1 }, { kind: 'author' }],
  })
})

it('only who may import may import a kept file, and no one reads it as a picture', async () => {
  const tried = (await upload(wordpressFile(wordpressItem({ id: 53 })), { dryRun: 'true' })).json<ImportRun>()
  await runJobs()
  expect((await again(await signIn('editor'), tried.id)).statusCode).toBe(403)
  for (const url of [`/media/imports/${tried.id}.xml`, `/media/${tried.id}/${tried.id}.xml`])
    expect((await app.inject({ url, headers: administrator.headers })).statusCode).toBe(404)
})

it('an import that ended with its process is not tried again by itself; a person starts it again', async () => {
  const killed = (await upload(wordpressFile(wordpressItem({ id: 54 })))).json<ImportRun>()
  await sql`update import_run set status = 'running' where id = ${killed.id}`.execute(db)
  await runJobs()
  expect(await read(`/api/imports/${killed.id}`)).toMatchObject({
    status: 'failed',
    failure: 'process_ended',
    error: 'The server stopped in the middle of it. Nothing was imported.',
    fileKeptUntil: expect.any(String),
  })
  expect(await db.selectFrom('article').select('id').where('title', '=', 'Post 54').execute()).toEqual([])
  const { id } = (await again(administrator, killed.id)).json<ImportRun>()
  await runJobs()
  expect(await read(`/api/imports/${id}`)).toMatchObject({ status: 'done', sums: [{ created: 1 }, { kind: 'author' }] })
})

it('a job that comes twice imports once', async () => {
  const { id } = (await upload(wordpressFile(wordpressItem({ id: 60 })))).json<ImportRun>()
  await runJobs()
  await performImport(services, id)
  expect(await read(`/api/imports/${id}`)).toMatchObject({
    status: 'done',
    sums: [{ created: 1, unchanged: 0 }, { kind: 'author' }],
  })
})

it('only administrators import', async () => {
  for (const role of ['editor', 'author', 'ad_manager', 'viewer'] as const) {
    const someone = await signIn(role)
    expect((await send(someone, form([{ bytes: export1, name: 'a.xml' }]))).statusCode).toBe(403)
    expect((await app.inject({ url: '/api/imports', headers: someone.headers })).statusCode).toBe(403)
  }
  expect((await send(null, form([{ bytes: export1, name: 'a.xml' }]))).statusCode).toBe(401)
})

let lastPost = 80
describe.each([
  ['was demoted', (id: string) => db.updateTable('userAccount').set({ role: 'editor' }).where('id', '=', id).execute()],
  [
    'was suspended',
    (id: string) => db.updateTable('userAccount').set({ status: 'suspended' }).where('id', '=', id).execute(),
  ],
  [
    'was removed',
    async (id: string) => {
      const url = `/api/users/${id}`
      const { version } = await read<{ version: number }>(url)
      const { headers } = administrator
      const removed = await app.inject({ method: 'POST', url: `${url}/remove`, headers, payload: { version } })
      expect(removed.statusCode, removed.body).toBe(200)
    },
  ],
])('the import of someone who %s', (_what, lose) => {
  lastPost += 1
  const title = `Post ${lastPost}`
  const file = wordpressFile(wordpressItem({ id: lastPost }))
  const start = async () => {
    const someone = await signIn('administrator')
    const reply = await send(someone, form([{ bytes: file, name: 'old.xml', type: 'text/xml' }]))
    return { someone, id: reply.json<ImportRun>().id }
  }
  const expectRefused = async (id: string) => {
    expect(await read(`/api/imports/${id}`)).toMatchObject({ status: 'failed', failure: 'not_allowed' })
    expect(await db.selectFrom('article').select('id').where('title', '=', title).execute()).toEqual([])
  }

  it('before its turn came is not carried out; another administrator can start it', async () => {
    const { someone, id } = await start()
    await lose(someone.user.id)
    await runJobs()
    await expectRefused(id)
    const { id: next } = (await again(administrator, id, true)).json<ImportRun>()
    await runJobs()
    expect(await read(`/api/imports/${next}`)).toMatchObject({ status: 'done' })
  })

  it('in the middle of it brings nothing in', async () => {
    const { someone, id } = await start()
    const open: typeof services.storage.open = async (key) => {
      await lose(someone.user.id)
      return services.storage.open(key)
    }
    await performImport({ ...services, storage: { ...services.storage, open } }, id)
    await expectRefused(id)
  })
})

it('a bad form is refused with the field named', async () => {
  const refused = async (payload: Buffer) => {
    const reply = await send(administrator, payload)
    expect(reply.statusCode).toBe(400)
    return reply.json<{ fields?: { path: string }[] }>().fields?.[0]?.path
  }
  expect(await refused(form([]))).toBe('file')
  expect(await refused(form([{ bytes: '', name: 'a.xml' }]))).toBe('file')
  expect(await refused(form([{ bytes: export1, name: 'a.xml' }], { dryRun: 'maybe' }))).toBe('dryRun')
  expect(await refused(form([{ bytes: export1, name: 'a.xml' }], { url: 'http://evil.example' }))).toBe('url')
  expect(
    (await app.inject({ method: 'POST', url: '/api/imports', headers: administrator.headers, payload: { file: 'x' } }))
      .statusCode,
  ).toBe(415)
})

it('an import that is not there is not found', async () => {
  const url = '/api/imports/0198c0de-0000-7000-8000-000000000001'
  for (const path of [url, `${url}/items`])
    expect((await app.inject({ url: path, headers: administrator.headers })).statusCode).toBe(404)
})

it('an import whose job ended with its process too often has failed, and its file goes', async () => {
  const { id } = (await upload(wordpressFile(wordpressItem({ id: 70 })))).json<ImportRun>()
  const file = join(services.config.dataDir, 'media/imports', `${id}.xml`)
  const longAgo = new Date(Date.now() - 7 * 3_600_000)
  utimesSync(file, longAgo, longAgo)
  await sql`update import_run set created_at = now() - interval '7 hours' where id = ${id}`.execute(db)
  await sweepImports(services)
  expect(await read(`/api/imports/${id}`)).toMatchObject({ status: 'waiting' })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(db)
  await sweepImports(services)
  expect(await read(`/api/imports/${id}`)).toMatchObject({
    status: 'failed',
    failure: 'process_ended',
    error: expect.stringContaining('interrupted'),
  })
  expect(existsSync(file), 'kept for its day, so that it can be started again').toBe(true)
  await letTheDayPass(id)
  await sweepImports(services)
  expect(existsSync(file)).toBe(false)
})
