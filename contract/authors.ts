import { z } from 'zod'
import { ById, endpoint } from './endpoint.ts'
import { entityFields, listQuery, listReply } from './list.ts'
import { Email, line, requiredLine, Slug, text, WebUrl } from './text.ts'

export const AuthorFields = z.strictObject({
  displayName: requiredLine(120),
  sortName: line(120),
  slug: Slug,
  bio: text(500),
  avatar: z.uuid().nullable(),
  /** Private: never in the delivery API. */
  email: z.union([Email, z.literal('')]),
  links: z.array(z.strictObject({ label: line(60), url: WebUrl })).max(10),
  jobTitle: line(120),
  user: z.uuid().nullable(),
  hidden: z.boolean(),
})

export const Author = z.object({ ...entityFields, ...AuthorFields.shape, avatarUrl: z.string().nullable() })
export type Author = z.output<typeof Author>

export const authorEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/authors',
    summary: 'List authors',
    access: 'catalogue.read',
    query: listQuery(['displayName', 'updatedAt'], 'displayName', {}),
    reply: listReply(Author),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/authors/:id',
    summary: 'One author',
    access: 'catalogue.read',
    params: ById,
    reply: Author,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/authors',
    summary: 'Add an author',
    access: 'catalogue.write',
    body: AuthorFields.partial().extend({ displayName: requiredLine(120) }),
    reply: Author,
    status: 201,
  }),
}
