import type { FastifyInstance } from 'fastify'
import { undoEndpoints } from '#contract/undo.ts'
import { longRunning } from '../../http/handler-time-limit.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { undoInBackground, undoStep } from './undo-commands.ts'
import { findStepRun, leftOf, progressOf } from '../background/background-run-queries.ts'
import { findClosedSteps } from './undo-queries.ts'

export function undoRoutes(app: FastifyInstance, services: Services) {
  // From the primary: a step of a moment ago must not seem to be gone.
  serve(app, undoEndpoints.closed, async ({ actor, query }) => ({
    closed: await findClosedSteps(services.db, actor.id, query.ids),
  }))
  serve(app, undoEndpoints.progress, async ({ actor, params }) => {
    const run = await findStepRun(services.db, params.id)
    if (run?.action !== 'undo' || run.actorId !== actor.id) throw new ProblemError('not_found')
    return { ...progressOf(run), report: { restored: run.changed, ...leftOf(run) } }
  })
  serve(
    app,
    undoEndpoints.run,
    ({ actor, params, query }) => (query.background ? undoInBackground : undoStep)(services, actor, params.id),
    longRunning,
  )
}
