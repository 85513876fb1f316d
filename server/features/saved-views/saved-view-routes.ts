import type { FastifyInstance } from 'fastify'
import { savedViewEndpoints } from '#contract/saved-views.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { createSavedView, editSavedView, removeSavedView } from './saved-view-commands.ts'
import { listSavedViews } from './saved-view-queries.ts'

export function savedViewRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, savedViewEndpoints.list, async ({ actor, query }) => ({
    items: await listSavedViews(db, actor, query.screen),
  }))
  serve(app, savedViewEndpoints.create, ({ actor, body }) => createSavedView(db, actor, body))
  serve(app, savedViewEndpoints.edit, ({ actor, params, body }) => editSavedView(db, actor, params.id, body))
  serve(app, savedViewEndpoints.remove, ({ actor, params }) => removeSavedView(db, actor, params.id))
}
