import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What takes longer is a stream, an upload or an export, and its caller does not wait for each part of it. */
const WAITS_FOR_MS = 1000

/**
 * Watches the calls of the console, those of features that are mounted after this.
 * @returns whether one of them waits for its answer, and began less than a second ago
 */
export function watchConsoleCalls(app: FastifyInstance, now = () => performance.now()): () => boolean {
  const begun = new Map<FastifyRequest, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.startsWith('/api/')) begun.set(request, now())
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    begun.delete(request)
    done()
  })
  return () => {
    // The oldest first.
    for (const [request, at] of begun) {
      if (now() - at < WAITS_FOR_MS) return true
      begun.delete(request)
    }
    return false
  }
}
