import { sql } from 'kysely'
import type { MergePreview } from '#contract/merge.ts'
import type { UndoPointer } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import { withFacetsAtEnd } from '../../db/facets-at-end.ts'
import { recordUndoStep } from '../../db/undo-log.ts'
import { batchesOf } from './lock-uses-commands.ts'
import { flushChanges } from './live-change-commands.ts'
import { countArticlesOf, countKnownOf } from './merge-queries.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'
import type { Actor } from '../../http/actor.ts'
import { flushUseCounts } from '../../db/flush-use-counts.ts'
import { publicPath } from '../../slugs/public-path-rules.ts'

type MergeCounts = Pick<MergePreview, 'articles' | 'had' | 'trashed'>
type Gone = { id: string; slug: string }
/**
 * Rows that the caller holds: everything in `gone` leaves, for `target` or, when that is null, for nothing. `articles`: what
 * `lockUses` found.
 */
type Merge = { noun: MergedNoun; target: string | null; gone: readonly Gone[]; articles: readonly string[] }

/**
 * Moves every use to the target, or drops them, in articles and in what readers see of them, records how it was, and
 * puts what is gone into the trash. Articles keep their version: a person who is editing one can go on, and ids of merged
 * names in what they send next are read as the target's. No single statement changes more than some hundreds of articles.
 * @returns the pointer for the undo, and the counts as a preview has them
 */
export async function moveUses(trx: Db, actor: Actor, merge: Merge): Promise<MergeCounts & { undo: UndoPointer }> {
  const { noun, target } = merge
  const ids = merge.gone.map(({ id }) => id)
  const { articles } = await countArticlesOf(trx, noun, ids)
  const known = await countKnownOf(trx, noun, target, ids)
  await discardPlans(trx)
  const undo = await recordNames(trx, actor, merge)
  await withFacetsAtEnd(trx, merge.articles, async () => {
    for (const batch of batchesOf(merge.articles)) {
      await moveLinks(trx, noun, undo.id, ids, target, batch)
      await moveLive(trx, noun, undo.id, ids, target, batch)
      await flushChanges(trx, noun, batch)
    }
  })
  await moveRedirects(trx, merge)
  await sql`update ${sql.table(mergedNouns[noun].table)} set deleted_at = clock_timestamp(), merged_into = ${target}::uuid,
    version = version + 1, updated_at = clock_timestamp(), updated_by = ${actor.id} where id = any(${ids}::uuid[])`.execute(
    trx,
  )
  await flushUseCounts(trx, noun)
  return { undo, articles, ...known }
}

/**
 * PostgreSQL keeps the plans of its own checks of references. One made while a table was nearly empty reads it all for
 * each of ten thousand links.
 */
export const discardPlans = (trx: Db): Promise<unknown> => sql`discard plans`.execute(trx)

/** Changes the target of a merge and records what the merge made of it. */
export async function recordTarget(
  trx: Db,
  noun: MergedNoun,
  undo: UndoPointer,
  target: string,
  change: () => Promise<unknown>,
): Promise<void> {
  const { table, absorbs } = mergedNouns[noun]
  await sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
    select ${undo.id}, id, 'target', jsonb_build_object('row', to_jsonb(entity)), '{}'
    from ${sql.table(table)} as entity where id = ${target}`.execute(trx)
  await change()
  await sql`update undo_step_item set "after" = jsonb_build_object('version', version, 'absorbed', ${sql.ref(absorbs[0])})
    from ${sql.table(table)} as entity
    where step_id = ${undo.id} and item_id = ${target} and part = 'target' and entity.id = item_id`.execute(trx)
}

async function recordNames(trx: Db, actor: Actor, { noun, target, gone }: Merge): Promise<UndoPointer> {
  const ids = gone.map(({ id }) => id)
  const { table, name } = mergedNouns[noun]
  const path = publicPath(noun, '')
  const action = target ? 'merge' : 'delete'
  const undo = await recordUndoStep(trx, actor.id, { noun, action, title: '', gone: ids })
  await sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
    select ${undo.id}, id, 'gone', jsonb_build_object('row', to_jsonb(entity), 'redirects', (
        select coalesce(jsonb_agg(to_jsonb(redirect)), '[]') from redirect
        where redirect.path = ${path} || entity.slug or (entity_type = ${noun} and entity_id = entity.id))),
      jsonb_build_object('version', version + 1, 'mergedInto', ${target}::uuid)
    from ${sql.table(table)} as entity where id = any(${ids}::uuid[])`.execute(trx)
  await sql`update undo_step set title = ${sql.ref(`entity.${name}`)} from ${sql.table(table)} as entity
    where undo_step.id = ${undo.id} and entity.id = ${ids[0]}`.execute(trx)
  return undo
}

async function moveLinks(
  trx: Db,
  noun: MergedNoun,
  undo: string,
  ids: string[],
  target: string | null,
  articles: readonly string[],
): Promise<void> {
  const links = sql.table(mergedNouns[noun].links)
  const column = sql.ref(mergedNouns[noun].column)
  const those = sql`article_id = any(${articles}::uuid[])`
  await sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
    select ${undo}, article_id, ${mergedNouns[noun].field}, jsonb_build_object('ids', ids, 'positions', positions),
      jsonb_build_object('ids', merged_ids(ids, ${ids}::uuid[], ${target}::uuid))
    from (
      select article_id, array_agg(${column} order by position) as ids, array_agg(position order by position) as positions
      from ${links} where ${those} group by article_id
    ) as used where ids && ${ids}::uuid[]`.execute(trx)
  if (!target) {
    await sql`delete from ${links} where ${those} and ${column} = any(${ids}::uuid[])`.execute(trx)
    return
  }
  await sql`with moved as (
      delete from ${links} where ${those} and ${column} = any(${ids}::uuid[]) returning article_id, position
    )
    insert into ${links} as link (article_id, ${column}, position)
    select article_id, ${target}::uuid, min(position) from moved group by article_id
    on conflict (article_id, ${column}) do update set position = least(link.position, excluded.position)`.execute(trx)
}

async function moveLive(
  trx: Db,
  noun: MergedNoun,
  undo: string,
  ids: string[],
  target: string | null,
  articles: readonly string[],
): Promise<void> {
  const live = sql.ref(mergedNouns[noun].live)
  const field = sql.lit(`{${mergedNouns[noun].field}}`)
  const those = sql`article_id = any(${articles}::uuid[]) and ${live} && ${ids}::uuid[]`
  await sql`insert into undo_step_item (step_id, item_id, part, "before", "after")
    select ${undo}, article_id, ${`live ${mergedNouns[noun].field}`}, jsonb_build_object('ids', ${live}),
      jsonb_build_object('ids', merged_ids(${live}, ${ids}::uuid[], ${target}::uuid))
    from article_live where ${those}`.execute(trx)
  await sql`update article_live set ${live} = merged_ids(${live}, ${ids}::uuid[], ${target}::uuid),
    content = jsonb_set(content, ${field}, to_jsonb(merged_ids(${live}, ${ids}::uuid[], ${target}::uuid)))
    where ${those}`.execute(trx)
}

/** The addresses of what was merged lead to the target, and so do those that led to it before. */
async function moveRedirects(trx: Db, { noun, target, gone }: Merge): Promise<void> {
  if (!target) return
  const ids = gone.map(({ id }) => id)
  const paths = gone.map(({ slug }) => publicPath(noun, slug))
  await sql`update redirect set entity_id = ${target} where entity_type = ${noun} and entity_id = any(${ids}::uuid[])`.execute(
    trx,
  )
  await sql`insert into redirect (path, entity_type, entity_id) select path, ${noun}, ${target}::uuid
    from unnest(${paths}::text[]) as path
    on conflict (path) do update set entity_type = excluded.entity_type, entity_id = excluded.entity_id`.execute(trx)
}
