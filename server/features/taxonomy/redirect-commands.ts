import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { publicPath } from '../../slugs/public-path-rules.ts'
import { mergedNouns } from './merge-rules.ts'
import type { NameStep } from './name-undo-rules.ts'
import type { GoneItem } from './name-undo-row-commands.ts'

/**
 * Old addresses lead to the names that come back again, where they still lead to what the names became part of. An address
 * at which something lives leads nowhere else.
 */
export async function restoreRedirects(
  trx: Db,
  { id, noun, back, target }: NameStep,
  gone: readonly GoneItem[],
): Promise<void> {
  const table = sql.table(mergedNouns[noun].table)
  await sql`insert into redirect select kept.* from undo_step_item,
      jsonb_populate_recordset(null::redirect, "before"->'redirects') as kept
    where step_id = ${id} and part = 'gone' and item_id = any(${back}::uuid[]) and kept.entity_id = item_id
    on conflict (path) do update
    set entity_type = excluded.entity_type, entity_id = excluded.entity_id, created_at = excluded.created_at
    where redirect.entity_type = ${noun} and redirect.entity_id = ${target}::uuid`.execute(trx)
  const paths = gone.flatMap(({ before: { row, redirects } }) => [
    publicPath(noun, row.slug),
    ...redirects.map(({ path }) => path),
  ])
  await sql`delete from redirect where path in (
    select ${publicPath(noun, '')} || slug from ${table} as name where deleted_at is null and (
      id = any(${back}::uuid[]) or ${publicPath(noun, '')} || slug = any(${paths}::text[])))`.execute(trx)
}
