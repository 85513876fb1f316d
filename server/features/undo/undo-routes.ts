import type { FastifyInstance } from 'fastify'
import { undoEndpoints } from '#contract/undo.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { stopUndo, undoInBackground, undoProgress, undoStep } from './undo-commands.ts'
import { findClosedSteps } from './undo-queries.ts'

export function undoRoutes(app: FastifyInstance, services: Services) {
  // From the primary: a step of a moment ago must not seem to be gone.
  serve(app, undoEndpoints.closed, async ({ actor, query }) => ({
    closed: await findClosedSteps(services.db, actor.id, query.ids),
  }))
  serve(app, undoEndpoints.progress, ({ actor, params }) => undoProgress(services, actor, params.id))
  serve(app, undoEndpoints.stop, ({ actor, params }) => stopUndo(services, actor, params.id))
  serve(app, undoEndpoints.run, ({ actor, params, query }) =>
    (query.background ? undoInBackground : undoStep)(services, actor, params.id),
  )
}
