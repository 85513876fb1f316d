import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import type { SiteExport } from '#contract/site-exports.ts'
import { jobTasks } from '../../job-tasks.ts'
import { createDesk, type Person } from '../articles/testing/desk.ts'
import { form, formType } from '../media/testing/form.ts'
import { freshPicture } from '../media/testing/pictures.ts'
import { exportContent } from './copydesk-export.ts'
import { openExport, readExportManifest } from './copydesk-folder.ts'

const picture = { bytes: await freshPicture(), name: 'bridge.png', type: 'image/png' }
const { app, api, db, administrator, editor, services, runJobs, createArticle } = await createDesk()
const folder = mkdtempSync(join(tmpdir(), 'copydesk-site-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const exportsFolder = join(services.config.dataDir, 'exports')
const left = async () => await readdir(exportsFolder).catch(() => [])
const start = (versions = true, who: Person = administrator) =>
  api<SiteExport>(who, 'POST', '/api/exports', { versions })
const list = async () => (await api<{ items: SiteExport[] }>(administrator, 'GET', '/api/exports')).body.items
const one = async (id: string) => (await list()).find((each) => each.id === id)
const download = (id: string, who: Person = administrator) =>
  app.inject({ method: 'POST', url: `/api/exports/${id}/download`, headers: who.headers })
const perform = (id: string, given = services) => jobTasks(given)['export_site']!({ run: id })

await app.inject({
  method: 'POST',
  url: '/api/media',
  headers: { ...editor.headers, ...formType },
  payload: form([picture]),
})

it('an administrator exports all content from the console: the same file as the command writes', async () => {
  await createArticle({ title: 'Bridge', status: 'published' })
  const { status, body } = await start()
  expect([status, body.status, body.versions]).toEqual([202, 'running', true])
  expect((await start()).body.code).toBe('in_progress')
  expect((await download(body.id)).statusCode).toBe(410)
  await runJobs()
  const done = (await one(body.id))!
  expect(done).toMatchObject({ status: 'done', isHere: true, createdBy: { name: administrator.user.name }, code: null })
  expect(Date.parse(done.until!) - Date.parse(done.finishedAt!)).toBe(24 * 3_600_000)

  const file = await download(body.id)
  expect(file.statusCode).toBe(200)
  expect(file.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-length': String(done.bytes),
    'content-disposition': `attachment; filename="${done.fileName}"`,
  })
  expect(file.rawPayload.length).toBe(done.bytes)
  const path = join(folder, 'one.tar')
  await writeFile(path, file.rawPayload)
  const opened = await openExport(path)
  const manifest = await readExportManifest(opened.folder)
  await opened.close()
  await exportContent(services, join(folder, 'command'))
  const { files } = await readExportManifest(join(folder, 'command'))
  expect(manifest.files).toEqual(files)
  // Nothing of the work is left.
  expect(await left()).toEqual([`${body.id}.tar`])
  // Neither a password nor a second step, in any form.
  const text = file.rawPayload.toString('utf8')
  expect(text).toContain(administrator.user.name)
  expect(text).not.toMatch(/scrypt|argon|password_?hash/i)

  const actions = await sql<{
    action: string
  }>`select action from audit_event where entity_id = ${body.id} order by at, id`.execute(db)
  expect(actions.rows.map(({ action }) => action)).toEqual(['create', 'export'])
})

it('only administrators start, see, download and delete exports', async () => {
  const [first] = await list()
  expect((await start(true, editor)).status).toBe(403)
  expect((await api(editor, 'GET', '/api/exports')).status).toBe(403)
  expect((await download(first!.id, editor)).statusCode).toBe(403)
  expect((await api(editor, 'DELETE', `/api/exports/${first!.id}`)).status).toBe(403)
})

it('one that is cancelled leaves nothing behind, before it begins and in the middle of it', async () => {
  const before = await left()
  const { id } = (await start(false)).body
  expect((await api(administrator, 'DELETE', `/api/exports/${id}`)).status).toBe(204)
  await runJobs()
  expect([await one(id), await left()]).toEqual([undefined, before])

  const second = (await start(false)).body
  const cancelledMeanwhile: typeof services.storage = {
    ...services.storage,
    open: async (key) => {
      await api(administrator, 'DELETE', `/api/exports/${second.id}`)
      return services.storage.open(key)
    },
  }
  await perform(second.id, { ...services, storage: cancelledMeanwhile })
  expect([await one(second.id), await left()]).toEqual([undefined, before])
})

it('a full disk is said, and leaves nothing behind; then it can be started again', async () => {
  const before = await left()
  const { id } = (await start(false)).body
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const storage = { ...services.storage, open: () => Promise.reject(full) }
  await perform(id, { ...services, storage })
  expect(await one(id)).toMatchObject({ status: 'failed', code: 'storage_full', until: null })
  expect(await left()).toEqual(before)
  const again = (await start(false)).body
  await perform(again.id)
  expect(await one(again.id)).toMatchObject({ status: 'done', versions: false })
})

it('one whose process ended in the middle begins again, and its file goes after a day', async () => {
  const { id } = (await start(false)).body
  await perform(id)
  // What a killed process leaves.
  await mkdir(join(exportsFolder, id, 'files'), { recursive: true })
  await writeFile(join(exportsFolder, id, 'account.jsonl'), 'cut sho')
  await db.updateTable('backgroundRun').set({ status: 'running', finishedAt: null }).where('id', '=', id).execute()
  await perform(id)
  expect(await one(id)).toMatchObject({ status: 'done' })
  expect(await left()).not.toContain(id)
  await sql`update background_run set finished_at = finished_at - interval '25 hours' where action = 'export'`.execute(
    db,
  )
  expect(await list()).toEqual([])
  expect((await download(id)).statusCode).toBe(410)
  await jobTasks(services)['sweep_imports']!({})
  expect(await left()).toEqual([])
})
