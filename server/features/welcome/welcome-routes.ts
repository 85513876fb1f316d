import type { FastifyInstance } from 'fastify'
import { welcomeEndpoints } from '#contract/welcome.ts'
import { serveRead } from '../../http/serve.ts'
import { knownTotal } from '../articles/article-total-queries.ts'
import { welcome } from './welcome-queries.ts'

export function welcomeRoutes(app: FastifyInstance) {
  serveRead(app, welcomeEndpoints.view, async ({ actor, db }) => welcome(db, actor, await knownTotal(db, actor, {})))
}
