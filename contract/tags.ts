import { z } from 'zod'
import { Id } from './id.ts'
import { ById, endpoint } from './endpoint.ts'
import { entityFields, listReply, rankedListQuery } from './list.ts'
import { choice, yesNo } from './list-filter.ts'
import {
  DeleteBody,
  DeletePreview,
  DeleteQuery,
  DeleteReply,
  MergeBody,
  MergePreview,
  MergeQuery,
  mergeReply,
} from './merge.ts'
import { requiredLine, saysOf, Slug, text } from './text.ts'
import { Version } from './version.ts'

export const TAG_SYNONYMS_MOST = 20

export const tagVisibilities = ['public', 'internal'] as const

export const TagFields = z.strictObject({
  name: requiredLine(60),
  slug: Slug,
  description: text(500),
  /** `#rrggbb`, or empty. */
  colour: z.union([z.string().regex(/^#[0-9a-f]{6}$/, saysOf('colour')), z.literal('')]),
  visibility: z.enum(tagVisibilities),
  synonyms: z.array(requiredLine(60)).max(TAG_SYNONYMS_MOST),
})

export const Tag = z.object({
  ...entityFields,
  ...TagFields.shape,
  /** Articles outside the trash that carry it. */
  uses: z.int(),
  /** When the newest article that carries it was begun. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** Tags whose names differ by case, hyphen, plural, spelling in pinyin or one letter only. */
  similar: z.array(z.object({ id: Id, name: z.string() })),
})
export type Tag = z.output<typeof Tag>

export const tagList = rankedListQuery({
  sorts: ['name', 'uses', 'updatedAt'],
  defaultSort: 'name',
  filters: { use: choice(['unused', 'once']), similar: yesNo(), visibility: choice(tagVisibilities) },
})
export type TagListQuery = z.output<typeof tagList.query>

export const tagEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/tags',
    summary: 'List tags; the search knows synonyms',
    access: 'taxonomy.read',
    query: tagList.query,
    reply: listReply(Tag),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/tags/:id',
    summary: 'One tag',
    access: 'taxonomy.read',
    params: ById,
    reply: Tag,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/tags',
    summary: 'Add a tag',
    access: 'taxonomy.write',
    body: TagFields.partial().extend({ name: requiredLine(60) }),
    reply: Tag,
    status: 201,
    oncePerKey: true,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/tags/:id',
    summary: 'Change a tag; its old address leads to the new one',
    access: 'taxonomy.write',
    params: ById,
    body: TagFields.partial().extend({ version: Version }),
    reply: Tag,
  }),
  mergePreview: endpoint({
    method: 'GET',
    path: '/api/tags/:id/merge-preview',
    summary: 'What a merge of these tags would change',
    access: 'taxonomy.write',
    params: ById,
    query: MergeQuery,
    reply: MergePreview,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/tags/:id/merge',
    summary: 'Make other tags part of this one: their uses move here, their addresses lead here, their names find it',
    access: 'taxonomy.write',
    respondsAsync: true,
    params: ById,
    body: MergeBody,
    reply: mergeReply(Tag),
  }),
  deletePreview: endpoint({
    method: 'GET',
    path: '/api/tags/delete-preview',
    summary: 'From how many articles a deletion of these tags would take them away',
    access: 'taxonomy.write',
    query: DeleteQuery,
    reply: DeletePreview,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/tags/:id',
    summary: 'Delete a tag and take it off its articles; it can be restored from the trash',
    access: 'taxonomy.write',
    respondsAsync: true,
    params: ById,
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/api/tags/delete',
    summary: 'Delete tags and take them off their articles',
    access: 'taxonomy.write',
    respondsAsync: true,
    body: DeleteBody,
    reply: DeleteReply,
  }),
}
