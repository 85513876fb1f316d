import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { batchesOf } from './lock-uses-commands.ts'
import { flushChanges } from './live-change-commands.ts'
import { mergedNouns, publicPath, type MergedNoun } from './merge-rules.ts'
import type { Actor } from '../../http/actor.ts'
import { flushUseCounts } from './use-count-commands.ts'

type Gone = { id: string; slug: string }
/**
 * Rows that the caller holds: everything in `gone` leaves, for `target` or, when that is null, for nothing. `articles`: what
 * `lockUses` found.
 */
type Merge = { noun: MergedNoun; target: string | null; gone: readonly Gone[]; articles: readonly string[] }

/**
 * Moves every use to the target, or drops them, in articles and in what readers see of them, remembers how it was, and
 * puts what is gone into the trash. Articles keep their version: who is editing one goes on, and ids of merged names in
 * what they send next are read as the target's. However many articles there are, no single statement changes more than some
 * hundreds of them.
 * @returns the id for the undo, and how many articles it was about
 */
export async function moveUses(trx: Db, actor: Actor, merge: Merge): Promise<{ undo: string; articles: number }> {
  const { noun, target } = merge
  const ids = merge.gone.map(({ id }) => id)
  const undo = uuidv7()
  await planAnew(trx)
  await remember(trx, actor, undo, merge)
  for (const batch of batchesOf(merge.articles)) {
    await moveLinks(trx, noun, undo, ids, target, batch)
    await moveLive(trx, noun, undo, ids, target, batch)
    await flushChanges(trx, noun, batch)
  }
  await moveRedirects(trx, merge)
  await sql`update ${sql.table(mergedNouns[noun].table)} set deleted_at = clock_timestamp(), merged_into = ${target}::uuid,
    version = version + 1, updated_at = clock_timestamp(), updated_by = ${actor.id} where id = any(${ids}::uuid[])`.execute(
    trx,
  )
  await flushUseCounts(trx, noun)
  return { undo, articles: merge.articles.length }
}

/**
 * PostgreSQL keeps the plans of its own checks of references. One made while a table was nearly empty reads it all for
 * each of ten thousand links.
 */
export const planAnew = (trx: Db): Promise<unknown> => sql`discard plans`.execute(trx)

/** Tells the undo that the merge also changed the target: it becomes what it was unless somebody changes it again. */
export const rememberTarget = (trx: Db, noun: MergedNoun, undo: string): Promise<unknown> =>
  sql`update catalogue_undo set target_version = name.version from ${sql.table(mergedNouns[noun].table)} as name
    where catalogue_undo.id = ${undo} and name.id = catalogue_undo.target`.execute(trx)

async function remember(trx: Db, actor: Actor, undo: string, { noun, target, gone }: Merge): Promise<void> {
  const ids = gone.map(({ id }) => id)
  const paths = gone.map(({ slug }) => publicPath(noun, slug))
  await sql`insert into catalogue_undo (id, created_by, entity_type, target, gone, entities, redirects)
    select ${undo}, ${actor.id}, ${noun}, ${target}, ${ids}::uuid[],
      (select jsonb_agg(to_jsonb(entity)) from ${sql.table(mergedNouns[noun].table)} as entity
        where id = any(${ids}::uuid[]) or id = ${target}::uuid),
      (select coalesce(jsonb_agg(to_jsonb(redirect)), '[]') from redirect
        where path = any(${paths}::text[]) or (entity_type = ${noun} and entity_id = any(${ids}::uuid[])))`.execute(trx)
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
  await sql`insert into catalogue_undo_item (undo_id, article_id, live, ids, positions)
    select ${undo}, article_id, false, array_agg(${column} order by position), array_agg(position order by position)
    from ${links} where ${those} group by article_id
    having array_agg(${column}) && ${ids}::uuid[]`.execute(trx)
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
  await sql`insert into catalogue_undo_item (undo_id, article_id, live, ids)
    select ${undo}, article_id, true, ${live} from article_live where ${those}`.execute(trx)
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
