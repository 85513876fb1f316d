import type { Db } from '../db/database.ts'
import { publicPath, type AddressedNoun } from './public-path-rules.ts'

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
