import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../db/database.ts'
import { undoExpiry, type UndoNoun } from '../../db/undo-log.ts'

/** Nouns whose items carry the version that the step left, and the parts that do. Others are compared when they are undone. */
const versioned: Partial<Record<UndoNoun, readonly string[]>> = {
  article: ['article'],
  ad: ['ad', 'copy'],
  placement: ['placement'],
  media: ['texts', 'trash'],
  album: ['trashed', 'acted', 'rename'],
  tag: ['rename'],
  author: ['rename'],
  category: ['rename'],
}

/**
 * Of these steps, those that this person cannot undo any more: they are not in the log, belong to someone else, or no item is
 * as the step left it, as far as its version tells.
 */
export async function findClosedSteps(db: Db, who: string, ids: readonly string[]): Promise<string[]> {
  const left = sql.join(
    Object.entries(versioned).map(
      ([noun, parts]): RawBuilder<SqlBool> => sql`noun = ${noun} and exists (
        select from undo_step_item as item left join ${sql.table(noun)} as entity on entity.id = item.item_id
        where item.step_id = step.id and (
          item.part <> all(${parts}::text[]) or (item."after"->>'version')::int = entity.version))`,
    ),
    sql` or `,
  )
  const { rows } = await sql<{ id: string }>`select id from undo_step as step
    where id = any(${ids}::uuid[]) and created_by = ${who}::uuid and created_at > ${undoExpiry}
      and (noun <> all(${Object.keys(versioned)}::text[]) or ${left})`.execute(db)
  const open = new Set(rows.map((row) => row.id))
  return ids.filter((id) => !open.has(id))
}
