import { sql, type Kysely, type Selectable } from 'kysely'
import type { HandedOver, OwnedKind } from '#contract/users.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { deleteUndoStep, recordUndoItems, recordUndoStep, undoItemsOf } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { queueHandOverMail } from './hand-over-mail-commands.ts'
import { inBatches } from './hand-over-batches.ts'
import { ownedIds, ownedTables } from './owned-queries.ts'
import { requireReceiver, type HandOver } from './receiver-commands.ts'
import { findUser } from './user-queries.ts'

/** What an undo log of a hand-over distinguishes. */
export type OwnedPart = OwnedKind | 'submissions'
type Run = Omit<Selectable<Tables['handOverRun']>, 'kinds'> & { kinds: OwnedKind[] }
type Owner = { owner: string }
/** `kinds` were checked when they were stored. */
const asRun = (row: Selectable<Tables['handOverRun']>): Run => ({ ...row, kinds: row.kinds as OwnedKind[] })

/** A run that was not touched for so long has lost its process. A statement may take 4 seconds. */
const ABANDONED = sql`now() - interval '1 minute'`

const tableOf = (part: OwnedPart) =>
  part === 'submissions' ? { table: 'article', owner: 'submitted_by' } : ownedTables[part]

/** Changes the owner where it still is `from`. Rows are locked in the order of their ids. @returns the ids of these rows */
async function setOwner(
  trx: Db,
  part: OwnedPart,
  { ids, from, to }: { ids: readonly string[]; from: string; to: string },
): Promise<string[]> {
  const { table, owner } = tableOf(part)
  const { rows } = await sql<{ id: string }>`
    with locked as materialized (
      select id from ${sql.table(table)} where id = any(${ids}::uuid[]) and ${sql.ref(owner)} = ${from}
      order by id for no key update
    )
    update ${sql.table(table)} set ${sql.ref(owner)} = ${to} where id in (select id from locked)
    returning id`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Records that everything of these kinds is to get another owner, and how to undo what is done so far.
 * @throws ProblemError as requireReceiver
 */
export const beginRun = ({ db }: Pick<Services, 'db'>, actor: Actor, from: string, given: HandOver, title: string) =>
  db.transaction().execute(async (trx) => {
    await requireReceiver(trx, from, given)
    const undo = await recordUndoStep(trx, actor.id, { noun: 'user', action: 'hand_over', title })
    const run = await trx
      .insertInto('handOverRun')
      .values({
        stepId: undo.id,
        actorId: actor.id,
        actorName: actor.name,
        ip: actor.ip,
        fromId: from,
        toId: given.to,
        kinds: [...given.kinds],
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { undo, run: asRun(run) }
  })

/**
 * Moves what is left to move, in short transactions. What it has moved is moved back when the receiver may not own it any
 * more, or when the database refuses. What cannot be moved in time stays where it is: another hand-over moves it.
 * @returns what was moved, and how many items were left
 * @throws ProblemError as requireReceiver
 */
export async function performRun(db: Kysely<Tables>, run: Run): Promise<HandedOver> {
  let left = 0
  try {
    for (const kind of run.kinds) left += await moveAll(db, run, kind)
    // Whoever has the articles now is told when one is returned.
    if (run.kinds.includes('articles')) await moveAll(db, run, 'submissions')
  } catch (error) {
    // One that was completed elsewhere stays as it is.
    if (await findCounts(db, run)) await cancelRun(db, run)
    throw error
  }
  const { counts } = (await findCounts(db, run)) ?? { counts: {} as Run['counts'] }
  return { counts: Object.fromEntries(run.kinds.map((kind) => [kind, counts[kind] ?? 0])), left }
}

const findCounts = (db: Kysely<Tables>, { stepId }: Run) =>
  db.selectFrom('handOverRun').where('stepId', '=', stepId).select('counts').executeTakeFirst()

/** @returns how many items were left */
async function moveAll(db: Kysely<Tables>, run: Run, part: OwnedPart): Promise<number> {
  const { fromId: from, toId: to, kinds } = run
  const { rows } =
    part === 'submissions'
      ? await sql<{ id: string }>`select id from article where submitted_by = ${from} order by id`.execute(db)
      : await ownedIds(ownedTables[part], from).execute(db)
  const all = rows.map(({ id }) => id)
  const left = await inBatches(all, (given) =>
    db.transaction().execute(async (trx) => {
      const ids = await setOwner(trx, part, { ids: given, from, to })
      const items = ids.map((itemId) => ({ itemId, part, before: { owner: from }, after: { owner: to } }))
      await recordUndoItems(trx, run.stepId, items)
      await countMoved(trx, run.stepId, part, ids.length)
      // Only now, because locked accounts cannot sign in.
      await requireReceiver(trx, from, { to, kinds }, true)
    }),
  )
  return left.length
}

/** @throws ProblemError busy when the run was completed or cancelled elsewhere */
async function countMoved(trx: Db, stepId: string, part: OwnedPart, moved: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update hand_over_run set touched_at = now(),
      counts = counts || jsonb_build_object(${part}::text, coalesce((counts ->> ${part})::int, 0) + ${moved}::int)
    where step_id = ${stepId}`.execute(trx)
  if (numAffectedRows === 0n) throw new ProblemError('busy', { retryAfter: 5 })
}

/** Gives back what was moved so far, and forgets the run. */
export async function cancelRun(db: Kysely<Tables>, { stepId }: Pick<Run, 'stepId'>): Promise<void> {
  await moveBack(db, stepId)
  await db.transaction().execute((trx) => deleteUndoStep(trx, stepId))
}

/**
 * Moves the items of a step back to who owned them, in short transactions, where they still belong to who got them. What is
 * back already, from a try that ended early, counts as well.
 * @returns the ids by part: what is back, and what belongs to someone else by now
 */
export async function moveBack(db: Kysely<Tables>, stepId: string) {
  const items = await undoItemsOf<Owner, Owner>(db, stepId)
  const [first] = items
  const moved: { part: OwnedPart; back: string[]; left: string[] }[] = []
  if (!first) return moved
  const [from, to] = [first.after.owner, first.before.owner]
  for (const part of new Set(items.map((item) => item.part as OwnedPart))) {
    const ids = items.filter((item) => item.part === part).map(({ itemId }) => itemId)
    const isBack = new Set<string>()
    await inBatches(ids, async (some) => {
      await db.transaction().execute((trx) => setOwner(trx, part, { ids: some, from, to }))
      const { table, owner } = tableOf(part)
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
        where id = any(${some}::uuid[]) and ${sql.ref(owner)} = ${to}`.execute(db)
      for (const { id } of rows) isBack.add(id)
    })
    moved.push({ part, back: ids.filter((id) => isBack.has(id)), left: ids.filter((id) => !isBack.has(id)) })
  }
  return moved
}

/** Ends a run that has moved everything. @returns false when that was done elsewhere */
export async function endRun(trx: Db, stepId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('handOverRun').where('stepId', '=', stepId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends a run as a hand-over, with its line in the audit log. @returns whether anything was handed over */
export const completeRun = (db: Kysely<Tables>, actor: Actor, run: Run, counts: HandedOver['counts']) =>
  db.transaction().execute(async (trx) => {
    if (Object.values(counts).every((count) => count === 0)) {
      await deleteUndoStep(trx, run.stepId)
      return false
    }
    if (!(await endRun(trx, run.stepId))) return true
    const [from, receiver] = [await findUser(trx, run.fromId), await findUser(trx, run.toId)]
    if (receiver) await queueHandOverMail(trx, { to: receiver, from: from?.name ?? '', by: actor }, counts)
    await recordAudit(trx, actor, {
      action: 'hand_over',
      entityType: 'user',
      entityId: run.fromId,
      entityTitle: from?.name ?? '',
      after: { to: receiver?.name ?? '', toId: run.toId, ...counts },
    })
    return true
  })

/** Completes hand-overs whose process ended before they did. What was moved to someone who may not own it any more is moved back. */
export async function resumeHandOvers(db: Kysely<Tables>): Promise<void> {
  for (;;) {
    const found = await db
      .updateTable('handOverRun')
      .set({ touchedAt: sql<string>`now()` })
      .where(
        'stepId',
        '=',
        sql<string>`(select step_id from hand_over_run where touched_at < ${ABANDONED} limit 1 for update skip locked)`,
      )
      .returningAll()
      .executeTakeFirst()
    if (!found) return
    const run = asRun(found)
    const { actorId: id, actorName: name, ip } = run
    try {
      const { counts } = await performRun(db, run)
      await completeRun(db, { id, name, ip, role: 'administrator', sessionId: '' }, run, counts)
    } catch (error) {
      // It was moved back: the person has to choose someone else.
      if (!(error instanceof ProblemError)) throw error
    }
  }
}
