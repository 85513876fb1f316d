import type { FastifyInstance } from 'fastify'
import { undoEndpoints } from '#contract/merge.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { undoTaxonomy } from './undo-commands.ts'

/** Ten thousand articles at once take some seconds, several hundred thousand some minutes; others save meanwhile. */
export const longRunning = { handlerTimeout: 1_200_000 }

export function undoRoutes(app: FastifyInstance, services: Services) {
  serve(app, undoEndpoints.run, ({ actor, body }) => undoTaxonomy(services, actor, body.undo), longRunning)
}
