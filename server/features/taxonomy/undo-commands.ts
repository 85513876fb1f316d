import { sql, type RawBuilder } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { UNDO_HOURS } from '#contract/merge.ts'
import { withTaxonomyLock } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { batchesOf, lockArticles } from './lock-uses-commands.ts'
import { planAnew } from './merge-commands.ts'
import { followMerges } from './merge-queries.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'
import { bringBackRedirects } from './redirect-commands.ts'
import { bringBackNames, type Kept } from './undo-name-commands.ts'
import { bringBackUses, type Step } from './undo-use-commands.ts'
import { flushUseCounts } from './use-count-commands.ts'

const tooOld = sql<string>`now() - make_interval(hours => ${sql.lit(UNDO_HOURS)})`

type Undone = { restored: number; skipped: number }

/**
 * Takes back a merge or a deletion: the very same rows and links, in their old places. An article that somebody took the
 * target off since stays as it is and is counted as skipped.
 * @throws ProblemError undo_expired; name_taken, with the names, when somebody has given old names away meanwhile
 */
export const undoTaxonomy = ({ db }: Services, actor: Actor, id: string): Promise<Undone> =>
  takeBack(db, actor, sql<boolean>`id = ${id} and created_by = ${actor.id} and created_at > ${tooOld}`)

/**
 * Brings a name back from the trash, with its articles and with all that were merged or deleted in the same step. Those
 * whose names somebody has given away meanwhile stay in the trash.
 * @throws ProblemError not_found; name_taken when this name itself has been given away
 */
export async function restoreName({ db }: Services, actor: Actor, noun: MergedNoun, id: string): Promise<Undone> {
  const newest = sql`select id from catalogue_undo where entity_type = ${noun} and gone @> array[${id}::uuid]
    order by created_at desc limit 1`
  try {
    return await takeBack(db, actor, sql<boolean>`id = (${newest})`, id)
  } catch (error) {
    throw error instanceof ProblemError && error.code === 'undo_expired' ? new ProblemError('not_found') : error
  }
}

/** @param asked the one that must come back; without it, all must */
async function takeBack(db: Services['db'], actor: Actor, which: RawBuilder<boolean>, asked?: string): Promise<Undone> {
  try {
    return await withTaxonomyLock(db, async (trx, whileExclusive) => {
      await planAnew(trx)
      const { row, noun, back, taken, articles } = await whileExclusive(() => lockStep(trx, which, asked))
      const { id, gone, target } = row
      if (taken.length > 0) await keepRest(trx, id, gone, taken, back, articles)
      const step: Step = { id, noun, gone, back, target, heir: target && (await replacementOf(trx, noun, back)) }
      const kept = row.entities as Kept[]
      await bringBackNames(trx, actor, step, kept, row.targetVersion)
      const counts = await bringBackUses(trx, step, articles)
      const returning = kept.filter((one) => back.includes(one.id))
      await bringBackRedirects(trx, step, returning)
      await flushUseCounts(trx, noun)
      await trx.deleteFrom('catalogueUndo').where('id', '=', id).execute()
      for (const { id: entityId, name, display_name: displayName } of returning)
        await recordAudit(trx, actor, {
          action: 'undo',
          entityType: noun,
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

/** What a step put into the trash, and its articles; nobody else changes them any more. */
async function lockStep(trx: Db, which: RawBuilder<boolean>, asked?: string) {
  const row = await trx.selectFrom('catalogueUndo').selectAll().where(which).forUpdate().executeTakeFirst()
  if (!row) throw new ProblemError('undo_expired')
  const noun = row.entityType as MergedNoun
  const free = await requireFree(trx, noun, row.gone, asked)
  const articles = await lockArticles(
    trx,
    sql`select article_id as id from catalogue_undo_item where undo_id = ${row.id}`,
  )
  return { row, noun, ...free, articles }
}

/** Those that can come back, and those whose names others have now. Who was deleted for good is neither. */
async function requireFree(trx: Db, noun: MergedNoun, gone: readonly string[], asked?: string) {
  const { table, name } = mergedNouns[noun]
  const given = sql<boolean>`exists (select from ${sql.table(table)} as other
    where lower(other.${sql.ref(name)}) = lower(entity.${sql.ref(name)}) and other.deleted_at is null)`
  const { rows } = await sql<{ id: string; name: string; taken: boolean }>`
    select id, ${sql.ref(name)} as name, ${noun === 'tag' ? given : sql`false`} as taken
    from ${sql.table(table)} as entity where id = any(${gone}::uuid[]) and deleted_at is not null
    order by id for update`.execute(trx)
  const taken = rows.filter((row) => row.taken)
  if (asked === undefined ? taken.length > 0 : taken.some(({ id }) => id === asked)) {
    const names = taken.filter(({ id }) => asked === undefined || id === asked).map((row) => row.name)
    throw new ProblemError('name_taken', { detail: `In use by others now: ${names.join(', ')}`, reasons: names })
  }
  if (rows.length === 0 || (asked !== undefined && !rows.some(({ id }) => id === asked)))
    throw new ProblemError('undo_expired')
  return { back: rows.filter((row) => !row.taken).map(({ id }) => id), taken: taken.map(({ id }) => id) }
}

/** What cannot come back now is a step of its own from now on. */
async function keepRest(
  trx: Db,
  id: string,
  gone: readonly string[],
  taken: readonly string[],
  back: readonly string[],
  articles: readonly string[],
) {
  const rest = uuidv7()
  const lost = gone.filter((one) => !taken.includes(one) && !back.includes(one))
  await sql`insert into catalogue_undo (id, created_at, created_by, entity_type, target, gone, entities, redirects)
    select ${rest}, created_at, created_by, entity_type, target, ${taken}::uuid[], entities, redirects
    from catalogue_undo where id = ${id}`.execute(trx)
  for (const batch of batchesOf(articles))
    await sql`insert into catalogue_undo_item (undo_id, article_id, live, ids, positions)
    select ${rest}, article_id, live, merged_ids(item.ids, ${lost}::uuid[], catalogue_undo.target),
      case when item.ids && ${lost}::uuid[] then null else positions end
    from catalogue_undo_item as item join catalogue_undo on catalogue_undo.id = undo_id
    where undo_id = ${id} and article_id = any(${batch}::uuid[]) and item.ids && ${taken}::uuid[]`.execute(trx)
}

/** What these are part of by now, however often that was merged; null when it is no longer there. */
async function replacementOf(trx: Db, noun: MergedNoun, back: readonly string[]): Promise<string | null> {
  const [heir] = await followMerges(trx, noun, back.slice(0, 1))
  if (heir === undefined || heir === back[0]) return null
  const { rows } = await sql`select from ${sql.table(mergedNouns[noun].table)}
    where id = ${heir} and deleted_at is null`.execute(trx)
  return rows.length > 0 ? heir : null
}
