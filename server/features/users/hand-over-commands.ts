import { sql } from 'kysely'
import { allows } from '#contract/permissions.ts'
import { type HandedOver, type OwnedKind, ownedPermissions } from '#contract/users.ts'
import { deleteUndoStep, recordUndoItems, recordUndoStep } from '../../db/undo-log.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { ownedIds, ownedTables } from './owned-queries.ts'
import { findUser } from './user-queries.ts'

export type HandOver = { to: string; kinds: OwnedKind[] }
type Counts = HandedOver['counts']

/** A statement that changes so many rows, with all that triggers add to it, stays far below the statement time limit. */
const AT_ONCE = 500

/**
 * Gives what one account owns to another: all of it or, when anything fails, nothing. Versions stay as they are, so no one
 * who is editing meanwhile is disturbed.
 * @throws ProblemError not_found; invalid_input at `to` or `kinds` where the other account cannot own it
 */
export const handOver = ({ db }: Pick<Services, 'db'>, actor: Actor, from: string, given: HandOver) =>
  db.transaction().execute(async (trx) => {
    const user = await findUser(trx, from)
    if (!user) throw new ProblemError('not_found')
    const receiver = await requireReceiver(trx, from, given)
    const { name: title } = user
    const undo = await recordUndoStep(trx, actor.id, { noun: 'user', action: 'hand_over', title })
    const counts = await moveOwned(trx, from, given, undo.id)
    // Rights may have changed while that took its time. Only now, because locked accounts cannot sign in.
    await requireReceiver(trx, from, given, true)
    const isEmpty = Object.values(counts).every((count) => count === 0)
    if (isEmpty) {
      await deleteUndoStep(trx, undo.id)
      return { counts, undo: null }
    }
    await recordAudit(trx, actor, {
      action: 'hand_over',
      entityType: 'user',
      entityId: from,
      entityTitle: title,
      after: { to: receiver.name, ...counts },
    })
    return { counts, undo }
  })

/**
 * The account that is given something.
 * @param locked keeps its role and status as they are until the transaction ends
 * @throws ProblemError invalid_input
 */
export async function requireReceiver(trx: Db, from: string, { to, kinds }: HandOver, locked = false) {
  if (locked) await trx.selectFrom('userAccount').select('id').where('id', '=', to).forShare().execute()
  const receiver = await findUser(trx, to)
  if (!receiver) throw invalidField('to', 'unknown_id', 'there is no such account')
  if (to === from) throw invalidField('to', 'same', 'is the same account')
  if (receiver.status !== 'active') throw invalidField('to', 'not_active', 'is not an active account')
  const foreign = kinds.findIndex((kind) => {
    const permission = ownedPermissions[kind]
    return permission !== undefined && !allows(receiver.role, permission)
  })
  if (foreign >= 0) throw invalidField(`kinds.${foreign}`, 'role', 'cannot be owned by an account with this role')
  return receiver
}

/** @param step records how to undo it; undefined: it cannot be undone */
export async function moveOwned(trx: Db, from: string, { to, kinds }: HandOver, step?: string): Promise<Counts> {
  const counts: Counts = {}
  for (const kind of kinds) {
    const table = ownedTables[kind]
    const { rows } = await ownedIds(table, from).execute(trx)
    const ids = await setOwner(trx, kind, { ids: rows.map(({ id }) => id), from, to })
    counts[kind] = ids.length
    if (step)
      await recordUndoItems(
        trx,
        step,
        ids.map((id) => itemOf(id, kind, from, to)),
      )
  }
  if (!kinds.includes('articles')) return counts
  // Whoever has the articles now is told when one is returned.
  const { rows } = await sql<{ id: string }>`select id from article where submitted_by = ${from} order by id`.execute(
    trx,
  )
  const submitted = await setOwner(trx, 'submissions', { ids: rows.map(({ id }) => id), from, to })
  if (step)
    await recordUndoItems(
      trx,
      step,
      submitted.map((id) => itemOf(id, 'submissions', from, to)),
    )
  return counts
}

const itemOf = (itemId: string, part: OwnedPart, from: string, to: string) => ({
  itemId,
  part,
  before: { owner: from },
  after: { owner: to },
})

/** What an undo log of a hand-over distinguishes. */
export type OwnedPart = OwnedKind | 'submissions'
const tableOf = (part: OwnedPart) =>
  part === 'submissions' ? { table: 'article', owner: 'submitted_by' } : ownedTables[part]

/** @returns the ids of the rows that were still of the account `from` */
export async function setOwner(
  trx: Db,
  part: OwnedPart,
  { ids, from, to }: { ids: readonly string[]; from: string; to: string },
): Promise<string[]> {
  const { table, owner } = tableOf(part)
  const changed: string[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const { rows } = await sql<{ id: string }>`
      with locked as materialized (
        select id from ${sql.table(table)} where id = any(${some}::uuid[]) and ${sql.ref(owner)} = ${from}
        order by id for no key update
      )
      update ${sql.table(table)} set ${sql.ref(owner)} = ${to} where id in (select id from locked)
      returning id`.execute(trx)
    changed.push(...rows.map(({ id }) => id))
  }
  return changed
}
