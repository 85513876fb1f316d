import { z } from 'zod'
import { Id } from './id.ts'
import { ById, endpoint } from './endpoint.ts'
import { entityFields, listReply, PersonRef, rankedListQuery } from './list.ts'
import { choice, yesNo } from './list-filter.ts'
import { MergeBody, MergePreview, MergeQuery, mergeReply } from './merge.ts'
import { Email, line, requiredLine, Slug, text, WebUrl } from './text.ts'
import { UndoPointer } from './undo.ts'
import { Version } from './version.ts'

export const AUTHOR_LINKS_MOST = 10
export const SORT_NAME_MAX = 120

export const AuthorFields = z.strictObject({
  displayName: requiredLine(120),
  sortName: line(SORT_NAME_MAX),
  slug: Slug,
  bio: text(500),
  avatar: Id.nullable(),
  /** Private: never in the delivery API, and empty for those who may not manage authors. */
  email: z.union([Email, z.literal('')]),
  links: z.array(z.strictObject({ label: line(60), url: WebUrl })).max(AUTHOR_LINKS_MOST),
  jobTitle: line(120),
  /** The account of this person: administrators may link any, others their own. */
  user: Id.nullable(),
  hidden: z.boolean(),
})

export const Author = z.object({
  ...entityFields,
  ...AuthorFields.shape,
  avatarUrl: z.string().nullable(),
  /** Whose account is linked. */
  account: PersonRef.nullable(),
  /** Articles outside the trash that carry the byline. */
  uses: z.int(),
  /** When the newest of the articles that readers see was published. */
  lastPublishedAt: z.iso.datetime().nullable(),
})
export type Author = z.output<typeof Author>

export const authorList = rankedListQuery({
  sorts: ['displayName', 'uses', 'updatedAt'],
  defaultSort: 'displayName',
  filters: { use: choice(['unused', 'once']), hidden: yesNo() },
})
export type AuthorListQuery = z.output<typeof authorList.query>

export const authorEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/authors',
    summary: 'List authors',
    access: 'taxonomy.read',
    query: authorList.query,
    reply: listReply(Author),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/authors/:id',
    summary: 'One author',
    access: 'taxonomy.read',
    params: ById,
    reply: Author,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/authors',
    summary: 'Add an author',
    access: 'taxonomy.write',
    body: AuthorFields.partial().extend({ displayName: requiredLine(120) }),
    reply: Author,
    status: 201,
    oncePerKey: true,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/authors/:id',
    summary: 'Change an author; the old address leads to the new one',
    access: 'taxonomy.write',
    params: ById,
    body: AuthorFields.partial().extend({ version: Version }),
    reply: Author,
  }),
  mergePreview: endpoint({
    method: 'GET',
    path: '/api/authors/:id/merge-preview',
    summary: 'What a merge of these authors would change',
    access: 'taxonomy.write',
    params: ById,
    query: MergeQuery,
    reply: MergePreview,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/authors/:id/merge',
    summary: 'Make other authors part of this one: their articles and addresses move here',
    access: 'taxonomy.write',
    respondsAsync: true,
    params: ById,
    body: MergeBody,
    reply: mergeReply(Author),
  }),
  trash: endpoint({
    method: 'POST',
    path: '/api/authors/:id/trash',
    summary: 'Delete an author whom no article carries',
    access: 'taxonomy.write',
    respondsAsync: true,
    params: ById,
    reply: z.object({ undo: UndoPointer }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/authors/:id',
    summary: 'Delete an author whom no article carries; they can be restored from the trash',
    access: 'taxonomy.write',
    respondsAsync: true,
    params: ById,
  }),
}
