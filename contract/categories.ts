import { z } from 'zod'
import { Id } from './id.ts'
import { ById, endpoint } from './endpoint.ts'
import { entityFields, listReply, rankedListQuery } from './list.ts'
import { requiredLine, Slug, text } from './text.ts'
import { UndoPointer } from './undo.ts'
import { INTEGER_MAX, Version } from './version.ts'

export const CategoryFields = z.strictObject({
  name: requiredLine(80),
  slug: Slug,
  description: text(500),
  parent: Id.nullable(),
  /** Order among siblings, from 0. */
  position: z.int().min(0).max(INTEGER_MAX),
})

export const Category = z.object({
  ...entityFields,
  ...CategoryFields.shape,
  /** Names from the root down, its own included. */
  path: z.array(z.string()),
  /** Another category has the same name: only the path tells them apart. */
  sharesName: z.boolean(),
})
export type Category = z.output<typeof Category>

/** `own`: articles (not in the trash) with this category; `total`: those in it or anywhere below, each once. */
export const CategoryTreeItem = z.object({
  id: Id,
  version: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  parent: Id.nullable(),
  position: z.int(),
  own: z.int(),
  total: z.int(),
})
export type CategoryTreeItem = z.output<typeof CategoryTreeItem>

const MERGE_MOST = 100
const CategoryMerge = z.strictObject({ from: z.array(Id).min(1).max(MERGE_MOST) })
/** Where children and articles go; both may be left out where there are none. */
export const CategoryRemove = z.strictObject({
  version: Version.optional(),
  children: z.union([z.literal('up'), z.strictObject({ into: Id })]).optional(),
  articles: z.union([z.literal('none'), z.strictObject({ to: Id })]).optional(),
})

export const categoryList = rankedListQuery({ sorts: ['name', 'updatedAt'], defaultSort: 'name', filters: {} })
export type CategoryListQuery = z.output<typeof categoryList.query>

export const categoryEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/categories',
    summary: 'List categories; the search looks at their own names, not at those above',
    access: 'taxonomy.read',
    query: categoryList.query,
    reply: listReply(Category),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/categories/:id',
    summary: 'One category',
    access: 'taxonomy.read',
    params: ById,
    reply: Category,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/categories',
    summary: 'Add a category',
    access: 'taxonomy.write',
    body: CategoryFields.partial().extend({ name: requiredLine(80) }),
    reply: Category,
    status: 201,
    oncePerKey: true,
  }),
  tree: endpoint({
    method: 'GET',
    path: '/api/categories/tree',
    summary: 'All categories in the order of the tree, with their counts of articles',
    access: 'taxonomy.read',
    reply: z.object({ items: z.array(CategoryTreeItem), can: z.object({ write: z.boolean() }) }),
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/categories/:id',
    summary: 'Rename a category; the old slug leads to the new one',
    access: 'taxonomy.write',
    params: ById,
    body: CategoryFields.pick({ name: true, slug: true, description: true }).partial().extend({ version: Version }),
    /** `undo`: null where the name stays. */
    reply: Category.extend({ undo: UndoPointer.nullable() }),
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/categories/:id/move',
    summary: 'Put a category, with all below it, before a sibling, to a position, or last',
    access: 'taxonomy.write',
    params: ById,
    body: z.strictObject({
      parent: Id.nullable(),
      before: Id.nullable().optional(),
      position: z.int().min(0).max(INTEGER_MAX).optional(),
      version: Version.optional(),
    }),
    reply: Category.extend({ undo: UndoPointer }),
  }),
  mergePreview: endpoint({
    method: 'POST',
    path: '/api/categories/:id/merge-preview',
    summary: 'What a merge would do; changes nothing',
    access: 'taxonomy.write',
    params: ById,
    body: CategoryMerge,
    reply: z.object({
      /** Articles that would change, and how many of them readers see. */
      articles: z.int(),
      published: z.int(),
      /** Categories that would move, and those that would melt into a namesake although no one named them. */
      moved: z.int(),
      melted: z.array(z.string()),
    }),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/categories/:id/merge',
    summary: 'Merge other categories into this one: articles and children come along, old slugs lead here',
    access: 'taxonomy.write',
    respondsAsync: true,
    params: ById,
    body: CategoryMerge,
    /** The category that stays, and how many articles came along. */
    reply: z.object({ entity: Category, moved: z.int(), undo: UndoPointer }),
  }),
  removePreview: endpoint({
    method: 'GET',
    path: '/api/categories/:id/remove-preview',
    summary: 'What hangs on a category',
    access: 'taxonomy.write',
    params: ById,
    reply: z.object({
      articles: z.int(),
      /** Those of them that are in the trash; the tree does not count these. */
      trashed: z.int(),
      published: z.int(),
      /** Published or scheduled articles that have no other category and need a new one. */
      alone: z.int(),
      children: z.int(),
    }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/categories/:id/remove',
    summary: 'Delete a category and say where its children and articles go',
    access: 'taxonomy.write',
    respondsAsync: true,
    params: ById,
    body: CategoryRemove,
    reply: z.object({ articles: z.int(), undo: UndoPointer }),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/categories/:id',
    summary: 'Delete a category that has neither children nor articles',
    access: 'taxonomy.write',
    params: ById,
  }),
}
