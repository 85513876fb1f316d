import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { freshAddress, type Media } from '#contract/media.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { buildApp } from '../../app.ts'
import { jobTasks } from '../../job-tasks.ts'
import { createLibrary } from './testing/library.ts'
import { freshPicture, mosaic } from './testing/pictures.ts'

type Changed = Media & { undo: UndoPointer }
const { app, db, services, signIn, editor, call, added, seen, sent, replace, files, runJobs } = await createLibrary()
const undo = (id: UndoPointer, who = editor) => call(who, 'POST', `/api/undo/${id?.id}`)
const get = (url: string, etag?: string) => app.inject({ url, ...(etag && { headers: { 'if-none-match': etag } }) })
let seeds = 50
function photo(width: number, height: number) {
  seeds += 1
  return sharp({ create: { width, height, channels: 3, background: { r: (seeds * 7) % 256, g: seeds, b: 90 } } })
}

it('a replaced picture keeps its id, its texts and every address, whatever the new one is', async () => {
  const media = await added(editor, await photo(1500, 1000).jpeg().toBuffer(), 'sea.jpg')
  await call(editor, 'PATCH', `/api/media/${media.id}`, { version: 1, alt: 'The sea' })
  const addresses = [media.url, ...media.variants.map(({ url }) => url)]
  const before = await Promise.all(addresses.map((url) => get(url)))

  const reply = await replace(editor, { id: media.id, version: 2 }, await photo(500, 800).png().toBuffer())
  expect(reply.statusCode, reply.body).toBe(200)
  const after = reply.json<Changed>()
  expect(after).toMatchObject({ id: media.id, version: 3, fileVersion: 2, alt: 'The sea', name: 'sea.jpg' })
  expect(after).toMatchObject({ type: 'image/jpeg', width: 500, height: 800, url: media.url })
  expect(after.variants.map(({ url }) => url)).toEqual(media.variants.map(({ url }) => url))
  expect(after.thumb).not.toBe(media.thumb)
  for (const [index, url] of addresses.entries()) {
    const served = await get(url)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, before[index]?.headers['content-type']])
    expect(served.rawPayload.equals(before[index]?.rawPayload ?? Buffer.alloc(0)), url).toBe(false)
    const { format, width, height } = await sharp(served.rawPayload).metadata()
    expect(served.headers['content-type']).toBe(`image/${format}`)
    if (!url.includes('square')) expect(width / height).toBeCloseTo(500 / 800, 1)
  }
})

it('see-through parts become white where the address says JPEG, and an animation becomes a still picture', async () => {
  const media = await added(editor, await photo(300, 200).jpeg().toBuffer())
  const clear = await sharp({
    create: { width: 300, height: 200, channels: 4, background: { r: 9, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  await replace(editor, media, clear)
  const served = await get(media.url)
  expect([...(await sharp(served.rawPayload).resize(1, 1).raw().toBuffer())]).toEqual([255, 255, 255])
})

it('readers get the new picture: the old answer is not valid any more, and only the newest address is kept permanently', async () => {
  const media = await added(editor, await photo(400, 300).png().toBuffer())
  const old = await get(media.url)
  const etag = String(old.headers.etag)
  expect((await get(media.url, etag)).statusCode).toBe(304)
  // Asked again each time: whoever has seen the old picture sees the new one at once, too.
  expect(old.headers['cache-control']).toBe('public, no-cache')
  expect((await get(media.thumb)).headers['cache-control']).toContain('immutable')

  const after = (await replace(editor, media, await photo(400, 300).png().toBuffer())).json<Changed>()
  expect((await get(media.url, etag)).statusCode).toBe(200)
  expect((await get(media.thumb)).headers['cache-control']).not.toContain('immutable')
  expect((await get(after.thumb)).headers['cache-control']).toContain('immutable')
  expect((await get(freshAddress(media.url, 2))).headers['cache-control']).toContain('immutable')
  for (const odd of ['?v=', '?v=02', '?v=2&v=2', '?v[]=2', '?v=__proto__'])
    expect((await get(media.url + odd)).headers['cache-control'], odd).not.toContain('immutable')
})

it('undo brings the very same old files back, under a new version', async () => {
  const media = await added(editor, await photo(700, 500).png().toBuffer())
  await call(editor, 'PATCH', `/api/media/${media.id}`, { version: 1, focalPoint: { x: 1, y: 0.5 } })
  const before = (await get(media.url)).rawPayload
  const replaced = (
    await replace(editor, { ...media, version: 2 }, await photo(300, 900).png().toBuffer())
  ).json<Changed>()
  expect(replaced.focalPoint).toBeNull()
  expect((await undo(replaced.undo)).json()).toMatchObject({ restored: 1, skipped: 0 })
  const after = await seen(media.id)
  expect(after).toMatchObject({ version: 4, fileVersion: 3, width: 700, height: 500, focalPoint: { x: 1, y: 0.5 } })
  expect((await get(media.url)).rawPayload.equals(before)).toBe(true)
  for (const { url } of after.variants) expect((await get(url)).statusCode).toBe(200)
  expect((await undo(replaced.undo)).json()).toMatchObject({ code: 'undo_expired' })
})

it('weeks later the old files come back from the trash; deleted permanently there, they go', async () => {
  const administrator = await signIn('administrator')
  const item = async () =>
    (await call(administrator, 'GET', '/api/trash?type=change')).json<{ items: { id: string }[] }>().items[0]!
  const bytes = async (media: Media) => (await get(media.url)).rawPayload
  const act = async (way: string) =>
    call(administrator, 'POST', `/api/trash/${way}`, { items: [{ type: 'change', id: (await item()).id }] })
  for (const way of ['restore', 'purge']) {
    const media = await added(editor, await photo(310, 200).jpeg().toBuffer())
    const old = (await files()).filter((key) => key.includes(media.id))
    const before = await bytes(media)
    await replace(editor, media, await photo(320, 200).jpeg().toBuffer())
    await sql`update undo_step set created_at = created_at - interval '20 days' where noun = 'media'`.execute(db)
    expect((await act(way)).json()).toMatchObject({ results: [{ ok: true }] })
    await jobTasks(services)['sweep_media']?.({})
    expect((await bytes(media)).equals(before)).toBe(way === 'restore')
    if (way === 'purge') expect((await files()).filter((key) => old.includes(key))).toEqual([])
    await sql`delete from undo_step`.execute(db)
  }
})

it('undo brings the old file back and leaves the texts that were written since', async () => {
  const media = await added(editor, await photo(200, 200).png().toBuffer())
  const replaced = (await replace(editor, media, await photo(220, 220).png().toBuffer())).json<Changed>()
  await call(editor, 'PATCH', `/api/media/${media.id}`, { version: 2, alt: 'New', focalPoint: { x: 0, y: 0 } })
  await runJobs()
  expect((await undo(replaced.undo)).json()).toMatchObject({ restored: 1, skipped: 0 })
  const back = await seen(media.id)
  expect(back).toMatchObject({ version: 4, width: 200, alt: 'New', focalPoint: null })
  for (const { url } of back.variants) expect((await get(url)).statusCode).toBe(200)
})

it('undo works also when the sweep has been in between, and the picture is found among similar ones as before', async () => {
  const media = await added(editor, await mosaic(501).jpeg().toBuffer())
  const hashOf = async () =>
    (
      await sql<{ hash: string | null }>`select perceptual_hash_id is not null as known, hash::text from media
        left join perceptual_hash on perceptual_hash.id = perceptual_hash_id where media.id = ${media.id}`.execute(db)
    ).rows[0]
  const before = await hashOf()
  const replaced = (await replace(editor, media, await mosaic(502).jpeg().toBuffer())).json<Changed>()
  await jobTasks(services)['sweep_media']?.({})
  expect((await undo(replaced.undo)).json()).toMatchObject({ restored: 1, skipped: 0 })
  await runJobs()
  expect(await hashOf()).toEqual(before)
  expect(before).toMatchObject({ known: true })
})

it('undo of a replacement waits until the replacement after it is undone, too', async () => {
  const media = await added(editor, await photo(201, 200).png().toBuffer())
  const second = (await replace(editor, media, await photo(221, 220).png().toBuffer())).json<Changed>()
  const third = (await replace(editor, second, await photo(241, 240).png().toBuffer())).json<Changed>()
  expect((await undo(second.undo)).json()).toMatchObject({ restored: 0, skipped: 1 })
  expect((await seen(media.id)).width).toBe(241)
  expect((await undo(third.undo)).json()).toMatchObject({ restored: 1, skipped: 0 })
  expect((await undo(second.undo)).json()).toMatchObject({ restored: 1, skipped: 0 })
  expect((await seen(media.id)).width).toBe(201)
  expect((await undo(second.undo)).json()).toMatchObject({ code: 'undo_expired' })
})

it('the old files go when the thirty days are over, and no other', async () => {
  const media = await added(editor, await photo(210, 200).png().toBuffer())
  const old = (await files()).filter((key) => key.includes(media.id))
  await replace(editor, media, await photo(230, 200).png().toBuffer())
  await jobTasks(services)['sweep_media']?.({})
  expect(await files()).toEqual(expect.arrayContaining(old))
  await db
    .updateTable('mediaOldFile')
    .set({ until: new Date(Date.now() - 1000) })
    .where('storageKey', 'like', `%${media.id}`)
    .execute()
  const before = await files()
  await jobTasks(services)['sweep_media']?.({})
  expect(await files()).toEqual(before.filter((key) => !old.includes(key)))
  expect((await get(media.url)).statusCode).toBe(200)
})

it('R58 of ten people who replace one picture at once one wins, and the others are told', async () => {
  const media = await added(editor, await photo(240, 200).png().toBuffer())
  const before = (await files()).length
  const replies = await Promise.all(
    Array.from({ length: 10 }, async (_, n) =>
      replace(
        editor,
        media,
        await photo(250 + n, 200)
          .png()
          .toBuffer(),
      ),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array<number>(9).fill(409),
  ])
  const winner = replies.find(({ statusCode }) => statusCode === 200)?.json<Changed>()
  for (const reply of replies.filter(({ statusCode }) => statusCode === 409))
    expect(reply.json()).toMatchObject({ code: 'stale_version', current: { version: 2, width: winner?.width } })
  const { width } = await sharp((await get(media.url)).rawPayload).metadata()
  expect(width).toBe(winner?.width)
  const kept = await db.selectFrom('mediaOldFile').select('storageKey').execute()
  // The new files beside the old ones; what the others had encoded is gone.
  expect((await files()).length).toBe(before + 3)
  expect(kept.some(({ storageKey: key }) => key.endsWith(media.id))).toBe(true)
})

it('bytes that are another picture already, or this very one, are refused with the picture that has them', async () => {
  const [bytes, mine] = [await freshPicture(), await freshPicture()]
  const there = await added(editor, bytes)
  const media = await added(editor, mine)
  for (const [given, id] of [
    [bytes, there.id],
    [mine, media.id],
  ] as const) {
    const reply = await replace(editor, media, given)
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'already_here', current: { id } })
  }
  expect(await seen(media.id)).toMatchObject({ version: 1 })
})

it('a picture can be made to show what another one shows, with its texts where its own are empty, and that can be undone', async () => {
  const bytes = await freshPicture()
  const there = await added(editor, bytes)
  await call(editor, 'PATCH', `/api/media/${there.id}`, { version: 1, alt: 'The pier', credit: 'Ada' })
  const media = await added(editor, await freshPicture())
  await call(editor, 'PATCH', `/api/media/${media.id}`, { version: 1, credit: 'Kim' })
  const before = (await get(media.url)).rawPayload

  const upload = await sent(editor, bytes)
  const put = (copyOf?: string) =>
    call(editor, 'POST', `/api/media/${media.id}/replace`, { upload, version: 2, ...(copyOf && { copyOf }) })
  for (const other of [undefined, media.id]) {
    const refused = await put(other)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'already_here', current: { id: there.id } },
    ])
  }
  // The upload was kept for this answer.
  const reply = await put(there.id)
  expect(reply.statusCode, reply.body).toBe(200)
  const after = reply.json<Changed>()
  expect(after).toMatchObject({ id: media.id, version: 3, url: media.url, alt: 'The pier', credit: 'Kim' })
  expect((await get(media.url)).rawPayload.equals(before)).toBe(false)
  expect(await seen(there.id)).toMatchObject({ version: 2, alt: 'The pier' })
  // The same file sent once more is the picture that was there first.
  expect(await added(editor, bytes)).toMatchObject({ id: there.id, existing: true })

  expect((await undo(after.undo)).statusCode).toBe(200)
  expect((await get(media.url)).rawPayload.equals(before)).toBe(true)
  expect(await seen(media.id)).toMatchObject({ alt: '', credit: 'Kim' })
})

it('what is no picture replaces nothing, and neither does what is sent by those who may not', async () => {
  const media = await added(editor, await freshPicture())
  const before = await files()
  const nonsense = await replace(editor, media, Buffer.from('<html><script>alert(1)</script>'))
  expect([nonsense.statusCode, nonsense.json()]).toEqual([
    415,
    expect.objectContaining({ fields: [expect.objectContaining({ path: 'file' })] }),
  ])
  expect((await replace(await signIn('author'), media, await freshPicture())).statusCode).toBe(403)
  const id = await sent(await signIn('author'), await freshPicture())
  expect((await call(editor, 'POST', `/api/media/${media.id}/replace`, { upload: id, version: 1 })).statusCode).toBe(
    404,
  )
  expect(await files()).toEqual(before)
  expect(await seen(media.id)).toMatchObject({ version: 1, fileVersion: 1 })
})

it('a disk that fills up in the middle leaves the old picture whole, and the upload for another try', async () => {
  const media = await added(editor, await photo(1400, 900).png().toBuffer())
  const before = [await files(), (await get(media.url)).rawPayload]
  const upload = await sent(editor, await photo(1500, 900).png().toBuffer())
  for (const failing of [1, 3, 5]) {
    let puts = 0
    const put: typeof services.storage.put = async (key, data) => {
      puts += 1
      if (puts === failing) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await services.storage.put(key, data)
    }
    const full = await buildApp({ ...services, storage: { ...services.storage, put } })
    const payload = { upload, version: 1 }
    const reply = await full.inject({
      method: 'POST',
      url: `/api/media/${media.id}/replace`,
      headers: editor.headers,
      payload,
    })
    expect([reply.statusCode, reply.headers.connection]).toEqual([507, 'close'])
    await full.close()
  }
  expect([await files(), (await get(media.url)).rawPayload]).toEqual(before)
  expect(await seen(media.id)).toMatchObject({ version: 1, fileVersion: 1 })
  expect((await call(editor, 'POST', `/api/media/${media.id}/replace`, { upload, version: 1 })).statusCode).toBe(200)
})
