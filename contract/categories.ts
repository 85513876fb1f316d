import { z } from 'zod'
import { ById, endpoint } from './endpoint.ts'
import { entityFields, listQuery, listReply } from './list.ts'
import { requiredLine, Slug, text } from './text.ts'

export const CATEGORY_DEPTH_MAX = 6

export const CategoryFields = z.strictObject({
  name: requiredLine(80),
  slug: Slug,
  description: text(500),
  parent: z.uuid().nullable(),
  /** Order among siblings, from 0. */
  position: z.int().min(0),
})

/** `path`: names from the root down, its own included. */
export const Category = z.object({ ...entityFields, ...CategoryFields.shape, path: z.array(z.string()) })
export type Category = z.output<typeof Category>

export const categoryEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/categories',
    summary: 'List categories',
    access: 'catalogue.read',
    query: listQuery(['name', 'updatedAt'], 'name', {}),
    reply: listReply(Category),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/categories/:id',
    summary: 'One category',
    access: 'catalogue.read',
    params: ById,
    reply: Category,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/categories',
    summary: 'Add a category',
    access: 'catalogue.write',
    body: CategoryFields.partial().extend({ name: requiredLine(80) }),
    reply: Category,
    status: 201,
  }),
}
