import { describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { createTestApp } from '../../testing/app.ts'

const { app, db } = await createTestApp()

/** What is served beside the contract; nothing of it reads or changes anyone's data. */
const BESIDE = [
  '/content/v1/beacon.js',
  '/content/v1/ads.js',
  '/content/v1/*',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/api/docs',
  '/media/:id/:file',
  '/*',
  '*',
]
// The built console and editor: files of dist/.
const isStaticFile = (url: string) => /^\/(editor\/|assets\/|[\w.-]+\.\w+$)/.test(url)

/** `METHOD /path` of every route that the running server has, HEAD left out. */
function mountedRoutes(): string[] {
  const found: string[] = []
  const branch: string[] = []
  for (const row of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', path = '', methods = ''] = /^([\s│]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/u.exec(row) ?? []
    if (!row) continue
    const depth = indent.length / 4
    branch.length = depth
    branch[depth] = path
    for (const method of methods.split(', ').filter((name) => name && name !== 'HEAD'))
      found.push(`${method} ${branch.join('')}`)
  }
  return found
}

const declared = Object.values(allEndpoints).flatMap((group) => Object.values(group))

describe('the permission table', () => {
  it('R04 covers every route there is', () => {
    const known = new Set(declared.map(({ method, path }) => `${method} ${path}`))
    const mounted = mountedRoutes()
    expect(mounted).toContain('POST /api/session')
    const strange = mounted.filter((route) => {
      const url = route.split(' ')[1] ?? ''
      return !known.has(route) && !BESIDE.includes(url) && !isStaticFile(url)
    })
    expect(strange).toEqual([])
  })

  it('has no row that nothing serves', () => {
    const mounted = new Set(mountedRoutes())
    const missing = declared.map(({ method, path }) => `${method} ${path}`).filter((route) => !mounted.has(route))
    expect(missing).toEqual([])
  })

  it('R04 R05 lets no one in without a token, whatever the route', async () => {
    for (const { method, path, access } of declared) {
      if (access === 'public' || !app.hasRoute({ method, url: path })) continue
      const url = path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')
      for (const authorization of [undefined, 'bearer null', `bearer ${'A'.repeat(43)}`]) {
        const response = await app.inject({ method, url, headers: authorization ? { authorization } : {} })
        expect([`${method} ${path}`, response.statusCode]).toEqual([`${method} ${path}`, 401])
      }
    }
  })
})

describe('the description of the API', () => {
  it('is OpenAPI 3.1 with every endpoint, its input, its reply and its failure', async () => {
    const response = await app.inject({ url: '/api/openapi.json' })
    const api = response.json<{ openapi: string; paths: Record<string, Record<string, { responses: object }>> }>()
    expect(api.openapi).toBe('3.1.0')
    expect(Object.values(api.paths).flatMap((methods) => Object.keys(methods))).toHaveLength(declared.length)
    expect(api.paths['/api/session']?.['post']).toMatchObject({
      security: [],
      requestBody: {
        content: { 'application/json': { schema: { required: ['email', 'password'], additionalProperties: false } } },
      },
      responses: { 201: {}, default: { $ref: '#/components/responses/problem' } },
    })
    expect(api.paths['/api/users/{id}']?.['patch']).toMatchObject({
      security: [{ bearer: [] }],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { format: 'uuid' } }],
    })
    expect(api.paths['/api/tags/{id}/merge']?.['post']).toMatchObject({
      parameters: [{ name: 'id' }, { name: 'Prefer', in: 'header', required: false }],
      responses: { 200: {}, 202: {} },
    })
  })

  it('is a page that people can read, without any script', async () => {
    const response = await app.inject({ url: '/api/docs' })
    expect(response.headers['content-type']).toMatch(/^text\/html/)
    expect(response.body).toContain('<code>POST /api/session</code> Sign in')
    expect(response.body).not.toMatch(/<script| on\w+=/i)
  })
})

describe('a balancer', () => {
  it('learns that the server is alive and ready, by any host name', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const response = await app.inject({ url, headers: { host: '10.1.2.3:8080' } })
      expect(response.statusCode).toBe(200)
    }
  })

  it('learns that the schema is not up to date', async () => {
    await db.schema.alterTable('kyselyMigration').renameTo('kyselyMigrationAway').execute()
    const [ready, alive] = [await app.inject({ url: '/readyz' }), await app.inject({ url: '/healthz' })]
    await db.schema.alterTable('kyselyMigrationAway').renameTo('kyselyMigration').execute()
    expect([ready.statusCode, alive.statusCode]).toEqual([503, 200])
  })
})
