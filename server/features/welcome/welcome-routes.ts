import type { FastifyInstance } from 'fastify'
import { welcomeEndpoints } from '#contract/welcome.ts'
import { may } from '../../http/actor.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { adAttention } from '../ads/ad-attention-queries.ts'
import { adViewer } from '../ads/ad-viewer-queries.ts'
import { knownTotal } from '../articles/article-total-queries.ts'
import { welcome } from './welcome-queries.ts'
import { dismissSetupSteps } from './welcome-setup-commands.ts'
import { openSetupSteps } from './welcome-setup-queries.ts'

export function welcomeRoutes(app: FastifyInstance, services: Services) {
  serveRead(app, welcomeEndpoints.view, async ({ actor, db }) => ({
    ...(await welcome(db, actor, await knownTotal(db, actor, {}))),
    ads: may(actor, 'ads.write') ? await adAttention(db, await adViewer(services, actor)) : null,
    setup: await openSetupSteps(db, actor),
  }))
  serve(app, welcomeEndpoints.dismissSetup, ({ actor, body }) => dismissSetupSteps(services.db, actor, body.steps))
}
