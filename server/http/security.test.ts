import { connect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../testing/app.ts'
import { contentSecurityPolicy } from './security-headers.ts'

const { app, signIn } = await createTestApp()
const https = await createTestApp({ publicUrl: 'https://desk.example.org' })
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())
const { port } = app.server.address() as { port: number }

/** Sends exactly these lines over a socket, and answers the status. */
async function raw(...lines: string[]): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => (said += chunk.toString()))
  // A server that has said no may hang up before it has heard everything.
  socket.on('error', () => undefined)
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  await new Promise((resolve) => socket.once('close', resolve))
  return Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)
}
const ours = `Host: 127.0.0.1:${port}`

describe('every reply', () => {
  it.each(['/api/setup', '/api/session', '/api/nothing-here', '/healthz', '/nothing-here.png'])(
    'protects who reads %s',
    async (url) => {
      const { headers } = await app.inject({ url })
      expect(headers).toMatchObject({
        'content-security-policy': contentSecurityPolicy({ editorHomeUrl: '/editor/' }),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      })
      expect(headers).not.toHaveProperty('x-powered-by')
    },
  )

  it('of the API is not stored', async () => {
    for (const url of ['/api/setup', '/api/session', '/api/nothing-here', '/api/openapi.json'])
      expect((await app.inject({ url })).headers['cache-control']).toBe('no-store')
  })

  it('asks for https where the public address is https, and only there', async () => {
    expect((await app.inject({ url: '/healthz' })).headers).not.toHaveProperty('strict-transport-security')
    const secure = await https.app.inject({ url: '/healthz', headers: { host: 'desk.example.org' } })
    expect(secure.headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
  })

  it('R55 is for pages of this host only', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' }
      const response = await app.inject({ method, url: '/api/session', headers })
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('is compressed when it is long, but not with a token in it', async () => {
    const headers = { 'accept-encoding': 'br, gzip' }
    expect((await app.inject({ url: '/api/openapi.json', headers })).headers['content-encoding']).toBe('br')
    expect((await app.inject({ url: '/api/setup', headers })).headers).not.toHaveProperty('content-encoding')
  })
})

it('the policy names the home of the editor where it has another origin, and no origin of pictures: they come from this server', () => {
  const policy = contentSecurityPolicy({ editorHomeUrl: 'https://cdn.example/editor/' })
  expect(policy).toContain(`script-src 'self' https://cdn.example/editor/;`)
  expect(policy).toContain(`style-src 'self' 'unsafe-inline' https://cdn.example/editor/;`)
  expect(policy).toContain(`img-src 'self' data: blob:;`)
})

describe('a request', () => {
  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1:1',
    '127.0.0.1',
    'localhost:80@evil.example',
    'user@localhost',
  ])('for the host %s is refused', async (host) => {
    expect(await raw('GET /api/setup HTTP/1.1', `Host: ${host}`)).toBe(400)
  })

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('for %s and our port is answered', async (name) => {
    expect(await raw('GET /api/setup HTTP/1.1', `Host: ${name}:${port}`)).toBe(200)
  })

  it('for the public address is answered, with or without its port', async () => {
    for (const host of ['desk.example.org', 'DESK.example.org', 'desk.example.org:443'])
      expect((await https.app.inject({ url: '/api/setup', headers: { host } })).statusCode).toBe(200)
    const wrong = await https.app.inject({ url: '/api/setup', headers: { host: 'desk.example.org:8443' } })
    expect(wrong.json()).toMatchObject({ code: 'foreign_host' })
  })

  it('for an address that cannot be read is refused as every other, with the protective headers', async () => {
    for (const url of ['/%zz', '/api/%zz', '/api/articles/%']) {
      const reply = await app.inject({ url, headers: { host: `127.0.0.1:${port}` } })
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([
        400,
        expect.stringMatching(/^application\/problem\+json/),
      ])
      expect(reply.json()).toMatchObject({ code: 'invalid_input', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
      expect(reply.body).not.toContain('%')
      expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    }
  })

  it('with two hosts, no host or a whole address in its first line is refused', async () => {
    expect(await raw('GET /api/setup HTTP/1.1', ours, ours)).toBe(400)
    expect(await raw('GET /api/setup HTTP/1.1', ours, 'Host: evil.example')).toBe(400)
    expect(await raw('GET /api/setup HTTP/1.1')).toBe(400)
    expect(await raw('GET /api/setup HTTP/1.0')).toBe(400)
    expect(await raw('GET http://evil.example/api/setup HTTP/1.1', ours)).toBe(400)
    expect(await raw(`GET http://127.0.0.1:${port}/api/setup HTTP/1.1`, ours)).toBe(400)
  })

  it('R53 that says its length in two ways is refused', async () => {
    expect(await raw('POST /api/session HTTP/1.1', ours, 'Content-Length: 4', 'Transfer-Encoding: chunked')).toBe(400)
    expect(await raw('POST /api/session HTTP/1.1', ours, 'Content-Length: 4', 'Content-Length: 5')).toBe(400)
  })

  it.each([
    ['twice', 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    ['in a way that no one knows', 'Transfer-Encoding: xchunked'],
    ['before a space', 'Transfer-Encoding : chunked'],
    ['in a line that goes on', 'X-Begun: a', ' Transfer-Encoding: chunked'],
    ['with a sign', 'Content-Length: +2'],
    ['in hexadecimal', 'Content-Length: 0x2'],
  ])('R53 that says its length %s is refused', async (_, ...lines) => {
    expect(await raw('POST /api/session HTTP/1.1', ours, ...lines)).toBe(400)
  })

  it('R54 with enormous headers is refused', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => `X-${n}: ${n}`)
    expect([0, 400, 431]).toContain(await raw('GET /api/setup HTTP/1.1', ours, ...many))
    expect(await raw('GET /api/setup HTTP/1.1', ours)).toBe(200)
  })
})

describe('R52 five hundred connections', () => {
  /** Sockets that begin like this and then say nothing; answers how they ended. */
  async function linger(count: number, begin: string) {
    const sockets = await Promise.all(
      Array.from({ length: count }, async () => {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => undefined)
        await new Promise((resolve) => socket.once('connect', resolve))
        socket.write(begin)
        socket.resume()
        return socket
      }),
    )
    return {
      sockets,
      closed: Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))),
    }
  }
  async function othersAreAnswered({ sockets }: Awaited<ReturnType<typeof linger>>) {
    expect(await raw('GET /api/setup HTTP/1.1', ours)).toBe(200)
    expect(sockets.some(({ closed }) => !closed)).toBe(true)
    for (let n = 0; n < 20; n++) expect(await raw('GET /api/setup HTTP/1.1', ours)).toBe(200)
  }

  it('that never end their headers keep no one out, and are closed', async () => {
    const crowd = await linger(500, `GET /api/setup HTTP/1.1\r\n${ours}\r\nX-Slow: `)
    await othersAreAnswered(crowd)
    await crowd.closed
  })

  it('that never send their body keep no one out', async () => {
    const begin = `POST /api/session HTTP/1.1\r\n${ours}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
    const crowd = await linger(500, begin)
    await othersAreAnswered(crowd)
    for (const socket of crowd.sockets) socket.destroy()
  })
})

describe('a body', () => {
  const post = (payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/api/session', headers: { 'content-type': type }, payload })
  const right = JSON.stringify({ email: 'a@example.com', password: 'x' })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/xml',
  ])('R57 that calls itself %s is not read', async (type) => {
    const response = await post(right, type)
    expect(response.statusCode).toBe(415)
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' })
  })

  it.each([
    ['R37 __proto__', '{"email":"a@example.com","password":"x","__proto__":{"role":"administrator"}}'],
    [
      'R37 constructor',
      '{"email":"a@example.com","password":"x","constructor":{"prototype":{"role":"administrator"}}}',
    ],
    ['half of a JSON', '{"email":'],
    ['nothing', ''],
    ['R54 ten thousand brackets', '['.repeat(10_000)],
    ['R54 ten thousand levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['null', 'null'],
    ['a number', '1'],
  ])('with %s is refused', async (_, payload) => {
    const response = await post(payload)
    expect(response.statusCode).toBe(400)
    expect(({} as { role?: string }).role).toBeUndefined()
  })

  it('R54 above a mebibyte is refused', async () => {
    expect((await post(JSON.stringify({ email: 'x'.repeat(1_100_000) }))).statusCode).toBe(413)
  })

  it('with a character that no text may have is refused, not an error of the server', async () => {
    const { headers } = await signIn('author')
    const payload = { version: 1, name: 'a\u0000b' }
    expect((await app.inject({ method: 'PATCH', url: '/api/profile', headers, payload })).statusCode).toBe(400)
  })
})
