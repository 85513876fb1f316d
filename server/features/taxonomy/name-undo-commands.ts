import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { undoItemsOf, type UndoStep } from '../../db/undo-log.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { UndoHandler, UndoResult, UndoRun } from '../../http/undo-handler.ts'
import { recordAudits } from '../audit/audit-commands.ts'
import { lockArticles } from './lock-uses-commands.ts'
import { discardPlans } from './merge-commands.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'
import { articleParts, type NameStep } from './name-undo-rules.ts'
import { keepRest } from './name-undo-rest-commands.ts'
import { restoreNames, restoreTarget, type GoneItem } from './name-undo-row-commands.ts'
import { restoreUses } from './name-undo-use-commands.ts'
import { restoreRedirects } from './redirect-commands.ts'
import { flushUseCounts } from '../../db/flush-use-counts.ts'

/**
 * Undoes a merge or a deletion of names: the same rows, and the same links in their places. An article whose names were
 * changed since is left alone. Asked from the trash for one name, the others whose names are in use stay in the trash.
 * @throws ProblemError undo_expired; name_taken, with the names that others have now
 */
export const nameUndo = (noun: MergedNoun): UndoHandler => ({
  permission: () => 'taxonomy.write',
  locksTaxonomy: true,
  problemOf: (index) => (index ? 'name_taken' : undefined),
  restore: (run) => restore(noun, run),
})

async function restore(noun: MergedNoun, { trx, actor, step, whileExclusive, only }: UndoRun): Promise<UndoResult> {
  await discardPlans(trx)
  const gone = (await undoItemsOf(trx, step.id, 'gone')) as GoneItem[]
  const { back, taken, articles } = await whileExclusive(() => lockStep(trx, noun, step, only))
  const stay = step.gone.filter((id) => !back.includes(id))
  const names: NameStep = { id: step.id, noun, target: gone[0]?.after.mergedInto ?? null, back, stay }
  const targetLeft = await restoreTarget(trx, actor, names, gone)
  await restoreNames(trx, names)
  const uses = await restoreUses(trx, names, articles)
  await restoreRedirects(trx, names, gone)
  await flushUseCounts(trx, noun)
  if (taken.length > 0) await keepRest(trx, names, taken, articles)
  const returned = gone.filter(({ itemId }) => back.includes(itemId))
  await recordAudits(
    trx,
    actor,
    returned.map(({ itemId, before: { row } }) => ({
      action: 'undo',
      entityType: noun,
      entityId: itemId,
      entityTitle: row.name ?? row.display_name ?? '',
    })),
  )
  return {
    restored: uses.restored,
    skipped: uses.skipped + targetLeft.length,
    left: [...targetLeft, ...uses.left],
    changed: true,
    keepsStep: taken.length > 0,
  }
}

/** Locks what the step put into the trash, and its articles. */
async function lockStep(trx: Db, noun: MergedNoun, step: UndoStep, only?: string) {
  const free = await requireFree(trx, noun, step.gone, only)
  const parts = articleParts(noun)
  const articles = await lockArticles(
    trx,
    sql`select id from article where id in (
      select item_id from undo_step_item where step_id = ${step.id} and part = any(${parts}::text[]))`,
  )
  return { ...free, articles }
}

/** Names that can come back, and those that others have now. A name that was deleted permanently is neither. */
async function requireFree(trx: Db, noun: MergedNoun, gone: readonly string[], only?: string) {
  const { table, name } = mergedNouns[noun]
  const given = sql<boolean>`exists (select from ${sql.table(table)} as other
    where lower(other.${sql.ref(name)}) = lower(entity.${sql.ref(name)}) and other.deleted_at is null)`
  const { rows } = await sql<{ id: string; name: string; taken: boolean }>`
    select id, ${sql.ref(name)} as name, ${noun === 'tag' ? given : sql`false`} as taken
    from ${sql.table(table)} as entity where id = any(${gone}::uuid[]) and deleted_at is not null
    order by id for update`.execute(trx)
  const taken = rows.filter((row) => row.taken)
  if (only === undefined ? taken.length > 0 : taken.some(({ id }) => id === only)) {
    const names = taken.filter(({ id }) => only === undefined || id === only).map((row) => row.name)
    throw new ProblemError('name_taken', { detail: `In use by others now: ${names.join(', ')}`, reasons: names })
  }
  if (rows.length === 0 || (only !== undefined && !rows.some(({ id }) => id === only)))
    throw new ProblemError('undo_expired')
  return { back: rows.filter((row) => !row.taken).map(({ id }) => id), taken: taken.map(({ id }) => id) }
}
