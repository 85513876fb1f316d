import { expect, it } from 'vitest'
import type { ImportItem, ImportRun } from '#contract/import.ts'
import { createTestApp } from '../../testing/app.ts'
import { form, formType } from '../media/testing/form.ts'
import { ghostPost, ghostSite } from './testing/ghost-file.ts'

const { app, db, services, signIn, runJobs } = await createTestApp()
const { headers } = await signIn('administrator')

const upload = (bytes: Buffer, texts: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/imports',
    headers: { ...headers, ...formType },
    payload: form([{ bytes, name: 'blog.json', type: 'application/json' }], texts),
  })
const read = async <T>(url: string) => (await app.inject({ url, headers })).json<T>()
const SECRETS = ['$2a$10$not.to.be.kept', 'key-of-the-site', 'key-of-an-integration', 'member@reader.example']
const secrets = {
  settings: [
    { key: 'title', value: 'Old blog' },
    { key: 'db_hash', value: 'key-of-the-site' },
    { key: 'stripe_secret_key', value: 'key-of-the-site' },
  ],
  api_keys: [{ secret: 'key-of-an-integration' }],
  members: [{ email: 'member@reader.example' }],
}
const html = '<p><img src="__GHOST_URL__/content/images/a.png" alt=""></p>'

it('a file that is tried is kept for its day without the passwords and keys in it, and imported from what is kept', async () => {
  const started = await upload(ghostSite([ghostPost('p1', { html })], secrets), {
    dryRun: 'true',
    siteUrl: 'https://old.example/',
  })
  expect(started.statusCode, started.body).toBe(201)
  const { id, source } = started.json<ImportRun>()
  expect(source).toBe('ghost')
  const file = await services.storage.open(`imports/${id}.xml`)
  const kept = (await file?.stream.toArray())?.map(String).join('') ?? ''
  expect(kept).toContain('Post p1')
  for (const secret of SECRETS) expect(kept).not.toContain(secret)

  await runJobs()
  const tried = await read<ImportRun>(`/api/imports/${id}`)
  expect(tried).toMatchObject({ status: 'done', dryRun: true })
  const again = await app.inject({
    method: 'POST',
    url: `/api/imports/${id}/again`,
    headers,
    payload: { dryRun: false },
  })
  await runJobs()
  const run = await read<ImportRun>(`/api/imports/${again.json<ImportRun>().id}`)
  expect(run).toMatchObject({ status: 'done', source: 'ghost', sums: tried.sums })
  const article = await db.selectFrom('article').select('body').where('slug', '=', 'post-p1').executeTakeFirstOrThrow()
  expect(article.body).toContain('src="https://old.example/content/images/a.png"')
})

it('a post that is too large is named, also after its file was kept', async () => {
  const large = ghostPost('p2', { html: `<p>${'word '.repeat(4_000_000)}</p>` })
  const { id } = (await upload(ghostSite([large, ghostPost('p3')]))).json<ImportRun>()
  await runJobs()
  const { items } = await read<{ items: ImportItem[] }>(`/api/imports/${id}/items?kind=post`)
  expect(items.map(({ title, outcome, reasons }) => [title, outcome, reasons[0]?.code])).toEqual([
    ['Post p2', 'skipped', 'entry_too_large'],
    ['Post p3', 'created', 'no_category'],
  ])
})

it('a file that cannot be read fails at once with its place, and nothing of it is stored', async () => {
  const started = await upload(Buffer.from('{"data":{"posts":[{"id": key-of-the-site}]}}'))
  expect(started.statusCode, started.body).toBe(201)
  const run = started.json<ImportRun>()
  expect(run).toMatchObject({
    status: 'failed',
    failure: 'malformed_file',
    // Where the entry begins.
    fault: { code: 'not_json', line: 1, column: 19 },
    fileKeptUntil: null,
  })
  expect(started.body).not.toContain('key-of-the-site')
  expect(await services.storage.open(`imports/${run.id}.xml`)).toBeUndefined()
})

it('what is no address of a website is refused', async () => {
  const reply = await upload(ghostSite([]), { siteUrl: 'javascript:alert(1)' })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ fields: [{ path: 'siteUrl' }] })
})
