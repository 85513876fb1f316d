import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../../db/migrate.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { apiPage } from './api-page.ts'
import { openApiDocument, type OpenApi } from './open-api.ts'

/** What is about the server itself: for balancers, and for people who write programs against it. */
export function systemRoutes(app: FastifyInstance, { db, config }: Services) {
  // Alive means that this process answers; it must not depend on the database.
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = !app.isDraining() && (await isMigrated(db).catch(() => false))
    if (!ready) throw new ProblemError('busy', { retryAfter: 2 })
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })

  // Built by the first request, not by the start: it takes about 60 ms.
  let document: OpenApi | undefined
  let page: string | undefined
  const describe = () => (document ??= openApiDocument(config.publicUrl))
  app.get('/api/openapi.json', describe)
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send((page ??= apiPage(describe()))))
}
