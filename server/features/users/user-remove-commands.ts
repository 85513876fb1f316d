import { sql } from 'kysely'
import type { HandedOver } from '#contract/users.ts'
import type { Db } from '../../db/database.ts'
import { deleteUndoStep } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { clearSecondStep } from '../second-step/method-commands.ts'
import { endLinksMadeBy } from '../session/link-commands.ts'
import { lockAdministrators, lockUser, refused, requireAnotherAdministrator } from './administrator-commands.ts'
import { beginRun, cancelRun, completeRun, endRun, performRun } from './hand-over-run-commands.ts'
import { endInvitationsOf } from './invitation-commands.ts'
import { requireReceiver, type HandOver } from './receiver-commands.ts'

/**
 * Removes an account, after handing over what is named. Its row stays with nothing but its name, because articles, versions
 * and the audit log refer to it; its address can be used for another account at once. This cannot be undone.
 * @throws ProblemError not_found, stale_version, forbidden; illegal_transition for the last administrator and for a
 *   registration that waits, which is rejected instead; invalid_input as `handOver`
 */
export async function removeUser(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  id: string,
  given: { version: number; handOver?: HandOver | undefined },
): Promise<HandedOver> {
  const { handOver } = given
  const remove = (run?: { stepId: string; counts: HandedOver['counts'] }) =>
    db.transaction().execute(async (trx) => {
      const user = await requireRemovable(trx, actor, id, given.version)
      const receiver = handOver && (await requireReceiver(trx, id, handOver, true))
      if (run) await endRun(trx, run.stepId)
      await eraseUser(trx, id)
      const { role, status, name } = user
      await recordAudit(trx, actor, {
        action: 'remove',
        entityType: 'user',
        entityId: id,
        entityTitle: name,
        before: { role, status },
        after: receiver ? { to: receiver.name, ...run?.counts } : undefined,
      })
      return { counts: run?.counts ?? {}, left: 0 }
    })
  if (!handOver) return remove()
  const { name } = await db.transaction().execute((trx) => requireRemovable(trx, actor, id, given.version))
  const { run } = await beginRun({ db }, actor, id, handOver, name)
  const { counts, left } = await performRun(db, run)
  if (left > 0) {
    // Whoever removes the account again moves the rest first.
    await completeRun(db, actor, run, counts)
    throw new ProblemError('busy', { retryAfter: 5, detail: `${left} items could not be handed over in time` })
  }
  const removed = await remove({ stepId: run.stepId, counts }).catch(async (error: unknown) => {
    await cancelRun(db, run)
    throw error
  })
  // It cannot be undone, because the account is gone.
  await db.transaction().execute((trx) => deleteUndoStep(trx, run.stepId))
  return removed
}

/**
 * Takes a registration that waits for approval away; no one is told, and the address may ask again. Its row stays without a name: to delete
 * it, each table that may name an account would be looked through, millions of rows.
 * @throws ProblemError not_found, illegal_transition once it was approved
 */
export async function rejectUser({ db }: Pick<Services, 'db'>, actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockAdministrators(trx, actor)
    const { name, role, status } = await lockUser(trx, id)
    if (status !== 'pending') throw refused('not_pending')
    await eraseUser(trx, id)
    await trx.updateTable('userAccount').set({ name: '' }).where('id', '=', id).execute()
    await recordAudit(trx, actor, {
      action: 'reject',
      entityType: 'user',
      entityId: id,
      entityTitle: name,
      before: { role, status },
    })
  })
}

/** The account, locked with every administrator, where this person may remove it. */
async function requireRemovable(trx: Db, actor: Actor, id: string, version: number) {
  const administrators = await lockAdministrators(trx, actor)
  const user = await lockUser(trx, id)
  if (user.version !== version) throw new ProblemError('stale_version', { current: user, changedBy: null })
  if (user.status === 'pending') throw refused('is_pending')
  if (administrators.includes(id)) requireAnotherAdministrator(administrators, id)
  return user
}

/** Deletes what belongs to the person alone, and everything of the account but its name. */
async function eraseUser(trx: Db, id: string): Promise<void> {
  await endInvitationsOf(trx, id)
  await endLinksMadeBy(trx, id)
  await trx.updateTable('author').set({ userId: null }).where('userId', '=', id).execute()
  for (const table of ['session', 'pendingSignIn', 'knownNetwork', 'passwordReset'] as const)
    await trx.deleteFrom(table).where('userId', '=', id).execute()
  await clearSecondStep(trx, id)
  await trx.deleteFrom('savedView').where('ownerId', '=', id).where('shared', '=', false).execute()
  await trx.deleteFrom('previewLink').where('createdBy', '=', id).execute()
  await trx
    .updateTable('userAccount')
    .set((user) => ({
      status: 'removed',
      role: 'viewer',
      email: '',
      // Unique, and no address that anyone can have.
      emailKey: `removed:${id}`,
      passwordHash: null,
      timeZone: null,
      version: user('version', '+', 1),
      updatedAt: sql<string>`now()`,
    }))
    .where('id', '=', id)
    .execute()
}
