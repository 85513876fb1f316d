import { expect, it } from 'vitest'
import { jobTasks } from '../../job-tasks.ts'
import { createTestApp } from '../../testing/app.ts'
import { storedKeys } from '../../testing/test-storage.ts'
import { storeImage } from './media-commands.ts'
import { freshPicture } from './testing/pictures.ts'

const { db, services } = await createTestApp()
const { storage } = services
const HOUR = 3_600_000

/** Works the job in a storage that has aged by a day, but for what `isYoung`. */
function sweep(isYoung: (key: string) => boolean = () => false) {
  async function* list() {
    for await (const { key, age } of storage.list()) yield { key, age: isYoung(key) ? age : age + 25 * HOUR }
  }
  return jobTasks({ ...services, storage: { ...storage, list } })['sweep_media_files']?.({})
}

/** A picture in the library, with its folder. */
async function kept() {
  const { media } = await storeImage(services, null, { load: freshPicture, name: 'kept.png' })
  return media.id
}
const filesOf = async (id: string) => (await storedKeys(storage)).filter((key) => key.includes(id)).length

it('files that a killed upload left without a row are removed after a day, and nothing else', async () => {
  const picture = await kept()
  const trashed = await kept()
  await db.updateTable('media').set({ deletedAt: new Date() }).where('id', '=', trashed).execute()
  for (const id of ['11', '22', '33'])
    for (const name of ['original.png', 'thumb.webp'])
      await storage.put(`${id}/0198c0de-0000-7000-8000-0000000000${id}/${name}`, Buffer.from('bytes'))
  await storage.put(`44/0198c0de-0000-7000-8000-000000000044/a.png.${crypto.randomUUID()}.part`, Buffer.from('b'))
  // A square that a killed process made for a picture that is there.
  const lost = `${picture.slice(-2)}/${picture}/square-1.webp`
  await storage.put(lost, Buffer.from('bytes'))
  await storage.put('imports/0198c0de-0000-7000-8000-000000000055.xml', Buffer.from('bytes'))
  const replaced = '66/0198c0de-0000-7000-8000-000000000066'
  await storage.put(`${replaced}/original.png`, Buffer.from('bytes'))
  await db
    .insertInto('mediaOldFile')
    .values({ storageKey: replaced, files: ['original.png'], until: new Date(Date.now() + HOUR) })
    .execute()

  await sweep((key) => key.startsWith('33/0198c0de'))
  const left = await storedKeys(storage)
  // Pictures of ours may be in folders of the same two digits.
  const made = (id: string) => left.filter((key) => key.startsWith(`${id}/0198c0de`))
  for (const id of ['11', '22', '44']) expect(made(id)).toEqual([])
  expect(left).not.toContain(lost)
  // Too young: its row may be on its way.
  expect(made('33')).toHaveLength(2)
  for (const whole of [picture, trashed]) expect(await filesOf(whole)).toBe(3)
  expect(left.filter((key) => key.startsWith('imports/'))).toHaveLength(1)
  expect(left).toContain(`${replaced}/original.png`)
})

it('pictures that are uploaded meanwhile are not touched', async () => {
  const uploads = Array.from({ length: 8 }, () => kept())
  for (let round = 0; round < 5; round++) await sweep((key) => !key.startsWith('66/0198c0de'))
  for (const picture of await Promise.all(uploads)) expect(await filesOf(picture)).toBe(3)
})
