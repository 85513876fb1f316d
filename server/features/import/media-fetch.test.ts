import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { FETCH_LIMITS, openMediaFetch } from './media-fetch.ts'
import type { SourceItem } from './import-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'copydesk-fetch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let asked: string[] = []
const server = createServer((request, reply) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
  asked.push(pathname)
  const to = pathname === '/loop' ? '/loop' : searchParams.get('to')
  if (to) return void reply.writeHead(302, { location: to }).end()
  if (pathname === '/page') return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
  if (pathname === '/gone.png') return void reply.writeHead(404).end()
  if (pathname === '/slow.png') return void reply.writeHead(200, { 'content-type': 'image/png' }).write('x')
  if (pathname === '/cut.png') {
    reply.writeHead(200, { 'content-type': 'image/png', 'content-length': 1000 }).write('x')
    return void setImmediate(() => reply.destroy())
  }
  reply.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(pathname === '/large.png' ? 5000 : 100, 'p'))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const { port } = server.address() as AddressInfo
beforeEach(() => (asked = []))

const names: Record<string, string[]> = {
  'old.example': ['127.0.0.1'],
  'inside.example': ['10.0.0.5'],
  'both.example': ['127.0.0.1', '10.0.0.5'],
}
const open = (fields: Partial<Parameters<typeof openMediaFetch>[0]> = {}) =>
  openMediaFetch({
    folder,
    dryRun: false,
    ports: [String(port)],
    surroundings: {
      resolve: async (name) => (names[name] ?? []).map((address) => ({ address, family: 4 })),
      isAllowed: (address) => address === '127.0.0.1',
    },
    ...fields,
  })
const at = (path: string, host = 'old.example') =>
  ({ attachmentUrl: `http://${host}:${port}${path}`, meta: {} }) as unknown as SourceItem
const why = (found: unknown) => (found as { values?: { why?: string } }).values?.why

it('a picture is fetched once, and the next run finds it', async () => {
  const path = await open().find(at('/a.png'))
  expect(readFileSync(path as string)).toEqual(Buffer.alloc(100, 'p'))
  expect(await open().find(at('/a.png'))).toBe(path)
  expect(asked).toEqual(['/a.png'])
})

it('R34 no redirect is followed, wherever it leads: the report says where', async () => {
  const old = `http://old.example:${port}`
  for (const [path, to] of [
    ['/r?to=/b.png', `${old}/b.png`],
    ['/r1?to=http://inside.example/c.png', 'http://inside.example/c.png'],
    ['/r2?to=file:///etc/passwd', 'file:///etc/passwd'],
    ['/loop', `${old}/loop`],
  ] as const)
    expect(await open().find(at(path))).toEqual({ code: 'redirected', values: { url: `${old}${path}`, to } })
  expect(asked).toEqual(['/r', '/r1', '/r2', '/loop'])
})

it.each([
  ['in a private network', 'http://10.0.0.5/c.png', 'leads into a private network'],
  ['of a file', 'file:///etc/passwd', 'is not a web address'],
  ['on another port', 'http://old.example:22/', 'is on another port than 80 and 443'],
])('R34 an address %s is not asked', async (_, attachmentUrl, reason) => {
  const ports = ['', String(port)]
  expect(why(await open({ ports }).find({ attachmentUrl, meta: {} } as unknown as SourceItem))).toBe(reason)
  expect(asked).toEqual([])
})

it('R34 nothing inside is connected to, not even if only one of the addresses of a name is', async () => {
  for (const host of ['inside.example', 'both.example', '169.254.169.254', '[::1]', 'localhost'])
    expect(why(await open().find(at('/x.png', host))), host).toMatch(/private network|has no address/)
  // With the real rules, this machine is not allowed either.
  const real = openMediaFetch({ folder, dryRun: false, ports: [String(port)] })
  expect(why(await real.find(at('/x.png', '127.0.0.1')))).toBe('leads into a private network')
  expect(asked).toEqual([])
})

it('what is no picture, too large, cut short or too slow is told and leaves nothing', async () => {
  const small = { ...FETCH_LIMITS, fileBytes: 1000 }
  const short = { ...FETCH_LIMITS, fileSeconds: 0.3 }
  expect(why(await open().find(at('/page')))).toBe('it is not a picture')
  expect(why(await open().find(at('/gone.png')))).toBe('answered 404')
  const before = readdirSync(folder)
  expect(why(await open({ limits: small }).find(at('/large.png')))).toBe('larger than 1000 bytes')
  expect(why(await open({ limits: short }).find(at('/slow.png')))).toBe('it took too long')
  expect(why(await open().find(at('/cut.png')))).toBeTruthy()
  expect(readdirSync(folder)).toEqual(before)
})

it('one run has limits of number and bytes, and the next goes on', async () => {
  const few = open({ limits: { ...FETCH_LIMITS, files: 1 } })
  expect(typeof (await few.find(at('/f1.png')))).toBe('string')
  expect(why(await few.find(at('/f2.png')))).toBe('more than 1 pictures in one run')
  expect(typeof (await open().find(at('/f2.png')))).toBe('string')
  const small = open({ limits: { ...FETCH_LIMITS, bytes: 50 } })
  expect(typeof (await small.find(at('/f3.png')))).toBe('string')
  expect(why(await small.find(at('/f4.png')))).toBe('more than 50 bytes in one run')
})

it('a dry run fetches nothing', async () => {
  expect(await open({ dryRun: true }).find(at('/d.png'))).toMatchObject({ code: 'not_fetched_yet' })
  expect(asked).toEqual([])
})
