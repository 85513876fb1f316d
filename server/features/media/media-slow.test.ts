import { request, type ClientRequest } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { MediaUpload } from '#contract/media-uploads.ts'
import type { Problem } from '#contract/problems.ts'
import { createTestApp } from '../../testing/app.ts'
import { form, formType } from './testing/form.ts'
import { createLibrary, type Person } from './testing/library.ts'
import { freshPicture, giantPng } from './testing/pictures.ts'

const { app, db, services, signIn, editor, call, upload, sent } = await createLibrary()
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.server.closeAllConnections())

const octets = { 'content-type': 'application/octet-stream' }
const MB = 1024 * 1024
const open: ClientRequest[] = []
const waiting = async () => (await readdir(join(services.config.dataDir, 'uploads')).catch(() => [])).length
afterEach(async () => {
  const ended = open.splice(0).map((one) => new Promise<void>((resolve) => one.once('close', resolve).destroy()))
  await Promise.all(ended)
})

type Slow = { method?: string; path?: string; type?: Record<string, string>; length?: number }

/** An upload that the server has begun to read, and whose last bytes never come. */
async function slowUpload(who: Person, { method = 'POST', path = '/api/media', type = formType, length }: Slow = {}) {
  const body = form([{ bytes: Buffer.alloc(20_000) }])
  const headers = { ...who.headers, ...type, host: 'localhost:80', 'content-length': length ?? body.length }
  const isRead = new Promise<void>((resolve) =>
    app.server.once('request', (incoming) =>
      incoming.on('newListener', (event) => ['data', 'readable'].includes(String(event)) && resolve()),
    ),
  )
  const one = request({ host: '127.0.0.1', port, method, path, headers }).on('error', () => undefined)
  let status: number | undefined
  one.on('response', (reply) => (status = reply.resume().statusCode))
  open.push(one)
  one.write(body.subarray(0, 300))
  await isRead
  return { status: () => status }
}
async function slowUploads(count: number, who: Person, how: Slow = {}) {
  const all: Awaited<ReturnType<typeof slowUpload>>[] = []
  for (let n = 0; n < count; n++) all.push(await slowUpload(who, how))
  return all
}

it('sixteen slow uploads of one author keep no one from uploading, the author included', async () => {
  const author = await signIn('author')
  await slowUploads(16, author)
  const other = await signIn('author')
  for (const who of [other, editor, author]) {
    const reply = await upload(who, await freshPicture())
    expect(reply.statusCode, reply.body).toBe(201)
    const id = await sent(who, await freshPicture())
    expect((await call(who, 'POST', `/api/media/uploads/${id}/finish`)).statusCode).toBe(201)
  }
})

it('slow pieces of one author keep no one from sending pieces', async () => {
  const author = await signIn('author')
  const begun = await call(author, 'POST', '/api/media/uploads', { name: 'a.png', bytes: 1_000_000 })
  const path = `/api/media/uploads/${begun.json<MediaUpload>().id}?offset=0`
  await slowUploads(30, author, { method: 'PATCH', path, type: octets, length: 1_000_000 })
  const id = await sent(editor, await freshPicture())
  expect((await call(editor, 'POST', `/api/media/uploads/${id}/finish`)).statusCode).toBe(201)
})

it('one person may have sixty-four uploads under way; the next is told to wait, and other people are not', async () => {
  const author = await signIn('author')
  const slow = await slowUploads(64, author)
  const reply = await upload(author, await freshPicture())
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
  expect(slow.map(({ status }) => status())).toEqual(Array(64).fill(undefined))
  expect((await upload(editor, await freshPicture())).statusCode).toBe(201)
})

it('bodies on their way have no name on the disk, so nothing of them can stay', async () => {
  await slowUploads(5, editor)
  await expect.poll(waiting).toBe(0)
})

it.each([
  ['one pixel wide and fifty million high', 1, 50_000_000],
  ['fifty million wide and one pixel high', 50_000_000, 1],
  ['two pixels wide and 65,536 high', 2, 65_536],
])('R50 a PNG %s is refused before it is decoded', async (_what, width, height) => {
  const whole = giantPng(width, height)
  expect(whole.length).toBeLessThan(500_000)
  // Who decoded it would say that its pixels end in the middle.
  const reply = await upload(editor, whole.subarray(0, whole.length / 2))
  expect(reply.statusCode).toBe(400)
  expect(reply.json<Problem>().fields).toMatchObject([{ path: 'file', code: 'side_too_long' }])
})

it.each([
  [1, 65_535],
  [40_000, 3],
])('a strip of %i×%i becomes a picture whose sizes all have pixels', async (width, height) => {
  const reply = await upload(editor, giantPng(width, height))
  expect(reply.statusCode, reply.body).toBe(201)
  const { variants } = reply.json<{ variants: { width: number; height: number }[] }>()
  for (const variant of variants) expect(Math.min(variant.width, variant.height)).toBeGreaterThan(0)
})

it('what is too long for the type it would have to become is refused as such, and the old picture stays', async () => {
  const webp = await sharp(await freshPicture())
    .webp()
    .toBuffer()
  const media = (await upload(editor, webp, 'a.webp')).json<{ id: string; version: number }>()
  const id = await sent(editor, giantPng(1, 20_000))
  const reply = await call(editor, 'POST', `/api/media/${media.id}/replace`, { upload: id, version: 1 })
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    expect.objectContaining({ fields: [expect.objectContaining({ code: 'side_too_long' })] }),
  ])
  expect(await db.selectFrom('media').select('version').where('id', '=', media.id).executeTakeFirst()).toEqual({
    version: 1,
  })
})

/** Sends a body at its own pace over a bare connection, whatever the server says meanwhile: 60 MB in three seconds. */
async function sendSlowly(method: string, path: string, type: Record<string, string>, length: number) {
  const pieces = 60
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let said = ''
  let cut: Error | undefined
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', (error) => (cut = error))
  const headers = { ...editor.headers, ...type, host: 'localhost:80', 'content-length': length }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const head = type === formType ? form([{ bytes: '' }]) : Buffer.alloc(0)
  if (head.length > 0) socket.write(head.subarray(0, head.indexOf('\r\n\r\n') + 4))
  for (let n = 0; n < pieces && !socket.destroyed; n++) {
    if (!socket.write(Buffer.alloc(MB)))
      await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))])
    await pause(50)
  }
  // As browsers do, it listens when all is sent.
  socket.on('data', (data) => (said += data.toString('latin1')))
  socket.end()
  await closed
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0), cut }
}
it.each([
  ['a form of 60 MB', 'POST', '/api/media', formType, 60 * MB],
  ['a form that says it has 2 GB', 'POST', '/api/media', formType, 2048 * MB],
  ['a piece of 60 MB', 'PATCH', '/api/media/uploads/01a1fc7c-675e-77b1-ad85-9785aa65625e?offset=0', octets, 60 * MB],
  ['JSON of 60 MB', 'POST', '/api/tags', { 'content-type': 'application/json' }, 60 * MB],
] as const)(
  'who sends %s for three seconds hears 413, and is not cut',
  async (_what, method, path, type, length) => {
    const { status, cut } = await sendSlowly(method, path, type, length)
    expect([status, cut]).toEqual([413, undefined])
  },
  30_000,
)

it('input that is discarded after an answer does not keep the server from stopping', async () => {
  const second = await createTestApp()
  await second.app.listen({ port: 0, host: '127.0.0.1' })
  const { headers } = await second.signIn('editor')
  const one = request({
    host: '127.0.0.1',
    port: (second.app.server.address() as AddressInfo).port,
    method: 'POST',
    path: '/api/media',
    headers: { ...headers, ...formType, host: 'localhost:80', 'content-length': 60 * MB },
  }).on('error', () => undefined)
  const answered = new Promise<number | undefined>((resolve) =>
    one.on('response', (reply) => resolve(reply.statusCode)),
  )
  one.write(form([{ bytes: Buffer.alloc(1000) }]).subarray(0, 900))
  expect(await answered).toBe(413)
  // Who falls silent is cut after a few seconds anyway.
  const sending = setInterval(() => one.write('.'), 500)
  await second.app.close()
  clearInterval(sending)
}, 20_000)
