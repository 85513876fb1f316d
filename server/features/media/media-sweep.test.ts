import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { jobTasks } from '../../job-tasks.ts'
import { createTestApp } from '../../testing/app.ts'
import { storeImage } from './media-commands.ts'
import { freshPicture } from './testing/pictures.ts'

const { db, services } = await createTestApp()
const folder = join(services.config.dataDir, 'media')
const sweep = () => jobTasks(services)['sweep_media_files']?.({})

const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const yesterday = new Date(Date.now() - 25 * 3_600_000)

/** A picture in the library, with its folder. */
async function kept() {
  const { media } = await storeImage(services, null, { bytes: await freshPicture(), name: 'kept.png' })
  const { storageKey } = await db
    .selectFrom('media')
    .select('storageKey')
    .where('id', '=', media.id)
    .executeTakeFirstOrThrow()
  return join(folder, storageKey)
}

it('files that a killed upload left without a row are removed after a day, and nothing else', async () => {
  const picture = await kept()
  const trashed = await kept()
  await db
    .updateTable('media')
    .set({ deletedAt: new Date() })
    .where('storageKey', 'like', `%${trashed.slice(-36)}`)
    .execute()
  for (const id of ['11', '22', '33'])
    for (const name of ['original.png', 'thumb.webp'])
      await services.storage.put(`${id}/0198c0de-0000-7000-8000-0000000000${id}/${name}`, Buffer.from('bytes'))
  await services.storage.put(
    `44/0198c0de-0000-7000-8000-000000000044/a.png.${crypto.randomUUID()}.part`,
    Buffer.from('b'),
  )
  await services.storage.put('imports/0198c0de-0000-7000-8000-000000000055.xml', Buffer.from('bytes'))
  for (const file of files()) if (!file.includes('/33/')) utimesSync(file, yesterday, yesterday)

  await sweep()
  for (const id of ['11', '22', '44'])
    expect(existsSync(join(folder, id, `0198c0de-0000-7000-8000-0000000000${id}`)), id).toBe(false)
  // Too young: its row may be on its way.
  expect(files().filter((file) => file.includes('/33/'))).toHaveLength(2)
  for (const whole of [picture, trashed]) expect(readdirSync(whole).length).toBeGreaterThan(0)
  expect(files().filter((file) => file.includes('/imports/'))).toHaveLength(1)
})

it('pictures that are uploaded meanwhile are not touched', async () => {
  const uploads = Array.from({ length: 8 }, () => kept())
  for (let round = 0; round < 5; round++) await sweep()
  for (const picture of await Promise.all(uploads)) expect(readdirSync(picture).length).toBeGreaterThan(0)
})
