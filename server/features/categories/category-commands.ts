import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { CATEGORY_DEPTH_MAX, type categoryEndpoints, type Category } from '#contract/categories.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { makeSlug } from '../../slugs/make-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { categoryPaths, findCategory, knownCategories } from './category-queries.ts'

type CategoryCreate = z.output<typeof categoryEndpoints.create.body>

/** @throws ProblemError name_taken (among siblings, ignoring case), slug_taken; invalid_input for an unknown or too deep parent */
export async function createCategory({ db }: Services, actor: Actor, input: CategoryCreate): Promise<Category> {
  const { parent = null, slug, position, ...fields } = input
  const id = uuidv7()
  try {
    return await db.transaction().execute(async (trx) => {
      if (parent) await demandRoomBelow(trx, parent)
      const taken = async (slugs: string[]) => {
        const rows = await trx
          .selectFrom('category')
          .select('slug')
          .where('slug', 'in', slugs)
          .where('deletedAt', 'is', null)
          .execute()
        return new Set(rows.map((row) => row.slug))
      }
      await trx
        .insertInto('category')
        .values({
          ...fields,
          id,
          parent,
          position:
            position ??
            sql<number>`(select coalesce(max(position) + 1, 0) from category where parent is not distinct from ${parent})`,
          slug: slug ?? (await claimFreeSlug(trx, 'category', makeSlug(input.name, 'category'), taken)),
          createdBy: actor.id,
          updatedBy: actor.id,
        })
        .execute()
      await recordAudit(trx, actor, { action: 'create', entityType: 'category', entityId: id, entityTitle: input.name })
      const category = await findCategory(trx, id)
      if (!category) throw new ProblemError('not_found')
      return category
    })
  } catch (error) {
    const index = uniqueViolation(error)
    if (index === 'category_slug')
      throw new ProblemError('slug_taken', { fields: [{ path: 'slug', code: 'slug_taken', message: 'is in use' }] })
    if (index === 'category_sibling_name')
      throw new ProblemError('name_taken', { fields: [{ path: 'name', code: 'name_taken', message: 'is in use' }] })
    throw error
  }
}

async function demandRoomBelow(trx: Db, parent: string) {
  // Held, so that nobody moves or deletes it meanwhile.
  await trx.selectFrom('category').select('id').where('id', '=', parent).forShare().execute()
  if (!(await knownCategories(trx, [parent])).has(parent))
    throw invalidField('parent', 'unknown_id', 'there is no such category')
  const depth = (await categoryPaths(trx, [parent])).get(parent)?.length ?? 0
  if (depth >= CATEGORY_DEPTH_MAX)
    throw invalidField('parent', 'too_deep', `categories are at most ${CATEGORY_DEPTH_MAX} levels deep`)
}
