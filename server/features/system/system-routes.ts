import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../../db/migrate.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { apiPage } from './api-page.ts'
import { openApiDocument } from './open-api.ts'

/** What is about the server itself: for balancers, and for people who write programs against it. */
export function systemRoutes(app: FastifyInstance, { db, config }: Services) {
  // Alive means that this process answers; it must not depend on the database.
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = !app.isDraining() && (await isMigrated(db).catch(() => false))
    if (!ready) throw new ProblemError('busy', { retryAfter: 2 })
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })

  const document = openApiDocument(config.publicUrl)
  const page = apiPage(document)
  app.get('/api/openapi.json', () => document)
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}
