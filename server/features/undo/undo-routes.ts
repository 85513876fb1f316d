import type { FastifyInstance } from 'fastify'
import { undoEndpoints } from '#contract/undo.ts'
import { longRunning } from '../../http/handler-time-limit.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { undoStep } from './undo-commands.ts'

export function undoRoutes(app: FastifyInstance, services: Services) {
  serve(app, undoEndpoints.run, ({ actor, params }) => undoStep(services, actor, params.id), longRunning)
}
