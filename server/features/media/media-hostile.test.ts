import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import type { Problem } from '#contract/problems.ts'
import { form, formType } from './testing/form.ts'
import { hostileFiles, traces, type Hostile } from './testing/hostile-files.ts'
import { createLibrary } from './testing/library.ts'
import { freshPicture } from './testing/pictures.ts'

const { app, db, editor, call, sent, files, rows } = await createLibrary()
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})

type Answer = { statusCode: number; json: <T>() => T; body: string }

/** What the refusal or the picture must be, whichever way the bytes came. */
async function expectHarmless({ what, name, make }: Hostile, send: (bytes: Buffer) => Promise<Answer>) {
  const before = [await rows(), await files()]
  const reply = await send(Buffer.from((await make()) as Buffer))
  if (reply.statusCode !== 201) {
    expect([400, 413, 415], `${what}: ${reply.body}`).toContain(reply.statusCode)
    expect(
      reply.json<Problem>().fields?.map(({ path }) => path),
      what,
    ).toContain('file')
    expect([await rows(), await files()], what).toEqual(before)
    return 'refused'
  }
  const media = reply.json<Media>()
  expect(media.name).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u)
  expect(media.name.length).toBeLessThanOrEqual(200)
  for (const url of [media.url, ...media.variants.map((variant) => variant.url)]) {
    expect(url).toMatch(/^\/media\/[0-9a-f-]{36}\/(original|thumb|square|640|1280|1920)\.(jpg|png|webp|avif|gif)$/)
    const served = await app.inject(url)
    expect(served.headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/(jpeg|png|webp|avif|gif)$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(served.rawPayload.toString('latin1'), what).not.toMatch(traces)
  }
  expect(name.length).toBeGreaterThan(0)
  const keys = (await files()).filter((key) => !(before[1] as string[]).includes(key))
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f-]{36}\/[a-z0-9]+\.[a-z]+$/)
  return 're-encoded'
}

it('there are more than sixty hostile uploads', () => {
  expect(hostileFiles.length).toBeGreaterThan(60)
  expect(new Set(hostileFiles.map(({ what }) => what)).size).toBe(hostileFiles.length)
})

it.each(hostileFiles)('R32 $what is refused, or re-encoded to nothing but a picture', async (hostile) => {
  const { name, type } = hostile
  await expectHarmless(hostile, (bytes) =>
    app.inject({
      method: 'POST',
      url: '/api/media',
      headers: { ...editor.headers, ...formType },
      payload: form([{ bytes, name, type }]),
    }),
  )
})

it('R32 what is no picture is refused as such in both ways, and nothing of it waits in the database', async () => {
  const said: string[] = []
  for (const hostile of hostileFiles.filter(({ what }) => !what.includes('called') && what !== 'nothing')) {
    const result = await expectHarmless(hostile, async (bytes) => {
      const id = await sent(editor, bytes, hostile.name)
      return call(editor, 'POST', `/api/media/uploads/${id}/finish`)
    })
    said.push(result)
  }
  expect(said.filter((result) => result === 'refused').length).toBeGreaterThan(45)
  const left = await db.selectFrom('mediaUploadPiece').select('uploadId').execute()
  expect(left).toEqual([])
}, 300_000)

it('26 MB are refused in both ways', async () => {
  const large = Buffer.alloc(26 * 1024 * 1024)
  await expectHarmless({ what: '26 MB', name: 'a.png', type: 'image/png', make: () => large }, (bytes) =>
    app.inject({
      method: 'POST',
      url: '/api/media',
      headers: { ...editor.headers, ...formType },
      payload: form([{ bytes }]),
    }),
  )
  const begun = await call(editor, 'POST', '/api/media/uploads', { name: 'a.png', bytes: large.length })
  expect(begun.statusCode).toBe(400)
})

const headers = () => ({ ...editor.headers, ...formType, host: 'localhost:80' })

it('a Content-Length that says more than comes, or less, leaves nothing behind', async () => {
  const body = form([{ bytes: await freshPicture() }])
  const before = [await rows(), await files()]
  for (const length of [body.length + 1000, 100, 1]) {
    const status = await new Promise<number>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      let said = ''
      socket.on('data', (data) => (said += data.toString('latin1')))
      socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)))
      socket.on('error', () => undefined)
      const lines = Object.entries({ ...headers(), 'content-length': length }).map(
        ([name, value]) => `${name}: ${value}`,
      )
      socket.write(`POST /api/media HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      socket.write(body)
      socket.end()
    })
    expect(status === 0 || (status >= 400 && status < 500), `${length}: ${status}`).toBe(true)
  }
  expect([await rows(), await files()]).toEqual(before)
})

it('a body in chunks without any length is counted all the same', async () => {
  const before = [await rows(), await files()]
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const upload = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/media', headers: headers() })
      .on('error', reject)
      .on('response', (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      })
    const head = form([{ bytes: '' }])
    upload.write(head.subarray(0, head.indexOf('\r\n\r\n') + 4))
    for (let sentBytes = 0; sentBytes < 26 * 1024 * 1024; sentBytes += 1024 * 1024)
      upload.write(Buffer.alloc(1024 * 1024))
    upload.end(head.subarray(head.indexOf('\r\n\r\n') + 4))
  })
  expect(status).toBe(413)
  expect([await rows(), await files()]).toEqual(before)
})
