import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ImportCleanUp } from '#contract/import.ts'
import { createDesk } from '../articles/testing/desk.ts'
import { letTimePass } from '../articles/testing/let-time-pass.ts'
import { importFromDisk } from './import-commands.ts'
import { wordpressFile, wordpressItem } from './testing/wordpress-file.ts'

const { api, administrator, editor, runJobs, services, db } = await createDesk()

type Item = Omit<Parameters<typeof wordpressItem>[0], 'id'>

async function importPosts(ids: number[], item: Item = {}) {
  const bytes = wordpressFile(ids.map((id) => wordpressItem({ id, ...item })).join(''))
  const { run, items } = await importFromDisk(services, { fileName: 'old.xml', chunks: [bytes], dryRun: false })
  const posts = items.filter(({ kind }) => kind === 'post')
  return { run: run.id, outcomes: posts.map(({ outcome }) => outcome), posts }
}
async function importPost(id: number, item: Item = {}) {
  const { run, posts } = await importPosts([id], item)
  return { run, outcome: posts[0]?.outcome, reasons: posts[0]?.reasons, article: posts[0]?.article ?? '' }
}
const view = async (id: string) => (await api(editor, 'GET', `/api/articles/${id}`)).body
const edit = async (id: string, fields: object) =>
  api(editor, 'PATCH', `/api/articles/${id}`, { version: (await view(id)).version, ...fields })
const act = async (id: string, verb: string) =>
  api(editor, 'POST', `/api/articles/${id}/${verb}`, { version: (await view(id)).version })
const corrected: Item = { content: 'Corrected words.' }
const correctedBody = '<p>Corrected words.</p>'
const kept = { outcome: 'skipped', reasons: [{ code: 'changed_here', values: {} }] }

it('articles that a clean-up moved to the trash, and its undo brought back, follow the next file', async () => {
  const ids = [100, 101, 102]
  const { run, posts } = await importPosts(ids)
  const cleanUp = `/api/imports/${run}/clean-up`
  await api(administrator, 'POST', cleanUp, { expectedCount: ids.length })
  await runJobs()
  const { body } = await api<ImportCleanUp>(administrator, 'GET', cleanUp)
  await api(administrator, 'POST', `/api/undo/${body.undo!.id}`)
  expect((await importPosts(ids, corrected)).outcomes).toEqual(['merged', 'merged', 'merged'])
  for (const { article } of posts)
    expect(await view(article!)).toMatchObject({ status: 'published', body: correctedBody, hasChanges: false })
  expect((await importPosts(ids, corrected)).outcomes).toEqual(['unchanged', 'unchanged', 'unchanged'])
})

it('an article that someone moved to the trash and restored follows the next file', async () => {
  const { article } = await importPost(200)
  await act(article, 'trash')
  await act(article, 'restore')
  expect(await importPost(200, corrected)).toMatchObject({ outcome: 'merged', article })
  expect((await view(article)).body).toBe(correctedBody)
})

it('an article that its plan published follows the next file, and can be cleaned up', async () => {
  const planned: Item = { status: 'future', date: '2199-01-01 00:00:00' }
  const { run, article } = await importPost(300, planned)
  await letTimePass(db, article)
  await runJobs()
  expect(await view(article)).toMatchObject({ status: 'published', version: 2 })
  expect((await api<ImportCleanUp>(administrator, 'GET', `/api/imports/${run}/clean-up`)).body).toMatchObject({
    articles: 1,
    published: 1,
    changed: 0,
  })
  const since: Item = { ...corrected, status: 'publish', date: '2024-01-01 00:00:00' }
  expect(await importPost(300, since)).toMatchObject({ outcome: 'merged', article })
  expect(await view(article)).toMatchObject({ status: 'published', body: correctedBody })
})

it.each([
  ['an edit before the trash', 400, ['edit', 'trash', 'restore']],
  ['an edit after the trash', 401, ['trash', 'restore', 'edit']],
  ['a publication by hand', 402, ['trash', 'restore', 'publish']],
  ['an action that was undone', 403, ['unpublish', 'publish']],
])('%s is kept', async (_name, id, steps) => {
  const { run, article } = await importPost(id)
  for (const step of steps) {
    const { status } = step === 'edit' ? await edit(article, { title: 'Ours by now' }) : await act(article, step)
    expect([step, status]).toEqual([step, 200])
  }
  const before = await view(article)
  expect(await importPost(id, corrected)).toMatchObject(kept)
  expect(await view(article)).toEqual(before)
  expect((await api<ImportCleanUp>(administrator, 'GET', `/api/imports/${run}/clean-up`)).body.changed).toBe(1)
})

it('an earlier version that someone chose from the history is kept', async () => {
  const { run, article } = await importPost(500, { content: 'First words.' })
  await importPost(500)
  const url = `/api/articles/${article}/revisions`
  const { items } = (await api<{ items: { id: string; version: number }[] }>(editor, 'GET', url)).body
  const first = items.find(({ version }) => version === 1)!
  expect((await api(editor, 'POST', `${url}/${first.id}/restore`, { version: 2 })).status).toBe(200)
  expect(await importPost(500, corrected)).toMatchObject(kept)
  expect((await view(article)).body).toBe('<p>First words.</p>')
  expect((await api<ImportCleanUp>(administrator, 'GET', `/api/imports/${run}/clean-up`)).body.changed).toBe(1)
})

it('what someone saves while the import is on its way to the article is kept', async () => {
  const { article } = await importPost(600)
  await act(article, 'trash')
  await act(article, 'restore')
  let imported: ReturnType<typeof importPost> | undefined
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('article').set({ title: 'Ours by now', version: 4 }).where('id', '=', article).execute()
    imported = importPost(600, corrected)
    await expect
      .poll(
        async () => {
          const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
          return rows.length
        },
        { timeout: 30_000 },
      )
      .toBe(1)
  })
  expect(await imported).toMatchObject(kept)
  expect(await view(article)).toMatchObject({ title: 'Ours by now', version: 4 })
})
