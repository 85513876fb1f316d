import { sql, type RawBuilder } from 'kysely'
import { lockTaxonomy } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { trashIsOver } from '../../db/sweep-trash.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordPurges } from '../audit/audit-commands.ts'
import { replaceInSavedViews } from '../taxonomy/kept-filter-commands.ts'
import { followCategories } from './category-queries.ts'
import { lockCategoryTree } from './category-tree-commands.ts'

/** Deletes a category in the trash permanently; its old addresses answer 404 then. @throws ProblemError not_found */
export const purgeCategory = ({ db }: Services, actor: Actor, id: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockTaxonomy(trx)
    await lockCategoryTree(trx)
    const erased = await erase(trx, actor, sql`id = ${id}`)
    if (erased === 0) throw new ProblemError('not_found')
  })

/** Deletes permanently what has been in the trash for thirty days. */
export async function sweepCategories(db: Services['db']): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockTaxonomy(trx)
    await lockCategoryTree(trx)
    await erase(trx, null, trashIsOver)
  })
}

/**
 * Deletes those of these categories that no article is in and that have no child outside the trash.
 * @returns how many were deleted
 */
async function erase(trx: Db, actor: Actor | null, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, name as title from category where ${which} and deleted_at is not null
      and not exists (select from article where primary_category = category.id)
      and not exists (select from article_category where category_id = category.id)
      and not exists (select from category as child where child.parent = category.id and child.deleted_at is null)
    order by id for update`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await replaceInSavedViews(trx, await followCategories(trx, ids))
  await trx.updateTable('category').set({ parent: null }).where('parent', 'in', ids).execute()
  await trx.deleteFrom('category').where('id', 'in', ids).execute()
  await trx.deleteFrom('redirect').where('entityType', '=', 'category').where('entityId', 'in', ids).execute()
  await recordPurges(trx, actor, 'category', rows)
  return rows.length
}
