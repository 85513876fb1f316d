import { z } from 'zod'
import { Id } from './id.ts'
import { ById, endpoint } from './endpoint.ts'
import { listQuery, listReply, PersonRef } from './list.ts'
import { roles } from './permissions.ts'
import { locales } from './session.ts'
import { Email } from './text.ts'
import { Version } from './version.ts'

export const userStatuses = ['pending', 'active', 'suspended'] as const

export const User = z.object({
  id: Id,
  version: z.int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  locale: z.enum(locales),
  timeZone: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
})
export type User = z.output<typeof User>

/** An invitation that nobody has used yet; `expiresAt` may be past. Its link is in the mail only. */
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(roles),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  invitedBy: PersonRef.nullable(),
})
export type Invitation = z.output<typeof Invitation>

export const userEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/users',
    summary: 'List accounts',
    access: 'users.manage',
    query: listQuery(['name', 'createdAt', 'email'], 'name', {
      status: z.enum(userStatuses).optional(),
      role: z.enum(roles).optional(),
    }),
    reply: listReply(User),
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/users/:id',
    summary: 'Approve, suspend or change the role; ends that person’s sessions',
    access: 'users.manage',
    params: ById,
    body: z.strictObject({
      version: Version,
      role: z.enum(roles).optional(),
      status: z.enum(userStatuses).optional(),
    }),
    reply: User,
  }),
  reject: endpoint({
    method: 'DELETE',
    path: '/api/users/:id',
    summary: 'Reject a registration that waits for approval; the account is gone',
    access: 'users.manage',
    params: ById,
    status: 204,
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/api/users/invitations',
    summary: 'List invitations that were not used yet, the newest first',
    access: 'users.manage',
    reply: z.object({ items: z.array(Invitation) }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/users/invitations',
    summary: 'Mail an invitation',
    access: 'users.manage',
    body: z.strictObject({ email: Email, role: z.enum(roles) }),
    reply: z.object({ email: z.string(), expiresAt: z.iso.datetime() }),
    status: 201,
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/api/users/invitations/:id/resend',
    summary: 'Mail an invitation again with a new link; the old one ends',
    access: 'users.manage',
    params: ById,
    reply: z.object({ email: z.string(), expiresAt: z.iso.datetime() }),
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/api/users/invitations/:id',
    summary: 'Revoke an invitation; its link ends',
    access: 'users.manage',
    params: ById,
    status: 204,
  }),
}
