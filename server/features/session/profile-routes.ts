import type { FastifyInstance } from 'fastify'
import { profileEndpoints } from '#contract/session.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { changeOwnAddress } from './address-commands.ts'
import { changePassword, editProfile, endOtherSessions, endSession } from './profile-commands.ts'
import { listSessions } from './session-queries.ts'
import { fromOf } from './session-routes.ts'

export function profileRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, profileEndpoints.edit, ({ actor, body }) => editProfile(db, actor, body))
  serve(app, profileEndpoints.email, ({ actor, body }) => changeOwnAddress(db, actor, body))
  serve(
    app,
    profileEndpoints.password,
    ({ actor, body, request }) => changePassword(db, actor, body, fromOf(request)),
    { compress: false },
  )
  serve(app, profileEndpoints.sessions, async ({ actor }) => ({
    items: await listSessions(db, actor.id, actor.sessionId),
  }))
  serve(app, profileEndpoints.endSession, ({ actor, params }) => endSession(db, actor, params.id))
  serve(app, profileEndpoints.endOtherSessions, ({ actor }) => endOtherSessions(db, actor))
}
