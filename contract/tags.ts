import { z } from 'zod'
import { ById, endpoint } from './endpoint.ts'
import { entityFields, listQuery, listReply } from './list.ts'
import { requiredLine, Slug, text } from './text.ts'

export const TagFields = z.strictObject({
  name: requiredLine(60),
  slug: Slug,
  description: text(500),
  /** `#rrggbb`, or empty. */
  colour: z.union([z.string().regex(/^#[0-9a-f]{6}$/), z.literal('')]),
  visibility: z.enum(['public', 'internal']),
  synonyms: z.array(requiredLine(60)).max(20),
})

export const Tag = z.object({ ...entityFields, ...TagFields.shape })
export type Tag = z.output<typeof Tag>

export const tagEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/tags',
    summary: 'List tags; the search knows synonyms',
    access: 'catalogue.read',
    query: listQuery(['name', 'updatedAt'], 'name', {}),
    reply: listReply(Tag),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/tags/:id',
    summary: 'One tag',
    access: 'catalogue.read',
    params: ById,
    reply: Tag,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/tags',
    summary: 'Add a tag',
    access: 'catalogue.write',
    body: TagFields.partial().extend({ name: requiredLine(60) }),
    reply: Tag,
    status: 201,
  }),
}
