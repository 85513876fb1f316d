import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { mergedNouns, publicPath, type AddressedNoun } from './merge-rules.ts'
import type { Kept } from './undo-name-commands.ts'
import type { Step } from './undo-use-commands.ts'

/** After a new or another slug: links to the old address keep working, and an address in use leads nowhere else. */
export async function upsertRedirect(
  trx: Db,
  noun: AddressedNoun,
  id: string,
  before: string | undefined,
  now: string,
) {
  if (before === now) return
  await trx.deleteFrom('redirect').where('path', '=', publicPath(noun, now)).execute()
  if (before === undefined) return
  const target = { entityType: noun, entityId: id }
  await trx
    .insertInto('redirect')
    .values({ path: publicPath(noun, before), ...target })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(target))
    .execute()
}

/** What led to those that come back leads to them again, but no address at which something lives leads elsewhere. */
export async function bringBackRedirects(
  trx: Db,
  { id, noun, back, target, heir }: Step,
  kept: readonly Kept[],
): Promise<void> {
  const table = sql.table(mergedNouns[noun].table)
  const theirs = [...back, target, heir].filter((one) => one !== null)
  await sql`insert into redirect select kept.* from catalogue_undo, jsonb_populate_recordset(null::redirect, redirects) as kept
    where id = ${id} and kept.entity_id = any(${back}::uuid[]) on conflict (path) do update
    set entity_type = excluded.entity_type, entity_id = excluded.entity_id, created_at = excluded.created_at
    where redirect.entity_type = ${noun} and redirect.entity_id = any(${theirs}::uuid[])`.execute(trx)
  const slugs = kept.map(({ slug }) => slug)
  await sql`delete from redirect where path in (
    select ${publicPath(noun, '')} || slug from ${table} as name where deleted_at is null and (
      id = any(${back}::uuid[]) or slug = any(${slugs}::text[]) or slug in (
        select substr(kept.path, ${publicPath(noun, '').length + 1}) from catalogue_undo,
          jsonb_populate_recordset(null::redirect, redirects) as kept where catalogue_undo.id = ${id})))`.execute(trx)
}
