import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { undoItemsOf } from '../../db/undo-log.ts'
import { batchesOf, type Followed, type Move } from './category-article-commands.ts'
import type { CategoryAssignment } from './category-rules.ts'

/** The part of an article that a step changes: as its editors see it, and as its readers do. */
const partOf = (live: boolean) => (live ? 'live categories' : 'categories')
export const followedParts = [partOf(false), partOf(true)]

/** Records the categories of articles before and after a step. */
export async function recordFollowed(trx: Db, step: string, moves: readonly Move[]): Promise<void> {
  for (const batch of batchesOf(moves)) {
    const given = JSON.stringify(batch.map(({ ids, live, from, to }) => ({ ids, part: partOf(live), from, to })))
    await sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
      select ${step}::uuid, one.id, part, given.from, given.to
      from jsonb_to_recordset(${given}::jsonb) as given(ids uuid[], part text, "from" jsonb, "to" jsonb),
        unnest(ids) as one(id)`.execute(trx)
  }
}

/** The articles of a step, grouped by how they were moved. */
export async function followedOf(trx: Db, step: string): Promise<Followed[]> {
  const groups = new Map<string, Followed>()
  const items = await undoItemsOf<CategoryAssignment, CategoryAssignment>(trx, step, ...followedParts)
  for (const { itemId, part, before, after } of items) {
    const key = JSON.stringify([part, before, after])
    const group = groups.get(key)
    if (group) group.ids.push(itemId)
    else groups.set(key, { ids: [itemId], live: part === partOf(true), before, after })
  }
  return [...groups.values()]
}

/** After a part of a step was undone: these articles are where the rest of the step put them. */
export async function updateFollowed(trx: Db, step: string, moves: readonly Move[]): Promise<void> {
  for (const batch of batchesOf(moves)) {
    const given = JSON.stringify(batch.map(({ ids, live, to }) => ({ ids, part: partOf(live), to })))
    await sql`update undo_step_item as item set "after" = given.to
      from jsonb_to_recordset(${given}::jsonb) as given(ids uuid[], part text, "to" jsonb)
      where step_id = ${step}::uuid and item.part = given.part and item_id = any(given.ids)`.execute(trx)
  }
}
