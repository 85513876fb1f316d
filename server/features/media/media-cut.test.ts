import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MediaUpload } from '#contract/media-uploads.ts'
import type { Media } from '#contract/media.ts'
import { form, formType } from './testing/form.ts'
import { createLibrary } from './testing/library.ts'
import { picture } from './testing/pictures.ts'

const CUTS = 50
const { app, editor, call, files, rows, db, services } = await createLibrary()
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.server.closeAllConnections())

let seed = 42
/** The same random places in every run. */
const random = (most: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % most
}

/** Sends the beginning of a body over a real connection, then cuts it; comes back when the server has seen the end. */
async function cut(method: string, path: string, body: Buffer, sentBytes: number, type: Record<string, string>) {
  const seen = new Promise<void>((resolve) =>
    app.server.once('request', (_incoming, reply) => reply.once('close', () => resolve())),
  )
  const headers = { ...editor.headers, ...type, host: 'localhost:80', 'content-length': body.length }
  const upload = request({ host: '127.0.0.1', port, method, path, headers }).on('error', () => undefined)
  upload.write(body.subarray(0, sentBytes), () => upload.destroy())
  await seen
}

/** Until nothing is under way: the server may still be busy with what it had already got. */
const quiet = () => expect.poll(rows, { timeout: 20_000 })

it(`an upload cut ${CUTS} times at random places leaves no row and no file, and goes in the next time`, async () => {
  const body = form([{ bytes: await picture(900, 601, 1).png({ compressionLevel: 0 }).toBuffer() }])
  const before = [await rows(), await files()]
  for (let n = 0; n < CUTS; n++) await cut('POST', '/api/media', body, 1 + random(body.length - 2), formType)
  await quiet().toBe(before[0])
  expect([await rows(), await files()]).toEqual(before)
  const whole = await app.inject({
    method: 'POST',
    url: '/api/media',
    headers: { ...editor.headers, ...formType },
    payload: body,
  })
  expect(whole.statusCode).toBe(201)
})

it(`an upload in pieces cut ${CUTS} times goes on where it was, and ends as the very same bytes`, async () => {
  const bytes = await picture(1100, 701, 2).png({ compressionLevel: 0 }).toBuffer()
  const before = [await rows(), await files()]
  const begun = await call(editor, 'POST', '/api/media/uploads', { name: 'cut.png', bytes: bytes.length })
  const { id } = begun.json<MediaUpload>()
  const offsetOf = async () => (await call(editor, 'GET', `/api/media/uploads/${id}`)).json<MediaUpload>().offset
  const type = { 'content-type': 'application/octet-stream' }

  for (let n = 0; n < CUTS; n++) {
    const offset = await offsetOf()
    const piece = bytes.subarray(offset, offset + 40_000)
    await cut('PATCH', `/api/media/uploads/${id}?offset=${offset}`, piece, 1 + random(piece.length - 2), type)
    // A piece that was cut is not there at all.
    expect(await offsetOf()).toBe(offset)
    if (n % 2 === 0) {
      const headers = { ...editor.headers, ...type }
      const url = `/api/media/uploads/${id}?offset=${offset}`
      await app.inject({ method: 'PATCH', url, headers, payload: piece })
    }
  }
  expect([await rows(), await files()]).toEqual(before)
  for (let offset = await offsetOf(); offset < bytes.length; offset = await offsetOf()) {
    const url = `/api/media/uploads/${id}?offset=${offset}`
    const payload = bytes.subarray(offset, offset + 1_000_000)
    await app.inject({ method: 'PATCH', url, headers: { ...editor.headers, ...type }, payload })
  }
  const pieces = await db
    .selectFrom('mediaUploadPiece')
    .select('bytes')
    .where('uploadId', '=', id)
    .orderBy('start')
    .execute()
  expect(Buffer.concat(pieces.map((piece) => piece.bytes)).equals(bytes)).toBe(true)
  const finished = await call(editor, 'POST', `/api/media/uploads/${id}/finish`)
  expect(finished.statusCode).toBe(201)
  const again = await app.inject({
    method: 'POST',
    url: '/api/media',
    headers: { ...editor.headers, ...formType },
    payload: form([{ bytes }]),
  })
  expect(again.json()).toMatchObject({ id: finished.json<Media>().id, existing: true })
})

it('an upload in pieces that is cut permanently leaves no picture and no file, and is swept', async () => {
  const before = [await rows(), await files()]
  const { id } = (await call(editor, 'POST', '/api/media/uploads', { name: 'a.png', bytes: 1000 })).json<MediaUpload>()
  const url = `/api/media/uploads/${id}?offset=0`
  await cut('PATCH', url, Buffer.alloc(1000), 500, { 'content-type': 'application/octet-stream' })
  expect([await rows(), await files()]).toEqual(before)
  await call(editor, 'DELETE', `/api/media/uploads/${id}`)
  expect(await db.selectFrom('mediaUpload').select('id').where('id', '=', id).execute()).toEqual([])
})

it('who stops listening while the picture is made of the pieces finds it finished', async () => {
  const bytes = await picture(2000, 1501, 3).png({ compressionLevel: 1 }).toBuffer()
  const begun = await call(editor, 'POST', '/api/media/uploads', { name: 'a.png', bytes: bytes.length })
  const { id } = begun.json<MediaUpload>()
  const headers = { ...editor.headers, 'content-type': 'application/octet-stream' }
  await app.inject({ method: 'PATCH', url: `/api/media/uploads/${id}?offset=0`, headers, payload: bytes })
  const { storage } = services
  const put = storage.put.bind(storage)
  const path = `/api/media/uploads/${id}/finish`
  const finishing = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path,
    headers: { ...editor.headers, host: 'localhost:80' },
  })
  finishing.on('error', () => undefined).end()
  // No one listens any more when the first file is written.
  storage.put = async (key, data) => {
    finishing.destroy()
    storage.put = put
    await put(key, data)
  }
  await expect
    .poll(
      async () => (await db.selectFrom('mediaUpload').select('media').where('id', '=', id).executeTakeFirst())?.media,
      { timeout: 20_000 },
    )
    .not.toBeNull()
  const again = await call(editor, 'POST', `/api/media/uploads/${id}/finish`)
  expect([again.statusCode, again.json<Media>().existing]).toEqual([200, true])
})
