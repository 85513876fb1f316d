import type { FastifyInstance } from 'fastify'
import { userEndpoints } from '#contract/users.ts'
import { serve, serveRead } from '../../http/serve.ts'
import { mailFolder } from '../../mail/mailer.ts'
import type { Services } from '../../services.ts'
import { suggestBylines } from '../authors/author-account-commands.ts'
import { linkOfReset } from '../session/reset-link-commands.ts'
import { inviteUser, linkOfInvitation, resendInvitation, revokeInvitation } from './invitation-commands.ts'
import { editUser, rejectUser } from './user-commands.ts'
import { listInvitations, listOpenResets, listUsers } from './user-queries.ts'

export function userRoutes(app: FastifyInstance, services: Services) {
  serveRead(app, userEndpoints.list, ({ query, db }) => listUsers(db, query))
  serve(app, userEndpoints.edit, ({ actor, params, body }) => editUser(services, actor, params.id, body))
  serve(app, userEndpoints.reject, ({ actor, params }) => rejectUser(services, actor, params.id))
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
  serve(app, userEndpoints.bylines, async ({ query }) => ({ items: await suggestBylines(services.db, query) }))
  serve(app, userEndpoints.invite, ({ actor, body }) => inviteUser(services, actor, body))
}
