import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import type { Problem } from '#contract/problems.ts'
import { buildApp } from '../../app.ts'
import { createTestApp } from '../../testing/app.ts'
import { storedKeys } from '../../testing/test-storage.ts'
import { storeImage } from './media-commands.ts'
import { form, formType } from './testing/form.ts'
import { freshPicture, giantPng, picture } from './testing/pictures.ts'

const { app, db, services, signIn } = await createTestApp()
const editor = await signIn('editor')
const headers = { ...editor.headers, ...formType }
const post = (payload: Buffer | string, more: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/media', headers: { ...headers, ...more }, payload })
const send = (bytes: Buffer | string, name = 'photo.png', type = 'image/png') => post(form([{ bytes, name, type }]))

const files = async () => (await storedKeys(services.storage)).length
const rows = async () => (await db.selectFrom('media').select('id').execute()).length

/** Whatever happens inside, the library is afterwards as it was. */
async function unchanged(act: () => Promise<void>) {
  const before = [await rows(), await files()]
  await act()
  expect([await rows(), await files()]).toEqual(before)
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

it.each<[string, () => Buffer | string | Promise<Buffer>, string, string]>([
  ['an SVG', () => svg, 'image/svg+xml', 'logo.svg'],
  ['an SVG that says it is a PNG', () => svg, 'image/png', 'logo.png'],
  ['an HTML page', () => '<!doctype html><script>alert(1)</script>', 'text/html', 'page.html'],
  ['an HTML page that says it is a JPEG', () => '<html><script>alert(1)</script>', 'image/jpeg', 'a.jpg'],
  ['a GIF that is a script', () => 'GIF89a/*<html><script>alert(1)</script>*/=1;', 'image/gif', 'a.gif'],
  ['an SVG behind the first bytes of a GIF', () => `GIF89a${svg}`, 'image/gif', 'a.gif'],
  ['a TIFF', () => Buffer.from('49492a0008000000000000000000', 'hex'), 'image/tiff', 'a.tiff'],
  ['a PDF', () => '%PDF-1.7 and a lot more of it', 'application/pdf', 'a.pdf'],
  ['an empty file', () => '', 'image/png', 'empty.png'],
  ['one byte', () => 'x', 'image/png', 'x.png'],
  ['the first bytes of a PNG and no more', () => Buffer.from('89504e470d0a1a0a00000000', 'hex'), 'image/png', 'a.png'],
  ['half a PNG', async () => (await picture().png().toBuffer()).subarray(0, 700), 'image/png', 'a.png'],
  ['half a JPEG', async () => half(await picture().jpeg().toBuffer()), 'image/jpeg', 'a.jpg'],
  ['half a WebP', async () => half(await picture().webp().toBuffer()), 'image/webp', 'a.webp'],
  ['half an AVIF', async () => half(await picture().avif().toBuffer()), 'image/avif', 'a.avif'],
  ['R50 a PNG of 900 megapixels', () => giantPng(30_000, 30_000), 'image/png', 'bomb.png'],
])('R32 %s is refused, and nothing of it stays', async (_what, make, type, name) => {
  const bytes = await make()
  await unchanged(async () => {
    const reply = await send(bytes, name, type)
    const problem = reply.json<Problem>()
    expect([400, 415], reply.body).toContain(reply.statusCode)
    expect(['unreadable_file', 'unsupported_media_type']).toContain(problem.code)
    expect(problem.fields?.[0]?.path).toBe('file')
  })
})

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))

it('R32 a picture with a page hidden behind it is kept as a picture only', async () => {
  const polyglot = Buffer.concat([gif, Buffer.from('<html><script>alert(1)</script></html>')])
  const media = (await send(polyglot, 'photo.php.html', 'text/html')).json<Media>()
  expect(media.type).toBe('image/gif')
  const served = await app.inject(media.url)
  expect(served.headers['content-type']).toBe('image/gif')
  expect(served.rawPayload.toString('latin1')).not.toContain('script')
})

it('R32 the type is what the bytes say, whatever the name and the sender say', async () => {
  const reply = await send(await picture(30, 20).webp().toBuffer(), 'photo.jpg.exe', 'application/x-msdownload')
  expect(reply.json()).toMatchObject({ type: 'image/webp', name: 'photo.jpg.exe' })
})

it.each([
  ['../../../etc/passwd.png', 'passwd.png'],
  ['..\\\\..\\\\boot.png', 'boot.png'],
  ['/etc/cron.d/job.png', 'job.png'],
  ['\u202Egnp.exe.png', 'gnp.exe.png'],
  [`${'长'.repeat(900)}.png`, `${'长'.repeat(196)}.png`],
])('R33 a picture called %j is listed as %j', async (name, kept) => {
  const reply = await send(await freshPicture(), name)
  expect(reply.statusCode, reply.body).toBe(201)
  expect(reply.json<Media>().name).toBe(kept)
})

it('a file name with NUL in it is refused or cleaned, never a failure of the server', async () => {
  const reply = await send(await freshPicture(), 'a\u0000.html.png')
  expect([201, 400]).toContain(reply.statusCode)
  expect(reply.body).not.toContain('\\u0000')
})

it.each<[string, () => Buffer | string | Promise<Buffer>]>([
  ['nothing at all', () => ''],
  ['no parts', () => '--the-boundary-of-this-test--\r\n'],
  ['no such boundary', () => 'hello'],
  ['an end in the middle', async () => form([{ bytes: await freshPicture() }]).subarray(0, 150)],
  ['a part without headers', () => '--the-boundary-of-this-test\r\n\r\nx\r\n--the-boundary-of-this-test--\r\n'],
  ['a header without an end', () => `--the-boundary-of-this-test\r\nContent-Disposition: ${'x'.repeat(100_000)}`],
  ['two files', async () => form([{ bytes: await freshPicture() }, { bytes: await freshPicture() }])],
  ['a file in another field', async () => form([{ bytes: await freshPicture(), field: 'picture' }])],
  ['the file as a text', () => form([], { file: 'not a file' })],
  ['an unknown text', async () => form([{ bytes: await freshPicture() }], { role: 'administrator' })],
  ['a text that is too long', async () => form([{ bytes: await freshPicture() }], { alt: 'x'.repeat(301) })],
  ['a text that is far too long', async () => form([{ bytes: await freshPicture() }], { alt: 'x'.repeat(50_000) })],
  ['a prototype', async () => form([{ bytes: await freshPicture() }], { __proto__x: '1', constructor: 'x' })],
  ['a file called __proto__', async () => form([{ bytes: await freshPicture(), field: '__proto__' }])],
  [
    'a thousand parts',
    async () =>
      form(
        [{ bytes: await freshPicture() }],
        Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`a${i}`, '1'])),
      ),
  ],
])('R54 a form with %s is 400', async (_what, make) => {
  const body = await make()
  await unchanged(async () => {
    const reply = await post(body)
    expect(reply.statusCode, reply.body).toBe(400)
    expect(reply.json<Problem>().code).toBe('invalid_input')
  })
})

it.each([
  ['multipart/form-data', 400],
  ['multipart/form-data; boundary=', 400],
  [`multipart/form-data; boundary=${'x'.repeat(500)}`, 400],
  ['text/plain', 415],
  ['application/octet-stream', 415],
  ['application/json', 415],
])('R54 a body of type %j is %i', async (type, status) => {
  const reply = await post(type === 'application/json' ? '{}' : 'x', { 'content-type': type })
  expect(reply.statusCode, reply.body).toBe(status)
})

it('a file over 25 MB is 413, and the connection ends', async () => {
  await unchanged(async () => {
    const reply = await send(Buffer.alloc(25 * 1024 * 1024 + 1))
    expect([reply.statusCode, reply.headers.connection]).toEqual([413, 'close'])
    expect(reply.json()).toMatchObject({ code: 'too_large', fields: [{ path: 'file' }] })
  })
})

it('a full disk is 507, and neither a file nor a row stays', async () => {
  const bytes = await picture(1400, 900).png().toBuffer()
  for (const failing of [1, 2, 4]) {
    let puts = 0
    const storage: typeof services.storage = {
      ...services.storage,
      put: async (key, data) => {
        puts += 1
        if (puts === failing) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        await services.storage.put(key, data)
      },
    }
    await unchanged(async () => {
      await expect(storeImage({ db, storage }, null, { load: async () => bytes, name: 'a.png' })).rejects.toMatchObject(
        {
          code: 'ENOSPC',
        },
      )
    })
  }
})

it('a full disk is said over HTTP as 507, and the connection ends', async () => {
  // A test double of the disk.
  const put = async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  const full = await buildApp({ ...services, storage: { ...services.storage, put } })
  const bytes = await freshPicture()
  await unchanged(async () => {
    const reply = await full.inject({ method: 'POST', url: '/api/media', headers, payload: form([{ bytes }]) })
    expect([reply.statusCode, reply.headers.connection]).toEqual([507, 'close'])
    expect(reply.json()).toMatchObject({ code: 'storage_full' })
  })
  await full.close()
})

it('when the row cannot be written, no file stays', async () => {
  const bytes = await freshPicture()
  await unchanged(async () => {
    // Texts past the routes, as another caller might send them.
    await expect(
      storeImage(services, null, { load: async () => bytes, name: 'a.png', alt: 'nul \u0000' }),
    ).rejects.toThrow()
  })
})

let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.server.closeAllConnections())

const open = (length: number) =>
  request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/media',
    headers: { ...headers, host: 'localhost:80', 'content-length': length },
  })

it('an upload cut in the middle leaves no row and no file', async () => {
  const body = form([{ bytes: await picture(800, 600).png().toBuffer() }])
  await unchanged(async () => {
    for (const share of [0.1, 0.5, 0.99]) {
      const arrived = new Promise<void>((resolve) =>
        app.server.once('request', (incoming) => incoming.once('close', resolve)),
      )
      const upload = open(body.length).on('error', () => undefined)
      upload.write(body.subarray(0, Math.floor(body.length * share)), () => upload.destroy())
      await arrived
    }
  })
  // The server is well, and the same picture still goes in.
  expect((await post(body)).statusCode).toBe(201)
})

it('someone who sends far too much still reads the answer', async () => {
  const size = 40 * 1024 * 1024
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const upload = open(size)
      .on('error', reject)
      .on('response', (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      })
    upload.end(Buffer.alloc(size))
  })
  expect(status).toBe(413)
})
