import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'

/** PostgreSQL gives each statement four seconds; rewriting a thousand published articles takes a fraction of one. */
const BATCH = 1000

export type Step = {
  id: string
  noun: MergedNoun
  /** All that left in this step, and those of them that come back now. */
  gone: readonly string[]
  back: readonly string[]
  /** What they became part of, null after a deletion; and what stands in articles in its place now, if anything does. */
  target: string | null
  heir: string | null
}

/**
 * Gives their uses back to those that come back, where an article still has what was left to it; other names that somebody
 * changed there since stay as they are. After a deletion that is every article. Leaves the step's items, without those that
 * were skipped.
 * @returns how many articles have their names again, and how many stay as they are
 */
export async function bringBackUses(trx: Db, step: Step): Promise<{ restored: number; skipped: number }> {
  await forgetOthers(trx, step)
  await planUses(trx, step)
  const { rows } = await sql<{ skipped: number; restored: number }>`with skipped as (
      delete from catalogue_undo_item where undo_id = ${step.id} and ids = '{}' returning article_id
    )
    select (select count(distinct article_id) from skipped) as skipped, (
      select count(distinct article_id) from catalogue_undo_item
      where undo_id = ${step.id} and ids <> '{}' and article_id not in (select article_id from skipped)
    ) as restored`.execute(trx)
  await writeLinks(trx, step)
  await writeLive(trx, step)
  return rows[0] ?? { restored: 0, skipped: 0 }
}

/** Articles that never had any of them, and what readers no longer see. */
const forgetOthers = (trx: Db, { id, back }: Step) =>
  sql`delete from catalogue_undo_item as item where undo_id = ${id} and (not ids && ${back}::uuid[] or (live
    and not exists (select from article_live where article_live.article_id = item.article_id)))`.execute(trx)

/** Writes into each item the names that its article gets: none where it is to be skipped. */
async function planUses(trx: Db, { id, noun, gone, back, target, heir }: Step): Promise<void> {
  const { links, column, live } = mergedNouns[noun]
  const stay = gone.filter((one) => !back.includes(one))
  const stoodFor = target ? [...stay, target] : stay
  const old = sql`merged_ids(item.ids, ${stoodFor}::uuid[], ${heir}::uuid)`
  const here = sql`(select array_position(now.ids, earlier.id) from unnest(item.ids) with ordinality as earlier(id, place)
    where earlier.place < before.place and earlier.id = any(now.ids) order by earlier.place desc limit 1)`
  // Each one stands where its heir does, else behind its old neighbour.
  const mended = sql`(select coalesce(array_agg(id order by anchor, place), '{}') from (
      select id, place as anchor, 0 as place from unnest(now.ids) with ordinality as kept(id, place)
      where id is distinct from ${heir}::uuid
      union all
      select id, coalesce(array_position(now.ids, ${heir}::uuid), ${here}, 0), place
      from unnest(${old}) with ordinality as before(id, place)
      where id = ${heir}::uuid or (id = any(${back}::uuid[]) and id <> all(now.ids))
    ) as mended)`
  // What they became part of was deleted later: it was on this article then.
  const lostWithTarget = sql`exists (select from catalogue_undo as later join catalogue_undo_item as other
    on other.undo_id = later.id where later.gone @> array[${target}::uuid] and later.target is null
    and other.article_id = item.article_id and other.live = item.live and ${target}::uuid = any(other.ids))`
  const standing = heir ? sql`${heir}::uuid = any(now.ids)` : target ? lostWithTarget : sql`true`
  await sql`with plan as (
      select item.article_id, item.live, case
        when now.ids = merged_ids(item.ids, ${gone}::uuid[], ${target}::uuid)
          then merged_ids(item.ids, ${stay}::uuid[], ${target}::uuid)
        when ${standing} then ${mended}
        else '{}' end as ids
      from catalogue_undo_item as item cross join lateral (select case when live
        then (select ${sql.ref(live)} from article_live where article_live.article_id = item.article_id)
        else array(select ${sql.ref(column)} from ${sql.table(links)} as link
          where link.article_id = item.article_id order by position) end as ids) as now
      where undo_id = ${id}
    )
    update catalogue_undo_item as item set ids = plan.ids, positions = null from plan
    where undo_id = ${id} and item.article_id = plan.article_id and item.live = plan.live
      and item.ids <> plan.ids`.execute(trx)
}

async function writeLinks(trx: Db, { id, noun }: Step): Promise<void> {
  const links = sql.table(mergedNouns[noun].links)
  await sql`delete from ${links} where article_id in (
    select article_id from catalogue_undo_item where undo_id = ${id} and not live)`.execute(trx)
  await sql`insert into ${links} (article_id, ${sql.ref(mergedNouns[noun].column)}, position)
    select article_id, link.id, coalesce(positions[link.place], link.place - 1)
    from catalogue_undo_item, unnest(ids) with ordinality as link(id, place)
    where undo_id = ${id} and not live`.execute(trx)
}

async function writeLive(trx: Db, { id, noun }: Step): Promise<void> {
  const live = sql.ref(mergedNouns[noun].live)
  const field = sql.lit(`{${mergedNouns[noun].field}}`)
  for (let after: string | null = null, found = BATCH; found === BATCH;) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`with batch as (
        select article_id, ids from catalogue_undo_item
        where undo_id = ${id} and live and (${after}::uuid is null or article_id > ${after}::uuid)
        order by article_id limit ${BATCH}
      ), written as (
        update article_live set ${live} = ids, content = jsonb_set(content, ${field}, to_jsonb(ids))
        from batch where article_live.article_id = batch.article_id
      )
      select article_id as id from batch order by article_id`.execute(trx)
    found = rows.length
    after = rows.at(-1)?.id ?? null
  }
}
