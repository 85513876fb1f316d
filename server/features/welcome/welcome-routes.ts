import type { FastifyInstance } from 'fastify'
import { welcomeEndpoints } from '#contract/welcome.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { knownTotal } from '../articles/article-total-queries.ts'
import { welcome } from './welcome-queries.ts'

export function welcomeRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, welcomeEndpoints.view, async ({ actor }) => welcome(db, actor, await knownTotal(db, actor, {})))
}
