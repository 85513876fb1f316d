import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { batchesOf } from './lock-uses-commands.ts'
import { flushChanges } from './live-change-commands.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'

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
 * changed there since stay as they are. After a deletion that is every article. Uses up the step's items, some hundreds of
 * articles at a time.
 * @param articles those of the step, locked
 * @returns how many articles have their names again, and how many stay as they are
 */
export async function bringBackUses(
  trx: Db,
  step: Step,
  articles: readonly string[],
): Promise<{ restored: number; skipped: number }> {
  const all = { restored: 0, skipped: 0 }
  for (const batch of batchesOf(articles)) {
    const { restored, skipped } = await bringBackBatch(trx, step, batch)
    all.restored += restored
    all.skipped += skipped
  }
  return all
}

async function bringBackBatch(trx: Db, step: Step, articles: readonly string[]) {
  await forgetOthers(trx, step, articles)
  await planUses(trx, step, articles)
  const { rows } = await sql<{ skipped: number; restored: number }>`with skipped as (
      delete from catalogue_undo_item where undo_id = ${step.id} and ${among(articles)} and ids = '{}'
      returning article_id
    )
    select (select count(distinct article_id) from skipped) as skipped, (
      select count(distinct article_id) from catalogue_undo_item
      where undo_id = ${step.id} and ${among(articles)} and ids <> '{}' and article_id not in (select article_id from skipped)
    ) as restored`.execute(trx)
  await writeLinks(trx, step, articles)
  await writeLive(trx, step, articles)
  await sql`delete from catalogue_undo_item where undo_id = ${step.id} and ${among(articles)}`.execute(trx)
  await flushChanges(trx, step.noun, articles)
  return rows[0] ?? { restored: 0, skipped: 0 }
}

const among = (articles: readonly string[]) => sql`article_id = any(${articles}::uuid[])`

/** Articles that never had any of them, and what readers no longer see. */
const forgetOthers = (trx: Db, { id, back }: Step, articles: readonly string[]) =>
  sql`delete from catalogue_undo_item as item where undo_id = ${id} and ${among(articles)} and (not ids && ${back}::uuid[] or (live
    and not exists (select from article_live where article_live.article_id = item.article_id)))`.execute(trx)

/** Writes into each item the names that its article gets: none where it is to be skipped. */
async function planUses(
  trx: Db,
  { id, noun, gone, back, target, heir }: Step,
  articles: readonly string[],
): Promise<void> {
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
      where undo_id = ${id} and ${among(articles)}
    )
    update catalogue_undo_item as item set ids = plan.ids, positions = null from plan
    where undo_id = ${id} and item.article_id = plan.article_id and item.live = plan.live
      and item.ids <> plan.ids`.execute(trx)
}

/** Only links that differ: each one that is written leaves a line to be counted. */
async function writeLinks(trx: Db, { id, noun }: Step, articles: readonly string[]): Promise<void> {
  const links = sql.table(mergedNouns[noun].links)
  const column = sql.ref(mergedNouns[noun].column)
  const items = sql`catalogue_undo_item as item where undo_id = ${id} and item.${among(articles)} and not live`
  await sql`delete from ${links} as link using ${items}
    and link.article_id = item.article_id and link.${column} <> all(item.ids)`.execute(trx)
  await sql`insert into ${links} as link (article_id, ${column}, position)
    select article_id, wanted.id, coalesce(positions[wanted.place], wanted.place - 1)
    from (select * from ${items}) as item, unnest(ids) with ordinality as wanted(id, place)
    on conflict (article_id, ${column}) do update set position = excluded.position
    where link.position <> excluded.position`.execute(trx)
}

async function writeLive(trx: Db, { id, noun }: Step, articles: readonly string[]): Promise<void> {
  const live = sql.ref(mergedNouns[noun].live)
  const field = sql.lit(`{${mergedNouns[noun].field}}`)
  await sql`update article_live set ${live} = ids, content = jsonb_set(content, ${field}, to_jsonb(ids))
    from catalogue_undo_item as item
    where undo_id = ${id} and live and item.article_id = any(${articles}::uuid[])
      and article_live.article_id = item.article_id`.execute(trx)
}
