import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { ProblemError } from './problem-error.ts'

const built = join(import.meta.dirname, '../../dist')
const ABOUT_PAGES = ['permissions-policy', 'cross-origin-opener-policy']
const YEAR = 31_536_000
/** The build leaves a `.br` and a `.gz` beside each file: sent in its place, never by their own names. */
const COMPRESSED = {
  preCompressed: true,
  globIgnore: ['**/*.br', '**/*.gz'],
  allowedPath: (path: string) => !/\.(?:br|gz)$/i.test(path),
}

// What a program asks for: it must be told that nothing is there, and not get a page for people with status 200.
const MACHINES =
  /^\/(api|content|media|editor|assets|metrics|health|healthz|ready|readyz|live|livez|status|ping|version|debug|actuator)(\/|$)/i

/** Whether the path is one of a person in the console, which says itself what it does not know. */
export const isConsolePath = (path: string): boolean =>
  !MACHINES.test(path) && !/\/\./.test(path) && !/\.[a-z0-9]+$/i.test(path)

/** The built console at the site root (every path that is not a file is the console's own route), and the editor under its home URL. */
export async function serveConsole(app: FastifyInstance, config: Config, dist = built) {
  if (existsSync(join(dist, 'editor')) && config.editorHomeUrl.startsWith('/')) {
    await app.register(fastifyStatic, {
      root: join(dist, 'editor'),
      prefix: config.editorHomeUrl,
      decorateReply: false,
      index: false,
      // Its few files, each by its name: they may be at the root, beside those of the console.
      wildcard: false,
      ...COMPRESSED,
      cacheControl: false,
      // Their names stay with an upgrade: asked for each time, and sent only where they are other ones.
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    })
  }
  if (!existsSync(join(dist, 'web'))) return
  // One route for all: with one for each file, as `wildcard: false` makes, every start would take a quarter of a second longer.
  await app.register(fastifyStatic, {
    root: join(dist, 'web', 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    ...COMPRESSED,
    cacheControl: false,
    // Their names have a hash of what they are: kept permanently.
    setHeaders: (reply) => {
      reply.header('cache-control', `public, max-age=${YEAR}, immutable`)
      // These are about pages. On the nine files of the first screen they would be a kilobyte and a half.
      for (const name of ABOUT_PAGES) reply.removeHeader(name)
    },
  })
  await app.register(fastifyStatic, {
    root: join(dist, 'web'),
    wildcard: false,
    index: false,
    ...COMPRESSED,
    globIgnore: [...COMPRESSED.globIgnore, 'assets/**'],
    cacheControl: false,
    // index.html must be asked for each time.
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  })
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (!isConsolePath(path)) throw new ProblemError('not_found')
    return reply.headers({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex, nofollow' }).sendFile('index.html')
  })
}
