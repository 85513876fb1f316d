import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { MEDIA_MAX_BYTES, type Media } from '#contract/media.ts'
import type { Problem } from '#contract/problems.ts'
import { isPublicAddress } from '../../outside/public-address.ts'
import { createTestApp } from '../../testing/app.ts'
import { storedKeys } from '../../testing/test-storage.ts'
import { form, formType } from './testing/form.ts'
import { freshPicture, giantPng } from './testing/pictures.ts'
import { photoWith } from './testing/picture-texts.ts'

const { app, db, services, signIn } = await createTestApp()
const editor = await signIn('editor')

type Asked = { path: string; headers: NodeJS.Dict<string | string[]> }
let asked: Asked[] = []
let files: Record<string, Buffer | string> = {}
const site = createServer((request, reply) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
  asked.push({ path: pathname, headers: request.headers })
  const to = searchParams.get('to')
  if (pathname === '/loop') return void reply.writeHead(302, { location: '/loop' }).end()
  if (to !== null) return void reply.writeHead(302, { location: to, 'set-cookie': 'a=b' }).end()
  if (pathname === '/slow.png') return void reply.writeHead(200, { 'content-type': 'image/png' }).write('x')
  if (pathname === '/silent.png') return undefined
  if (pathname === '/cut.png') {
    reply.writeHead(200, { 'content-length': 1000 }).write('x')
    return void setImmediate(() => reply.destroy())
  }
  if (pathname === '/declared.png')
    return void reply.writeHead(200, { 'content-length': MEDIA_MAX_BYTES + 1 }).write('x')
  if (pathname === '/undeclared.png') return void reply.end(Buffer.alloc(MEDIA_MAX_BYTES + 1))
  const file = files[pathname]
  if (file === undefined) return void reply.writeHead(404).end()
  reply.writeHead(200, { 'content-type': pathname.endsWith('.svg') ? 'image/svg+xml' : 'text/plain' }).end(file)
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  site.closeAllConnections()
  site.close()
})
const { port } = site.address() as AddressInfo

const names: Record<string, string[]> = {
  'pictures.example': ['127.0.0.1'],
  'loopback.example': ['127.0.0.2'],
  'inside.example': ['10.0.0.5'],
  'metadata.example': ['169.254.169.254'],
  'six.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'both.example': ['127.0.0.1', '10.0.0.5'],
}
/** As in production, but for one address of this machine by its name, and its port. */
const reachingTheSite = (seconds = 5) => ({
  seconds,
  ports: [String(port)],
  surroundings: {
    resolve: async (name: string) => (names[name] ?? []).map((address) => ({ address, family: 4 })),
    isAllowed: (address: string) => address === '127.0.0.1' || isPublicAddress(address),
  },
})
beforeEach(() => {
  asked = []
  files = {}
  services.outside = reachingTheSite()
})

const take = (address: string, headers: Record<string, string> = editor.headers) =>
  app.inject({ method: 'POST', url: '/api/media/from-address', headers, payload: { address } })
const at = (path: string, host = 'pictures.example') => `http://${host}:${port}${path}`
const stored = async () => [
  (await db.selectFrom('media').select('id').execute()).length,
  (await storedKeys(services.storage)).length,
]

/** Refused with the field named, and nothing is stored. */
async function refused(address: string) {
  const before = await stored()
  const reply = await take(address)
  expect(reply.statusCode, reply.body).toBe(400)
  expect(await stored()).toEqual(before)
  const { code, fields } = reply.json<Problem>()
  expect(fields?.[0]?.path).toBe('address')
  return code === 'unreadable_file' ? code : fields?.[0]?.code
}

describe('a picture of another site', () => {
  it('is taken over like an upload: stored, encoded, with its texts, and without cookies or credentials', async () => {
    files['/a/pier%20at%20night.png'] = await photoWith({
      xmp: { alt: 'A pier', credit: 'Ada' },
      format: 'png',
    })
    const reply = await take(at('/a/pier%20at%20night.png?key=1'), { ...editor.headers, cookie: 'secret=1' })
    expect(reply.statusCode, reply.body).toBe(201)
    const media = reply.json<Media>()
    expect(media).toMatchObject({ name: 'pier at night.png', type: 'image/png', alt: 'A pier', credit: 'Ada' })
    expect(media.variants.map(({ name }) => name)).toContain('thumb')
    expect((await app.inject(media.url)).statusCode).toBe(200)
    const { headers } = asked[0]!
    expect(headers['user-agent']).toBe('Copydesk')
    for (const name of ['cookie', 'authorization', 'referer', 'origin']) expect(headers[name]).toBeUndefined()
    const audit = await db.selectFrom('auditEvent').selectAll().where('entityId', '=', media.id).execute()
    expect(audit.map(({ action }) => action)).toEqual(['upload'])
  })

  it('that the library has already is that one, whatever way it came', async () => {
    const bytes = await freshPicture()
    files['/docsz/AD_4nX'] = bytes
    const first = await take(at('/docsz/AD_4nX'))
    expect([first.statusCode, first.json<Media>().name]).toEqual([201, 'pictures.example'])
    const again = await take(at('/docsz/AD_4nX'))
    expect([again.statusCode, again.json<Media>().existing]).toEqual([200, true])
    const upload = await app.inject({
      method: 'POST',
      url: '/api/media',
      headers: { ...editor.headers, ...formType },
      payload: form([{ bytes, name: 'own.png', type: 'image/png' }]),
    })
    expect([upload.statusCode, upload.json<Media>().id]).toEqual([200, first.json<Media>().id])
  })

  it('R34 is not looked for behind a redirect, wherever that leads', async () => {
    files['/a.png'] = await freshPicture()
    expect((await take(at('/a.png'))).statusCode).toBe(201)
    asked.length = 0
    expect(await refused(at(`/r?to=${encodeURIComponent(at('/a.png'))}`))).toBe('address_unreachable')
    expect(await refused(at('/loop'))).toBe('address_unreachable')
    expect(asked.map(({ path }) => path)).toEqual(['/r', '/loop'])
  })

  it.each([
    ['that declares too many bytes', '/declared.png', 'address_too_large'],
    ['that sends too many bytes undeclared', '/undeclared.png', 'address_too_large'],
    ['that is not there', '/gone.png', 'address_unreachable'],
    ['that is cut short', '/cut.png', 'address_unreachable'],
    ['that is a page', '/page.html', 'address_not_a_picture'],
    ['that is an SVG with a script', '/logo.svg', 'address_not_a_picture'],
    ['that is an SVG named PNG', '/logo.png', 'address_not_a_picture'],
    ['that is half a PNG', '/half.png', 'unreadable_file'],
    ['R50 of 900 megapixels', '/bomb.png', 'unreadable_file'],
    ['that is empty', '/empty.png', 'unreadable_file'],
  ])('one %s is refused, and nothing of it stays', async (_what, path, code) => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
    files = {
      '/page.html': '<!doctype html><p>a</p>',
      '/logo.svg': svg,
      '/logo.png': svg,
      '/half.png': (await freshPicture()).subarray(0, 60),
      '/bomb.png': giantPng(30_000, 30_000),
      '/empty.png': '',
    }
    expect(await refused(at(path))).toBe(code)
  })

  it.each(['/slow.png', '/silent.png'])('that comes too slowly is given up: %s', async (path) => {
    services.outside = reachingTheSite(0.3)
    expect(await refused(at(path))).toBe('address_too_slow')
  })

  it('whose name server does not answer is given up', async () => {
    const never = reachingTheSite(0.3)
    services.outside = { ...never, surroundings: { ...never.surroundings, resolve: () => new Promise(() => {}) } }
    expect(await refused(at('/a.png'))).toBe('address_too_slow')
  })
})

describe('R34 nothing inside is reached by the address of a picture', () => {
  it.each([
    '127.0.0.2',
    '127.2',
    '2130706434',
    '0.0.0.0',
    '10.0.0.5',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    'loopback.example',
    'inside.example',
    'metadata.example',
    'six.example',
    'mapped.example',
    'both.example',
    'unknown.example',
  ])('%s: neither by itself nor behind a redirect', async (host) => {
    expect(await refused(at('/x.png', host))).toBe('address_unreachable')
    expect(await refused(at(`/r?to=${encodeURIComponent(at('/x.png', host))}`))).toBe('address_unreachable')
    expect(asked.map(({ path }) => path)).toEqual(['/r'])
  })

  it.each([
    'file:///etc/passwd',
    'ftp://pictures.example/a.png',
    'data:image/png;base64,AAAA',
    'gopher://pictures.example:70/_x',
    'http://pictures.example:22/a.png',
    'https://pictures.example:5432/',
    'http://me:pw@pictures.example/a.png',
    'http://me@pictures.example/a.png',
    '//pictures.example/a.png',
    '/api/media',
    'http://',
    'not an address',
  ])('%s is no address of a picture', async (address) => {
    const given = address.replace('pictures.example/', `pictures.example:${port}/`)
    expect(await refused(given)).toBe('address_refused')
    expect(asked).toEqual([])
  })

  it('with the rules of production, this machine is not reached by any name', async () => {
    services.outside = { ports: [String(port)] }
    for (const host of ['127.0.0.1', 'localhost', 'localhost.', '[::1]'])
      expect(await refused(at('/a.png', host)), host).toBe('address_unreachable')
    services.outside = undefined
    expect(await refused(at('/a.png', '127.0.0.1'))).toBe('address_refused')
    expect(asked).toEqual([])
  })

  it('the name is resolved once, and that address is connected to', async () => {
    files['/a.png'] = await freshPicture()
    let times = 0
    const { surroundings, ...rest } = reachingTheSite()
    services.outside = {
      ...rest,
      surroundings: {
        ...surroundings,
        resolve: async () => [{ address: times++ === 0 ? '127.0.0.1' : '10.0.0.5', family: 4 }],
      },
    }
    expect((await take(at('/a.png'))).statusCode).toBe(201)
    expect(times).toBe(1)
  })
})

it('who may not add pictures may not have any fetched', async () => {
  for (const role of ['viewer'] as const)
    expect((await take(at('/a.png'), (await signIn(role)).headers)).statusCode).toBe(403)
  expect((await take(at('/a.png'), {})).statusCode).toBe(401)
  expect(asked).toEqual([])
})
