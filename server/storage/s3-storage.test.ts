import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, onTestFinished } from 'vitest'
import type { Media } from '#contract/media.ts'
import { buildApp } from '../app.ts'
import { form, formType } from '../features/media/testing/form.ts'
import { freshPicture } from '../features/media/testing/pictures.ts'
import { createTestApp } from '../testing/app.ts'
import { endServerProcesses, startServerProcess } from '../testing/server-process.ts'
import { startS3Server, storedKeys } from '../testing/test-storage.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import { createStorage } from './create-storage.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-s3-start-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const { place } = await startS3Server()
endServerProcesses()
const keys = { ...process.env }
afterEach(() => {
  process.env['AWS_ACCESS_KEY_ID'] = keys['AWS_ACCESS_KEY_ID']
  process.env['AWS_SECRET_ACCESS_KEY'] = keys['AWS_SECRET_ACCESS_KEY']
})

it('a bucket that is there is taken', async () => {
  const storage = await createStorage({ dataDir, bucket: place })
  await storage.put('ab/start/original.png', Buffer.from('x'))
  expect((await storage.open('ab/start/original.png'))?.bytes).toBe(1)
})

it('a bucket that is missing is said at the start, and where', async () => {
  await expect(createStorage({ dataDir, bucket: { ...place, bucket: 'elsewhere' } })).rejects.toThrow(
    `STORAGE_URL is wrong: there is no bucket elsewhere at ${place.endpoint}.`,
  )
})

it('a place where nothing answers is said at the start', async () => {
  await expect(createStorage({ dataDir, bucket: { ...place, endpoint: 'http://127.0.0.1:9' } })).rejects.toThrow(
    'STORAGE_URL is wrong: nothing answers at http://127.0.0.1:9.',
  )
})

/** A bucket server that answers everything with this error. */
async function startRefusing(status: number, code: string) {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`
  const guard = createServer((request, reply) => {
    request.resume()
    reply.writeHead(status, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? '' : body)
  })
  await new Promise<void>((resolve) => guard.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void guard.close())
  return `http://127.0.0.1:${(guard.address() as AddressInfo).port}`
}

it('keys that do not open the bucket are said at the start', async () => {
  const endpoint = await startRefusing(403, 'AccessDenied')
  await expect(createStorage({ dataDir, bucket: { ...place, endpoint } })).rejects.toThrow(
    `STORAGE_URL is wrong: the keys do not open the bucket pictures at ${endpoint}.`,
  )
})

it.each([
  [403, 'AccessDenied', 'the storage refuses it: 403 AccessDenied'],
  [503, 'SlowDown', 'the storage answered 503 SlowDown'],
  [404, 'NoSuchBucket', 'the storage answered 404 NoSuchBucket'],
])('a bucket that answers %i %s is not said to be silent', async (status, code, sentence) => {
  const endpoint = await startRefusing(status, code)
  const storage = createS3Storage({ ...place, endpoint })
  onTestFinished(() => storage.close())
  const key = 'ab/x/original.png'
  for (const call of [() => storage.put(key, Buffer.from('x')), () => storage.open(key)])
    await expect(call()).rejects.toMatchObject({ message: sentence, code: 'STORAGE_UNAVAILABLE' })
  if (status === 503)
    await expect(createStorage({ dataDir, bucket: { ...place, endpoint } })).rejects.toThrow(
      `STORAGE_URL is wrong: ${endpoint} answered 503.`,
    )
})

it('keys that are missing are said at the start', async () => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) delete process.env[name]
  process.env['AWS_EC2_METADATA_DISABLED'] = 'true'
  await expect(createStorage({ dataDir, bucket: place })).rejects.toThrow(
    'STORAGE_URL is wrong: the keys are missing; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  )
})

it('while the bucket does not answer pictures are 503, not lost and not half there', async () => {
  const { app: other, db, services, signIn } = await createTestApp()
  const s3 = await startS3Server()
  const storage = createS3Storage(s3.place)
  afterAll(() => storage.close())
  const app = await buildApp({ ...services, storage })
  afterAll(() => app.close())
  const { headers } = await signIn('editor')
  const upload = async (bytes: Buffer) =>
    app.inject({ method: 'POST', url: '/api/media', headers: { ...headers, ...formType }, payload: form([{ bytes }]) })
  const { url } = (await upload(await freshPicture())).json<Media>()
  expect((await app.inject(url)).statusCode).toBe(200)

  await s3.stop()
  for (const reply of [await upload(await freshPicture()), await app.inject(url)]) {
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
    expect(reply.json()).toMatchObject({ code: 'busy', reasons: ['storage_away'] })
    expect(reply.headers['cache-control'] ?? 'no-store').toBe('no-store')
  }
  expect(await db.selectFrom('media').select('id').execute()).toHaveLength(1)
  // What needs no file goes on.
  expect((await app.inject({ url: '/api/media', headers })).statusCode).toBe(200)
  expect((await other.inject('/healthz')).statusCode).toBe(200)
}, 60_000)

it('a server of its own starts on a bucket, keeps its pictures there, and stops in time', async () => {
  const { databaseUrl, signIn } = await createTestApp()
  const { headers } = await signIn('editor')
  const { child, ready, exited } = startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    STORAGE_URL: `s3://${place.bucket}?endpoint=${encodeURIComponent(place.endpoint)}&region=${place.region}`,
    AWS_ACCESS_KEY_ID: keys['AWS_ACCESS_KEY_ID'],
    AWS_SECRET_ACCESS_KEY: keys['AWS_SECRET_ACCESS_KEY'],
  })
  const port = await ready
  const body = new FormData()
  body.set('file', new Blob([Uint8Array.from(await freshPicture())]), 'photo.png')
  const authorization = headers.authorization
  const reply = await fetch(`http://127.0.0.1:${port}/api/media`, { method: 'POST', headers: { authorization }, body })
  expect(reply.status).toBe(201)
  const media = (await reply.json()) as Media
  const served = await fetch(`http://127.0.0.1:${port}${media.url}`)
  expect([served.status, (await served.arrayBuffer()).byteLength]).toEqual([200, media.bytes])
  // Nothing of it is in the folder of this machine.
  expect(await storedKeys(createFolderStorage(join(dataDir, 'media')))).toEqual([])
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
}, 60_000)

it('a bucket that takes the connection and then says nothing is given up, before a reader would be', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const storage = createS3Storage({ ...place, endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` })
  await expect(storage.open('ab/silent/original.png')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
  storage.close()
  silent.closeAllConnections()
  silent.close()
}, 60_000)
