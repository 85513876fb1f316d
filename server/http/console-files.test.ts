import fastify from 'fastify'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../testing/app.ts'
import { isConsolePath, serveConsole } from './console-files.ts'

const { app, services } = await createTestApp()

describe('a path that nothing serves', () => {
  it.each(['/metrics/', '/health', '/livez', '/readyz/', '/actuator/health', '/.git/config', '/.env', '/api'])(
    'is not found where a program asks for it: %s',
    async (url) => {
      expect(isConsolePath(url)).toBe(false)
      const response = await app.inject({ url })
      expect(response.statusCode).toBe(404)
      expect(response.headers['content-type']).toContain('application/problem+json')
      expect(response.json()).toMatchObject({ code: 'not_found' })
    },
  )

  it.each(['/', '/login', '/edit', '/jCore/article', '/jCore/health', '/jCore/health/diagnostic', '/statuses'])(
    'is the console’s own where a person asks for it: %s',
    (path) => expect(isConsolePath(path)).toBe(true),
  )
})

describe('a built console', () => {
  const dist = mkdtempSync(join(tmpdir(), 'copydesk-dist-'))
  afterAll(() => rmSync(dist, { recursive: true, force: true }))
  const write = (file: string, content: string) => {
    const path = join(dist, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, content)
  }
  write('web/index.html', '<title>Console</title>')
  write('web/favicon.svg', '<svg/>')
  write('web/assets/first-1a2b.js', 'first()')
  write('editor/editor.css', 'p {}')

  const served = async (editorHomeUrl: string) => {
    const site = fastify()
    afterAll(() => site.close())
    await serveConsole(site, { ...services.config, editorHomeUrl }, dist)
    return (url: string, accepts = '') => site.inject({ url, headers: { 'accept-encoding': accepts } })
  }

  it('sends what the build compressed: kept permanently where the name has its hash, asked for again where not', async () => {
    const get = await served('/editor/')
    const asset = await get('/assets/first-1a2b.js', 'br, gzip')
    expect([asset.statusCode, asset.headers['content-encoding']]).toEqual([200, 'br'])
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/assets/first-1a2b.js')).body).toBe('first()')
    for (const url of ['/', '/jCore/article']) {
      const page = await get(url)
      expect([page.body, page.headers['cache-control']]).toEqual(['<title>Console</title>', 'no-cache'])
    }
    expect((await get('/favicon.svg')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringContaining('image/svg+xml'),
    })
    const engine = await get('/editor/editor.css')
    expect(engine.headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.stringContaining('"') })
  })

  it.each(['/assets/first-1a2b.js.br', '/assets/first-1a2b.js.gz', '/editor/editor.css.br', '/index.html.br'])(
    'is not sent by the name of its compressed copy: %s',
    async (url) => expect((await (await served('/editor/'))(url)).statusCode).toBeGreaterThanOrEqual(400),
  )

  it.each(['/assets/old-9z.js', '/assets/', '/assets/%2e%2e%2findex.html', '/assets/..%5cindex.html', '/assets/%00'])(
    'has nothing there but its files: %s',
    async (url) => expect((await (await served('/editor/'))(url)).statusCode).toBeGreaterThanOrEqual(400),
  )

  it.each(['/', '/assets/', '/assets/editor-2/'])('starts where the editor is said to be at %s', async (home) => {
    const get = await served(home)
    expect((await get('/assets/first-1a2b.js')).body).toBe('first()')
    expect((await get(`${home}editor.css`)).body).toBe('p {}')
    expect((await get('/edit')).body).toBe('<title>Console</title>')
  })
})
