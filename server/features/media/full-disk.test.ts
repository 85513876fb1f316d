import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import { buildApp } from '../../app.ts'
import { createFolderStorage } from '../../storage/folder-storage.ts'
import { createTestApp } from '../../testing/app.ts'
import { form, formType } from './testing/form.ts'
import { freshPicture, picture } from './testing/pictures.ts'

const disk = mkdtempSync(join(tmpdir(), 'copydesk-disk-'))
const small = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96k', 'tmpfs', disk]).status === 0
const whyNot = small ? '' : ' (left out: only root on Linux can make a small disk)'
afterAll(() => {
  if (small) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

const { app, db, services, signIn } = await createTestApp()
const { headers } = await signIn('editor')

it.runIf(small)(
  `on a real full disk uploads are 507, and what was answered with 201 is there whole${whyNot}`,
  async () => {
    const full = await buildApp({ ...services, storage: createFolderStorage(disk) })
    afterAll(() => full.close())
    const upload = async (bytes: Buffer) =>
      full.inject({
        method: 'POST',
        url: '/api/media',
        headers: { ...headers, ...formType },
        payload: form([{ bytes }]),
      })

    const statuses: number[] = []
    const answered: Media[] = []
    while (!statuses.includes(507) && statuses.length < 60) {
      const reply = await upload(await freshPicture())
      statuses.push(reply.statusCode)
      if (reply.statusCode === 201) answered.push(reply.json<Media>())
      else expect([reply.statusCode, reply.headers.connection]).toEqual([507, 'close'])
    }
    expect(statuses.at(-1)).toBe(507)
    expect(answered.length).toBeGreaterThan(1)
    expect((await upload(await picture(1600, 1200, 3).png().toBuffer())).statusCode).toBe(507)

    for (const { url, bytes } of answered) {
      const reply = await full.inject(url)
      expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, bytes])
    }
    expect((await db.selectFrom('media').select('id').execute()).length).toBe(answered.length)
    const files = readdirSync(disk, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const variants = answered.reduce((all, { variants }) => all + variants.length, 0)
    expect(files.length).toBe(answered.length + variants)
    for (const file of files) expect(statSync(join(file.parentPath, file.name)).size).toBeGreaterThan(0)
    // The server is well: what does not need the disk is answered.
    expect((await app.inject({ url: '/api/media', headers })).statusCode).toBe(200)
  },
)

it.runIf(small)(
  `on a full disk pieces and replacements are 507, keep what was there, and go on when there is room again${whyNot}`,
  async () => {
    for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true })
    const full = await buildApp({ ...services, storage: createFolderStorage(disk) })
    afterAll(() => full.close())
    const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
      full.inject({ method, url, headers, ...(payload && { payload }) })
    async function sent(bytes: Buffer) {
      const { id } = (await call('POST', '/api/media/uploads', { name: 'a.png', bytes: bytes.length })).json<Media>()
      const type = { 'content-type': 'application/octet-stream' }
      const url = `/api/media/uploads/${id}?offset=0`
      await full.inject({ method: 'PATCH', url, headers: { ...headers, ...type }, payload: bytes })
      return id
    }
    const first = await sent(await freshPicture())
    const media = (await call('POST', `/api/media/uploads/${first}/finish`)).json<Media>()
    const before = (await full.inject(media.url)).rawPayload

    writeFileSync(join(disk, 'filler'), Buffer.alloc(statfsSync(disk).bavail * statfsSync(disk).bsize))
    const kept = () =>
      readdirSync(disk, { recursive: true, withFileTypes: true })
        .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
        .toSorted()
    const files = kept()
    const [upload, other] = [await sent(await freshPicture()), await sent(await freshPicture())]
    const finish = () => call('POST', `/api/media/uploads/${upload}/finish`)
    const replace = () => call('POST', `/api/media/${media.id}/replace`, { upload: other, version: 1 })
    for (const reply of [await finish(), await replace(), await finish(), await replace()])
      expect([reply.statusCode, reply.headers.connection]).toEqual([507, 'close'])
    expect(kept()).toEqual(files)
    expect((await full.inject(media.url)).rawPayload.equals(before)).toBe(true)
    expect((await call('GET', `/api/media/${media.id}`)).json<Media>().version).toBe(1)

    rmSync(join(disk, 'filler'))
    expect((await finish()).statusCode).toBe(201)
    expect((await replace()).statusCode).toBe(200)
    expect((await full.inject(media.url)).rawPayload.equals(before)).toBe(false)
  },
)
