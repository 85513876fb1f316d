import { sql, type RawBuilder } from 'kysely'
import { TRASH_DAYS } from '#contract/trash.ts'
import { lockTaxonomy } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { lockCategoryTree } from './category-tree-commands.ts'

/** Deletes a category in the trash permanently; its old addresses lead nowhere then. @throws ProblemError not_found */
export const purgeCategory = ({ db }: Services, actor: Actor, id: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockTaxonomy(trx)
    await lockCategoryTree(trx)
    const [gone] = await erase(trx, sql`id = ${id}`)
    if (!gone) throw new ProblemError('not_found')
    await recordAudit(trx, actor, { action: 'purge', entityType: 'category', entityId: id, entityTitle: gone.name })
  })

/** Deletes permanently what has been in the trash for thirty days. */
export async function sweepCategories(db: Services['db']): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockTaxonomy(trx)
    await lockCategoryTree(trx)
    await erase(trx, sql`deleted_at < now() - make_interval(days => ${sql.lit(TRASH_DAYS)})`)
  })
}

/**
 * Nothing that still stands in a category may lose it by this, so what is referred to stays. What is in the trash itself
 * and stood below does not count.
 */
async function erase(trx: Db, which: RawBuilder<unknown>): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from category where ${which} and deleted_at is not null
      and not exists (select from article where primary_category = category.id)
      and not exists (select from article_category where category_id = category.id)
      and not exists (select from category as child where child.parent = category.id and child.deleted_at is null)
    order by id for update`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  await trx.updateTable('category').set({ parent: null }).where('parent', 'in', ids).execute()
  await trx.deleteFrom('category').where('id', 'in', ids).execute()
  await trx.deleteFrom('redirect').where('entityType', '=', 'category').where('entityId', 'in', ids).execute()
  return rows
}
