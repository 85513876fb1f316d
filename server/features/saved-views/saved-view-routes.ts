import type { FastifyInstance } from 'fastify'
import { savedViewEndpoints } from '#contract/saved-views.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serveCreate } from '../../http/serve-create.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { createSavedView, editSavedView, removeSavedView } from './saved-view-commands.ts'
import { findSavedView, listSavedViews } from './saved-view-queries.ts'

export function savedViewRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, savedViewEndpoints.list, async ({ actor, query }) => ({
    items: await listSavedViews(db, actor, query.screen),
  }))
  serveCreate(app, savedViewEndpoints.create, {
    create: (actor, body, id) => createSavedView(db, actor, body, id),
    view: async (actor, id) => {
      const view = await findSavedView(db, actor, id)
      if (!view) throw new ProblemError('not_found')
      return view
    },
  })
  serve(app, savedViewEndpoints.edit, ({ actor, params, body }) => editSavedView(db, actor, params.id, body))
  serve(app, savedViewEndpoints.remove, ({ actor, params }) => removeSavedView(db, actor, params.id))
}
