import type { FastifyInstance } from 'fastify'
import { userEndpoints } from '#contract/users.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serveCreate } from '../../http/serve-create.ts'
import { serve, serveRead } from '../../http/serve.ts'
import { mailFolder } from '../../mail/mailer.ts'
import type { Services } from '../../services.ts'
import { suggestBylines } from '../authors/author-account-commands.ts'
import { linkOfReset, passwordLinkOf } from '../session/reset-link-commands.ts'
import {
  inviteUser,
  linkOfInvitation,
  resendInvitation,
  revokeInvitation,
  viewInvitation,
} from './invitation-commands.ts'
import { handOver } from './hand-over-commands.ts'
import { ownedBy } from './owned-queries.ts'
import { editUser } from './user-commands.ts'
import { rejectUser, removeUser } from './user-remove-commands.ts'
import { endUserSessions, listUserSessions } from './user-session-commands.ts'
import { findUser, listInvitations, listOpenResets, listUsers } from './user-queries.ts'

export function userRoutes(app: FastifyInstance, services: Services) {
  serveRead(app, userEndpoints.list, ({ query, db }) => listUsers(db, query))
  serve(app, userEndpoints.view, async ({ params }) => {
    const user = await findUser(services.db, params.id)
    if (!user) throw new ProblemError('not_found')
    return user
  })
  serve(app, userEndpoints.edit, ({ actor, params, body }) => editUser(services, actor, params.id, body))
  serve(app, userEndpoints.reject, ({ actor, params }) => rejectUser(services, actor, params.id))
  serve(app, userEndpoints.owned, async ({ params }) => {
    const owned = await ownedBy(services.db, params.id)
    if (!owned) throw new ProblemError('not_found')
    return owned
  })
  serve(app, userEndpoints.handOver, ({ actor, params, body }) => handOver(services, actor, params.id, body))
  serve(app, userEndpoints.remove, ({ actor, params, body }) => removeUser(services, actor, params.id, body))
  serve(app, userEndpoints.sessions, async ({ actor, params }) => ({
    items: await listUserSessions(services.db, actor, params.id),
  }))
  serve(app, userEndpoints.endSessions, ({ actor, params }) => endUserSessions(services, actor, params.id))
  serve(app, userEndpoints.endSession, ({ actor, params }) =>
    endUserSessions(services, actor, params.id, params.session),
  )
  serve(app, userEndpoints.invitations, async () => ({
    items: await listInvitations(services.db),
    mailFolder: mailFolder(services.config),
  }))
  serve(app, userEndpoints.resendInvitation, ({ actor, params }) => resendInvitation(services, actor, params.id))
  serve(app, userEndpoints.revokeInvitation, ({ actor, params }) => revokeInvitation(services, actor, params.id))
  serve(app, userEndpoints.invitationLink, ({ actor, params }) => linkOfInvitation(services, actor, params.id))
  serve(app, userEndpoints.resets, async () => ({
    items: await listOpenResets(services.db),
    mailFolder: mailFolder(services.config),
  }))
  serve(app, userEndpoints.resetLink, ({ actor, params }) => linkOfReset(services, actor, params.id))
  serve(app, userEndpoints.passwordLink, ({ actor, params }) => passwordLinkOf(services, actor, params.id))
  serve(app, userEndpoints.bylines, async ({ query }) => ({ items: await suggestBylines(services.db, query) }))
  serveCreate(app, userEndpoints.invite, {
    create: (actor, body, id) => inviteUser(services, actor, body, id),
    view: (_, id) => viewInvitation(services, id),
  })
}
