import type { FastifyInstance } from 'fastify'
import { ProblemError } from './problem-error.ts'

const PREFIX = '/content/v1/'
const KNOWN_FOR_MS = 2000

/**
 * Lets pages of these sites, and of no others, read replies of the delivery API and report to it (CORS). There is no cookie
 * to protect; the list keeps other sites from spending a reader's share of the rate limits.
 * @param load asked again after two seconds, so that a change of the setting is soon known to all processes
 */
export function allowOrigins(app: FastifyInstance, load: () => Promise<ReadonlySet<string>>): void {
  let known: { until: number; origins: Promise<ReadonlySet<string>> } | undefined
  const origins = () => {
    if (!known || known.until < Date.now()) {
      known = { until: Date.now() + KNOWN_FOR_MS, origins: load() }
      // A failure is not remembered.
      known.origins.catch(() => (known = undefined))
    }
    return known.origins
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(PREFIX)) return
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (origin === undefined || !(await origins()).has(origin)) return
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': 'etag, retry-after' })
  })
  app.options(`${PREFIX}*`, (_request, reply) => {
    if (!reply.hasHeader('access-control-allow-origin')) throw new ProblemError('not_found')
    return reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type, if-none-match',
        'access-control-max-age': '600',
      })
      .code(204)
      .send()
  })
}
