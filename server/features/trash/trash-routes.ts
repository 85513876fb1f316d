import type { FastifyInstance } from 'fastify'
import { trashEndpoints } from '#contract/trash.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { purgeFromTrash, restoreFromTrash } from './trash-commands.ts'
import { listTrash } from './trash-queries.ts'

export function trashRoutes(app: FastifyInstance, services: Services) {
  serveRead(app, trashEndpoints.list, ({ actor, query, db }) => listTrash(db, actor, query))
  serve(app, trashEndpoints.restore, async ({ actor, body, request }) => ({
    results: await restoreFromTrash(services, actor, body.items, request.log),
  }))
  serve(app, trashEndpoints.purge, async ({ actor, body, request }) => ({
    results: await purgeFromTrash(services, actor, body.items, request.log),
  }))
}
