import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { categoryEndpoints, Category } from '#contract/categories.ts'
import { moveInTree } from '#contract/category-tree.ts'
import type { UndoPointer } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { recordRename } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { makeSlug } from '../../slugs/make-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { takenCategorySlugs } from './category-queries.ts'
import { categoryPath, setCategoryRedirect } from './category-redirect-commands.ts'
import { requireCategory, requireNode, requireTree, lockCategoryTree, writeTree } from './category-tree-commands.ts'

type CategoryCreate = z.output<typeof categoryEndpoints.create.body>
type CategoryEdit = z.output<typeof categoryEndpoints.edit.body>

/** @throws ProblemError name_taken (among siblings, ignoring case), slug_taken; invalid_input for an unknown or too deep parent */
export function createCategory(
  { db }: Services,
  actor: Actor,
  input: CategoryCreate,
  id: string = uuidv7(),
): Promise<Category> {
  const { parent = null, slug: asked, position, ...fields } = input
  return taken(() =>
    db.transaction().execute(async (trx) => {
      const nodes = await lockCategoryTree(trx)
      const taken = (slugs: string[]) => takenCategorySlugs(trx, slugs)
      const slug = asked ?? (await claimFreeSlug(trx, 'category', makeSlug(input.name, 'category'), taken))
      const made = { id, parent, position: nodes.length, name: input.name, slug, version: 1 }
      const { nodes: after } = requireTree(moveInTree([...nodes, made], id, { parent, position }), 'parent')
      const place = after.find((node) => node.id === id) ?? made
      await writeTree(trx, actor, nodes, after)
      await trx
        .insertInto('category')
        .values({ ...fields, id, parent, slug, position: place.position, createdBy: actor.id, updatedBy: actor.id })
        .execute()
      await setCategoryRedirect(trx, categoryPath(slug), null)
      await recordAudit(trx, actor, { action: 'create', entityType: 'category', entityId: id, entityTitle: input.name })
      return requireCategory(trx, id)
    }),
  )
}

/** @throws ProblemError not_found, stale_version, name_taken, slug_taken */
export const editCategory = (
  { db }: Services,
  actor: Actor,
  id: string,
  edit: CategoryEdit,
): Promise<Category & { undo: UndoPointer | null }> =>
  taken(() => db.transaction().execute((trx) => editCategoryIn(trx, actor, id, edit)))

/** @param isUndo whether this undoes a renaming, which is no step of its own */
export async function editCategoryIn(
  trx: Db,
  actor: Actor,
  id: string,
  { version, ...given }: CategoryEdit,
  isUndo = false,
): Promise<Category & { undo: UndoPointer | null }> {
  const nodes = await lockCategoryTree(trx)
  await requireNode(trx, nodes, id, version)
  const before = await requireCategory(trx, id)
  const fields = (['name', 'slug', 'description'] as const).filter(
    (field) => given[field] !== undefined && given[field] !== before[field],
  )
  if (fields.length === 0) return { ...before, undo: null }
  await trx
    .updateTable('category')
    .set({
      ...given,
      version: version + 1,
      updatedAt: sql<string>`clock_timestamp()`,
      updatedBy: actor.id,
    })
    .where('id', '=', id)
    .execute()
  if (given.slug && given.slug !== before.slug) await leadOldSlugHere(trx, id, before.slug, given.slug)
  const name = given.name ?? before.name
  await recordAudit(trx, actor, {
    action: isUndo ? 'undo' : 'edit',
    entityType: 'category',
    entityId: id,
    entityTitle: name,
    before: Object.fromEntries(fields.map((field) => [field, before[field]])),
    after: Object.fromEntries(fields.map((field) => [field, given[field]])),
  })
  const undo =
    fields.includes('name') && !isUndo
      ? await recordRename(trx, actor.id, 'category', {
          before,
          after: { ...before, ...given },
          fields,
          nameOf: (category) => category.name,
        })
      : null
  return { ...(await requireCategory(trx, id)), undo }
}

async function leadOldSlugHere(trx: Db, id: string, before: string, now: string) {
  await setCategoryRedirect(trx, categoryPath(now), null)
  await setCategoryRedirect(trx, categoryPath(before), id)
}

async function taken<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const index = uniqueViolation(error)
    if (index === 'category_slug')
      throw new ProblemError('slug_taken', { fields: [{ path: 'slug', code: 'slug_taken', message: 'is in use' }] })
    if (index === 'category_sibling_name')
      throw new ProblemError('name_taken', { fields: [{ path: 'name', code: 'name_taken', message: 'is in use' }] })
    throw error
  }
}
