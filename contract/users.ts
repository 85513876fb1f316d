import { z } from 'zod'
import { ById, endpoint } from './endpoint.ts'
import { listQuery, listReply } from './list.ts'
import { roles } from './permissions.ts'
import { locales } from './session.ts'
import { Email } from './text.ts'

export const userStatuses = ['pending', 'active', 'suspended'] as const

export const User = z.object({
  id: z.uuid(),
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
      version: z.int().min(1),
      role: z.enum(roles).optional(),
      status: z.enum(userStatuses).optional(),
    }),
    reply: User,
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
}
