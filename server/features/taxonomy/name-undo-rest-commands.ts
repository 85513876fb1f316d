import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { deleteItems } from '../../db/undo-log.ts'
import { batchesOf } from './lock-uses-commands.ts'
import type { NameStep } from './name-undo-rules.ts'

/** Shortens a step to the names that cannot come back yet: their articles are now as the rest of the step left them. */
export async function keepRest(
  trx: Db,
  { id, target, back, stay }: NameStep,
  taken: readonly string[],
  articles: readonly string[],
): Promise<void> {
  const purged = stay.filter((one) => !taken.includes(one))
  await trx
    .updateTable('undoStep')
    .set({ gone: [...taken] })
    .where('id', '=', id)
    .execute()
  await deleteItems(trx, sql`step_id = ${id} and part = 'gone' and item_id = any(${[...back, ...purged]}::uuid[])`)
  const ids = sql`array(select jsonb_array_elements_text("before"->'ids')::uuid)`
  for (const batch of batchesOf(articles)) {
    const those = sql`step_id = ${id} and item_id = any(${batch}::uuid[]) and "before" ? 'ids'`
    await sql`delete from undo_step_item where ${those} and not ${ids} && ${taken}::uuid[]`.execute(trx)
    // Positions are known only for the very list that was recorded.
    await sql`update undo_step_item set
        "before" = jsonb_build_object('ids', merged_ids(${ids}, ${purged}::uuid[], ${target}::uuid), 'positions',
          case when not ${ids} && ${purged}::uuid[] then "before"->'positions' end),
        "after" = jsonb_build_object('ids', merged_ids(${ids}, ${stay}::uuid[], ${target}::uuid))
      where ${those}`.execute(trx)
  }
}
