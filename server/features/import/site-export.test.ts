import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import type { SiteExport } from '#contract/site-exports.ts'
import { createDatabase } from '../../db/database.ts'
import { jobTasks } from '../../job-tasks.ts'
import { createDesk, type Person } from '../articles/testing/desk.ts'
import { form, formType } from '../media/testing/form.ts'
import { freshPicture } from '../media/testing/pictures.ts'
import { exportContent } from './copydesk-export.ts'
import { openExport, packExport, readExportManifest } from './copydesk-folder.ts'
import { sweepSiteExports, sweepSiteExportsHourly } from './site-export-sweep-commands.ts'

const picture = { bytes: await freshPicture(), name: 'bridge.png', type: 'image/png' }
const { app, api, db, databaseUrl, administrator, editor, services, runJobs, createArticle } = await createDesk()
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

const upload = (file: typeof picture) =>
  app.inject({ method: 'POST', url: '/api/media', headers: { ...editor.headers, ...formType }, payload: form([file]) })
await upload(picture)

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
  await sweepSiteExports(services)
  expect(await left()).toEqual([])
})

it('of fifty administrators who start one at once exactly one does', async () => {
  const all = await Promise.all(Array.from({ length: 50 }, () => start(false)))
  expect(all.filter(({ status }) => status === 202)).toHaveLength(1)
  expect(all.filter(({ body }) => body.code === 'in_progress')).toHaveLength(49)
  await runJobs()
  expect((await list()).map(({ status }) => status)).toEqual(['done'])
})

it('the newest is kept, and those before it are not', async () => {
  const first = (await start(false)).body.id
  await runJobs()
  const second = (await start(false)).body.id
  expect((await download(first)).statusCode).toBe(200)
  await runJobs()
  expect([(await list()).map(({ id }) => id), await left()]).toEqual([[second], [`${second}.tar`]])
  expect((await download(first)).statusCode).toBe(410)
})

it('its file is found by a machine that has another name by now, and not where it is another one', async () => {
  const [{ id }] = (await list()) as [SiteExport]
  await sql`update background_run set detail = jsonb_set(detail, '{export,host}', '"another"') where id = ${id}`.execute(
    db,
  )
  expect(await one(id)).toMatchObject({ host: 'another', isHere: true })
  expect((await download(id)).statusCode).toBe(200)
  await truncate(join(exportsFolder, `${id}.tar`), 10)
  expect(await one(id)).toMatchObject({ isHere: false })
  expect((await download(id)).statusCode).toBe(410)
})

it('one that needs more room than there is does not begin', async () => {
  const [{ id }] = (await list()) as [SiteExport]
  const bytes = JSON.stringify(10 ** 15)
  await sql`update background_run set detail = jsonb_set(detail, '{export,bytes}', ${bytes}::jsonb) where id = ${id}`.execute(
    db,
  )
  const next = (await start(false)).body.id
  let opened = 0
  const storage: typeof services.storage = {
    ...services.storage,
    open: (key) => {
      opened++
      return services.storage.open(key)
    },
  }
  await perform(next, { ...services, storage })
  expect(await one(next)).toMatchObject({ status: 'failed', code: 'storage_full' })
  expect(opened).toBe(0)
  await api(administrator, 'DELETE', `/api/exports/${id}`)
})

it('goes on where the database cannot be told for a moment how far it is', async () => {
  await upload({ ...picture, bytes: await freshPicture(), name: 'pier.png' })
  const { id } = (await start(false)).body
  // One connection for the snapshot, and one to tell.
  const few = createDatabase({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 1_000 })
  let opened = 0
  let taken: pg.PoolClient | undefined
  const storage: typeof services.storage = {
    ...services.storage,
    open: async (key) => {
      if (++opened === 1) {
        taken = await few.pool.connect()
        const began = performance.now()
        // Until it is due to tell again.
        await expect.poll(() => performance.now() - began).toBeGreaterThan(300)
      } else if (opened === 2) taken?.release()
      return services.storage.open(key)
    },
  }
  await perform(id, { ...services, db: few.db, storage })
  await few.close()
  expect(await one(id)).toMatchObject({ status: 'done', isHere: true })
})

it('can be cancelled while a large file is packed', async () => {
  const from = join(folder, 'large')
  await mkdir(from)
  await writeFile(join(from, 'article.jsonl'), Buffer.alloc(1_000_000, 'a'))
  let parts = 0
  const packed = packExport(from, join(folder, 'large.tar'), async () => {
    if (++parts === 3) throw new Error('cancelled')
  })
  await expect(packed).rejects.toThrow('cancelled')
  expect((await readdir(folder)).filter((name) => name.startsWith('large.'))).toEqual([])
})

it('every process removes what is over from its folder when it starts, and nothing that is not of an export', async () => {
  const over = '01900000-0000-7000-8000-000000000001'
  await mkdir(join(exportsFolder, over))
  for (const name of [`${over}.tar`, `${over}.tar.part`, `${over}.tar.gz`, `${over}-notes`, 'notes.md'])
    await writeFile(join(exportsFolder, name), '')
  const kept = await one((await list())[0]!.id)
  const failures: unknown[] = []
  const sweeping = sweepSiteExportsHourly(services, (error) => failures.push(error))
  await sweeping.stop()
  expect(failures).toEqual([])
  const others = [`${over}-notes`, `${over}.tar.gz`, 'notes.md']
  expect(new Set(await left())).toEqual(new Set([...others, `${kept!.id}.tar`]))
})
