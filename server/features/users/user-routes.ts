import type { FastifyInstance } from 'fastify'
import { userEndpoints } from '#contract/users.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { editUser, inviteUser } from './user-commands.ts'
import { listUsers } from './user-queries.ts'

export function userRoutes(app: FastifyInstance, services: Services) {
  serve(app, userEndpoints.list, ({ query }) => listUsers(services.db, query))
  serve(app, userEndpoints.edit, ({ actor, params, body }) => editUser(services, actor, params.id, body))
  serve(app, userEndpoints.invite, ({ actor, body }) => inviteUser(services, actor, body))
}
