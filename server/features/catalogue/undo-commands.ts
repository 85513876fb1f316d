import { sql, type Kysely, type RawBuilder } from 'kysely'
import { UNDO_HOURS } from '#contract/merge.ts'
import { TRASH_DAYS } from '#contract/trash.ts'
import { holdCatalogue } from '../../db/catalogue-lock.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { planAnew } from './merge-commands.ts'
import { mergedNouns, publicPath, type MergedNoun } from './merge-rules.ts'
import { settleUseCounts } from './use-count-commands.ts'

const BATCH = 1000
const tooOld = sql<string>`now() - make_interval(hours => ${sql.lit(UNDO_HOURS)})`
const purged = sql<string>`now() - make_interval(days => ${sql.lit(TRASH_DAYS)})`

type Undo = { id: string; noun: MergedNoun; gone: string[]; target: string | null; targetVersion: number | null }
type Kept = { id: string; slug: string; name?: string; display_name?: string }

/**
 * Takes back a merge or a deletion: the very same rows and links, in their old places. An article whose names were changed
 * since stays as it is and is counted as skipped.
 * @throws ProblemError undo_expired; name_taken when somebody has given the old name away meanwhile
 */
export const undoCatalogue = ({ db }: Services, actor: Actor, id: string): Promise<Undone> =>
  takeBack(db, actor, sql<boolean>`id = ${id} and created_by = ${actor.id} and created_at > ${tooOld}`)

/**
 * Brings a name back from the trash, with everything that was merged or deleted in the same step and with their articles.
 * @throws ProblemError not_found; name_taken when somebody has given the old name away meanwhile
 */
export async function restoreName({ db }: Services, actor: Actor, noun: MergedNoun, id: string): Promise<void> {
  const newest = sql`select id from catalogue_undo where entity_type = ${noun} and gone @> array[${id}::uuid]
    order by created_at desc limit 1`
  try {
    await takeBack(db, actor, sql<boolean>`id = (${newest})`)
  } catch (error) {
    throw error instanceof ProblemError && error.code === 'undo_expired' ? new ProblemError('not_found') : error
  }
}

/** Deletes a name in the trash for good; its old addresses lead nowhere then. @throws ProblemError not_found */
export const purgeName = ({ db }: Services, actor: Actor, noun: MergedNoun, id: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await holdCatalogue(trx)
    const { table, name } = mergedNouns[noun]
    const { rows } = await sql<{ title: string }>`delete from ${sql.table(table)}
      where id = ${id} and deleted_at is not null returning ${sql.ref(name)} as title`.execute(trx)
    const [gone] = rows
    if (!gone) throw new ProblemError('not_found')
    await trx.deleteFrom('redirect').where('entityType', '=', noun).where('entityId', '=', id).execute()
    await recordAudit(trx, actor, { action: 'purge', entityType: noun, entityId: id, entityTitle: gone.title })
  })

type Undone = { restored: number; skipped: number }

async function takeBack(db: Services['db'], actor: Actor, which: RawBuilder<boolean>): Promise<Undone> {
  try {
    return await db.transaction().execute(async (trx) => {
      await holdCatalogue(trx)
      const row = await trx.selectFrom('catalogueUndo').selectAll().where(which).forUpdate().executeTakeFirst()
      if (!row) throw new ProblemError('undo_expired')
      const { id, gone, target, targetVersion } = row
      const undo: Undo = { id, noun: row.entityType as MergedNoun, gone, target, targetVersion }
      await planAnew(trx)
      await bringBackEntities(trx, undo)
      const counts = await bringBackUses(trx, undo)
      const kept = (row.entities as Kept[]).filter((entity) => gone.includes(entity.id))
      await bringBackRedirects(trx, undo, kept)
      await settleUseCounts(trx, undo.noun)
      await trx.deleteFrom('catalogueUndo').where('id', '=', id).execute()
      for (const { id: entityId, name, display_name: displayName } of kept)
        await recordAudit(trx, actor, {
          action: 'undo',
          entityType: undo.noun,
          entityId,
          entityTitle: name ?? displayName ?? '',
        })
      return counts
    })
  } catch (error) {
    if (uniqueViolation(error)) throw new ProblemError('name_taken')
    throw error
  }
}

/** What is not a name was given away meanwhile without anybody's noticing: another address, and no account. */
async function giveWay(trx: Db, { noun, gone }: Undo): Promise<void> {
  const table = sql.table(mergedNouns[noun].table)
  const holder = (column: string) => sql`exists (select from ${table} as other
    where other.${sql.ref(column)} = name.${sql.ref(column)} and other.deleted_at is null)`
  const taken = async (slugs: string[]) => {
    const { rows } = await sql<{ slug: string }>`
      select slug from ${table} where slug = any(${slugs}::text[]) and deleted_at is null`.execute(trx)
    return new Set(rows.map(({ slug }) => slug))
  }
  const { rows } = await sql<{ id: string; slug: string }>`
    select id, slug from ${table} as name where id = any(${gone}::uuid[]) and ${holder('slug')}`.execute(trx)
  for (const { id, slug } of rows) {
    const free = await claimFreeSlug(trx, noun, slug, taken)
    await sql`update ${table} set slug = ${free} where id = ${id}`.execute(trx)
  }
  if (noun === 'author')
    await sql`update ${table} as name set user_id = null
      where id = any(${gone}::uuid[]) and ${holder('user_id')}`.execute(trx)
}

/** The rows as they were; their counts follow by themselves. */
async function bringBackEntities(trx: Db, undo: Undo): Promise<void> {
  const { id, noun, gone, target, targetVersion } = undo
  const { table, absorbs } = mergedNouns[noun]
  const back = (columns: readonly string[]) =>
    sql.join(columns.map((column) => sql`${sql.ref(column)} = kept.${sql.ref(column)}`))
  const stamps = ['version', 'updated_at', 'updated_by']
  const kept = sql`catalogue_undo, jsonb_populate_recordset(null::${sql.table(table)}, entities) as kept`
  await sql`update ${sql.table(table)} as name set ${back([...absorbs, ...stamps])} from ${kept}
    where catalogue_undo.id = ${id} and name.id = kept.id
      and name.id = ${target}::uuid and name.version = ${targetVersion}::int`.execute(trx)
  await giveWay(trx, undo)
  await sql`update ${sql.table(table)} as name set ${back(['deleted_at', 'merged_into', ...stamps])} from ${kept}
    where catalogue_undo.id = ${id} and name.id = kept.id and name.id = any(${gone}::uuid[])`.execute(trx)
}

/** Only where the article still has what was left to it. */
async function bringBackUses(trx: Db, { id, noun, gone, target }: Undo) {
  const { links: table, column: name, live: liveName, field } = mergedNouns[noun]
  const [links, column, live] = [sql.table(table), sql.ref(name), sql.ref(liveName)]
  const left = sql`merged_ids(item.ids, ${gone}::uuid[], ${target}::uuid)`
  const { rows } = await sql<{ skipped: number }>`with changed as (
      delete from catalogue_undo_item as item where undo_id = ${id} and ${left} is distinct from case when live
        then (select ${live} from article_live where article_live.article_id = item.article_id)
        else array(select ${column} from ${links} as link where link.article_id = item.article_id order by position) end
      returning article_id
    )
    select count(distinct article_id) as skipped from changed`.execute(trx)
  const items = sql`select article_id from catalogue_undo_item where undo_id = ${id} and not live`
  // Somebody may have deleted one of them for good meanwhile.
  const known = await sql<{ id: string }>`
    select id from ${sql.table(mergedNouns[noun].table)} where id = any(${gone}::uuid[])`.execute(trx)
  const lost = gone.filter((one) => !known.rows.some((row) => row.id === one))
  await sql`delete from ${links} where article_id in (${items})`.execute(trx)
  await sql`insert into ${links} (article_id, ${column}, position)
    select article_id, link.id, link.position
    from catalogue_undo_item, unnest(ids, positions) as link(id, position) where undo_id = ${id} and not live
      and link.id <> all(${lost}::uuid[])`.execute(trx)
  const restored = await sql<{ restored: number }>`
    select count(distinct article_id) as restored from catalogue_undo_item where undo_id = ${id}`.execute(trx)
  for (let found = BATCH; found === BATCH;) {
    const batch = await sql`with batch as (
        delete from catalogue_undo_item where (undo_id, article_id, live) in (
          select undo_id, article_id, live from catalogue_undo_item where undo_id = ${id} and live
          order by article_id limit ${BATCH}
        ) returning article_id, merged_ids(ids, ${lost}::uuid[], null) as ids
      )
      update article_live set ${live} = ids, content = jsonb_set(content, ${sql.lit(`{${field}}`)}, to_jsonb(ids))
      from batch where article_live.article_id = batch.article_id returning batch.article_id`.execute(trx)
    found = batch.rows.length
  }
  return { restored: restored.rows[0]?.restored ?? 0, skipped: rows[0]?.skipped ?? 0 }
}

/** What the merge wrote goes; what led somewhere before leads there again. */
async function bringBackRedirects(trx: Db, { id, noun, target }: Undo, kept: Kept[]): Promise<void> {
  const paths = kept.map(({ slug }) => publicPath(noun, slug))
  if (target)
    await sql`delete from redirect where path = any(${paths}::text[]) and entity_type = ${noun} and entity_id = ${target}`.execute(
      trx,
    )
  await sql`insert into redirect select (jsonb_populate_recordset(null::redirect, redirects)).* from catalogue_undo
    where id = ${id} on conflict (path) do update
    set entity_type = excluded.entity_type, entity_id = excluded.entity_id, created_at = excluded.created_at`.execute(
    trx,
  )
}

/** Forgets what can no longer be undone, and deletes for good what has been in the trash for thirty days. */
export async function sweepCatalogue(db: Kysely<Tables>): Promise<void> {
  await sql`delete from catalogue_undo where created_at < ${purged}`.execute(db)
  for (const noun of Object.keys(mergedNouns) as MergedNoun[]) {
    const { table, links, column } = mergedNouns[noun]
    await sql`with old as (
        delete from ${sql.table(table)} as name where deleted_at < ${purged}
          and not exists (select from ${sql.table(links)} as link where link.${sql.ref(column)} = name.id)
        returning id
      )
      delete from redirect where entity_type = ${noun} and entity_id in (select id from old)`.execute(db)
    await settleUseCounts(db, noun)
  }
}
