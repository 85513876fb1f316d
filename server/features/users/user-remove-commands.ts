import { sql } from 'kysely'
import type { HandedOver } from '#contract/users.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { clearSecondStep } from '../second-step/method-commands.ts'
import { lockAdministrators, lockUser, refused, requireAnotherAdministrator } from './administrator-commands.ts'
import { moveOwned, requireReceiver, type HandOver } from './hand-over-commands.ts'
import { endInvitationsOf } from './invitation-commands.ts'

/**
 * Removes an account, after handing over what is named. Its row stays with nothing but its name, because articles, versions
 * and the audit log refer to it; its address can be used for another account at once. This cannot be undone.
 * @throws ProblemError not_found, stale_version, forbidden; illegal_transition for the last administrator and for a
 *   registration that waits, which is rejected instead; invalid_input as `handOver`
 */
export const removeUser = (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  id: string,
  given: { version: number; handOver?: HandOver | undefined },
): Promise<HandedOver> =>
  db.transaction().execute(async (trx) => {
    const receiver = given.handOver && (await requireReceiver(trx, id, given.handOver))
    const counts = given.handOver ? await moveOwned(trx, id, given.handOver) : {}
    const administrators = await lockAdministrators(trx, actor)
    const user = await lockUser(trx, id)
    if (user.version !== given.version) throw new ProblemError('stale_version', { current: user, changedBy: null })
    if (user.status === 'pending') throw refused('is_pending')
    if (administrators.includes(id)) requireAnotherAdministrator(administrators, id)
    if (given.handOver) await requireReceiver(trx, id, given.handOver, true)
    await eraseUser(trx, id)
    const { role, status, name } = user
    await recordAudit(trx, actor, {
      action: 'remove',
      entityType: 'user',
      entityId: id,
      entityTitle: name,
      before: { role, status },
      after: receiver ? { to: receiver.name, ...counts } : undefined,
    })
    return { counts }
  })

/** Deletes what belongs to the person alone, and everything of the account but its name. */
async function eraseUser(trx: Db, id: string): Promise<void> {
  await endInvitationsOf(trx, id)
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
