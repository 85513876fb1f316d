import { describe, expect, it } from 'vitest'
import type { MediaUpload } from '#contract/media-uploads.ts'
import type { Media } from '#contract/media.ts'
import { jobTasks } from '../../job-tasks.ts'
import { createLibrary } from './testing/library.ts'
import { freshPicture, picture } from './testing/pictures.ts'

const { app, db, services, signIn, editor, call, append, sent, upload, files, rows } = await createLibrary()
const begin = (body: object, who = editor) => call(who, 'POST', '/api/media/uploads', body)
const finish = (id: string, who = editor) => call(who, 'POST', `/api/media/uploads/${id}/finish`)
const pieces = async () => (await db.selectFrom('mediaUploadPiece').select('uploadId').execute()).length

it('a picture sent in pieces becomes the same picture as one sent at once', async () => {
  const bytes = await picture(700, 500, 1).png({ compressionLevel: 0 }).toBuffer()
  const begun = await begin({ name: 'C:\\photos\\sea.png', bytes: bytes.length, alt: 'The sea', credit: 'Kim' })
  expect(begun.statusCode, begun.body).toBe(201)
  const { id, offset } = begun.json<MediaUpload>()
  expect(offset).toBe(0)
  let at = 0
  while (at < bytes.length) {
    const reply = await append(editor, id, at, bytes.subarray(at, at + 300_000))
    expect(reply.statusCode, reply.body).toBe(200)
    at = reply.json<MediaUpload>().offset
    expect((await call(editor, 'GET', `/api/media/uploads/${id}`)).json<MediaUpload>().offset).toBe(at)
  }
  const reply = await finish(id)
  expect(reply.statusCode, reply.body).toBe(201)
  const media = reply.json<Media>()
  expect(media).toMatchObject({ name: 'sea.png', alt: 'The sea', credit: 'Kim', width: 700, height: 500, version: 1 })
  expect(await pieces()).toBe(0)
  expect((await upload(editor, bytes)).json()).toMatchObject({ id: media.id, existing: true })
})

it('who did not hear that it was finished asks again and gets the same picture', async () => {
  const id = await sent(editor, await freshPicture())
  const first = await finish(id)
  const again = await finish(id)
  expect([first.statusCode, again.statusCode]).toEqual([201, 200])
  expect(again.json()).toMatchObject({ id: first.json<Media>().id, existing: true })
})

it('finished twice at once it is one picture', async () => {
  const id = await sent(editor, await freshPicture())
  const replies = await Promise.all(Array.from({ length: 8 }, () => finish(id)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    ...Array<number>(7).fill(200),
    201,
  ])
  expect(new Set(replies.map((reply) => reply.json<Media>().id)).size).toBe(1)
})

it('a piece that does not fit is refused with the offset of the upload', async () => {
  const bytes = await freshPicture()
  const { id } = (await begin({ name: 'a.png', bytes: bytes.length })).json<MediaUpload>()
  await append(editor, id, 0, bytes.subarray(0, 50))
  for (const offset of [0, 49, 51]) {
    const reply = await append(editor, id, offset, bytes.subarray(offset, offset + 10))
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'wrong_offset', current: { id, offset: 50, bytes: bytes.length } })
  }
  const early = await finish(id)
  expect([early.statusCode, early.json()]).toEqual([409, expect.objectContaining({ code: 'wrong_offset' })])
})

it('the same piece sent by two connections at once counts once', async () => {
  const bytes = await freshPicture()
  const { id } = (await begin({ name: 'a.png', bytes: bytes.length })).json<MediaUpload>()
  const replies = await Promise.all(Array.from({ length: 10 }, () => append(editor, id, 0, bytes)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array<number>(9).fill(409),
  ])
  expect((await finish(id)).statusCode).toBe(201)
})

it('more than was announced, more than a piece may hold, nothing and other types are refused', async () => {
  const { id } = (await begin({ name: 'a.png', bytes: 100 })).json<MediaUpload>()
  expect((await append(editor, id, 0, Buffer.alloc(101))).json()).toMatchObject({
    code: 'too_large',
    fields: [{ path: 'file' }],
  })
  expect((await append(editor, id, 0, Buffer.alloc(4 * 1024 * 1024 + 1))).statusCode).toBe(413)
  expect((await append(editor, id, 0, Buffer.alloc(0))).statusCode).toBe(400)
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'image/png'])
    expect(
      (
        await app.inject({
          method: 'PATCH',
          url: `/api/media/uploads/${id}?offset=0`,
          headers: { ...editor.headers, 'content-type': type },
          payload: '{}',
        })
      ).statusCode,
      type,
    ).toBe(415)
  expect((await call(editor, 'GET', `/api/media/uploads/${id}`)).json<MediaUpload>().offset).toBe(0)
})

it.each([
  [{ name: 'a.png' }, 'bytes'],
  [{ bytes: 10 }, 'name'],
  [{ name: 'a.png', bytes: 0 }, 'bytes'],
  [{ name: 'a.png', bytes: 26 * 1024 * 1024 }, 'bytes'],
  [{ name: 'a.png', bytes: 1.5 }, 'bytes'],
  [{ name: 'a.png', bytes: '10' }, 'bytes'],
  [{ name: ['a.png'], bytes: 10 }, 'name'],
  [{ name: 'a.png', bytes: 10, createdBy: 'x' }, 'createdBy'],
  [{ name: 'a.png', bytes: 10, alt: 'x'.repeat(301) }, 'alt'],
])('R02 an upload begun with %j is refused, the field named', async (body, path) => {
  const reply = await begin(body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json<{ fields: { path: string }[] }>().fields.map((field) => field.path)).toContain(path)
})

it.each(['1abc', '%5B1%5D', '__proto__', '..%2f..%2fx'])('R06 the id %s is 400', async (id) => {
  for (const method of ['GET', 'DELETE'] as const)
    expect((await call(editor, method, `/api/media/uploads/${id}`)).statusCode).toBe(400)
  for (const offset of ['x', '-1', '1e9', '0&offset=1', '1.5'])
    expect(
      (
        await app.inject({
          method: 'PATCH',
          url: `/api/media/uploads/01a1fc7c-675e-77b1-ad85-9785aa65625e?offset=${offset}`,
          headers: { ...editor.headers, 'content-type': 'application/octet-stream' },
          payload: 'x',
        })
      ).statusCode,
      offset,
    ).toBe(400)
})

it('R01 what someone began is not there for anyone else, an administrator included', async () => {
  const bytes = await freshPicture()
  const id = await sent(editor, bytes)
  for (const role of ['administrator', 'editor', 'author'] as const) {
    const other = await signIn(role)
    expect((await call(other, 'GET', `/api/media/uploads/${id}`)).statusCode).toBe(404)
    expect((await append(other, id, bytes.length, Buffer.from('x'))).statusCode).toBe(404)
    expect((await finish(id, other)).statusCode).toBe(404)
    expect((await call(other, 'DELETE', `/api/media/uploads/${id}`)).statusCode).toBe(404)
  }
  expect((await finish(id)).statusCode).toBe(201)
})

it('bytes that are no picture are refused at the end, and nothing of them stays', async () => {
  const before = [await rows(), await files()]
  const id = await sent(editor, Buffer.from('<svg onload="alert(1)"></svg>'), 'logo.png')
  const reply = await finish(id)
  expect([reply.statusCode, reply.json()]).toEqual([
    415,
    expect.objectContaining({ fields: [expect.objectContaining({ path: 'file' })] }),
  ])
  expect((await call(editor, 'GET', `/api/media/uploads/${id}`)).statusCode).toBe(404)
  expect([await rows(), await files()]).toEqual(before)
})

it('an upload that was given up is gone at once', async () => {
  const id = await sent(editor, await freshPicture())
  expect((await call(editor, 'DELETE', `/api/media/uploads/${id}`)).statusCode).toBe(204)
  expect((await finish(id)).statusCode).toBe(404)
  expect((await call(editor, 'DELETE', `/api/media/uploads/${id}`)).statusCode).toBe(404)
})

it('no one fills the database with uploads under way', async () => {
  const person = await signIn('author')
  const replies = await Promise.all(Array.from({ length: 60 }, () => begin({ name: 'a.png', bytes: 1000 }, person)))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50)
  const refused = replies.find(({ statusCode }) => statusCode !== 201)
  expect([refused?.statusCode, refused?.headers['retry-after']]).toEqual([429, '60'])
  const heavy = await signIn('author')
  const large = { name: 'a.png', bytes: 25 * 1024 * 1024 }
  for (let n = 0; n < 20; n++) expect((await begin(large, heavy)).statusCode).toBe(201)
  expect((await begin(large, heavy)).statusCode).toBe(429)
})

describe('after a day', () => {
  it('an upload that no one went on with is not there, and then swept', async () => {
    const id = await sent(editor, await freshPicture())
    const young = await sent(editor, await freshPicture())
    await db
      .updateTable('mediaUpload')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute()
    expect((await finish(id)).statusCode).toBe(404)
    await jobTasks(services)['sweep_media']?.({})
    const left = await db.selectFrom('mediaUploadPiece').select('uploadId').execute()
    expect(left.map(({ uploadId }) => uploadId)).toContain(young)
    expect(left.map(({ uploadId }) => uploadId)).not.toContain(id)
  })
})
