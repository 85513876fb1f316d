import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { queueMail } from '../../mail/mail-outbox.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { emailKeyOf } from '../users/user-queries.ts'
import { clearSecondStep, lockPerson } from './method-commands.ts'

/**
 * Removes every second step of a person, ends their sessions and sign-ins, and tells them by mail. The password still counts.
 * @param actor null: the command on the server
 * @throws ProblemError not_found, illegal_transition when there is none, or when it is one's own
 */
export async function resetSecondStep(db: Services['db'], actor: Actor | null, userId: string): Promise<void> {
  if (actor?.id === userId) throw new ProblemError('illegal_transition', { reasons: ['own_account'] })
  await db.transaction().execute(async (trx) => {
    const { hasSecondStep } = await lockPerson(trx, userId)
    if (!hasSecondStep) throw new ProblemError('illegal_transition', { reasons: ['no_second_step'] })
    await clearSecondStep(trx, userId)
    await trx.deleteFrom('session').where('userId', '=', userId).execute()
    await trx.deleteFrom('pendingSignIn').where('userId', '=', userId).execute()
    const { name, email } = await trx
      .selectFrom('userAccount')
      .where('id', '=', userId)
      .select(['name', 'email'])
      .executeTakeFirstOrThrow()
    await recordAudit(trx, actor, {
      action: 'reset_second_step',
      entityType: 'user',
      entityId: userId,
      entityTitle: name,
    })
    await queueMail(trx, 'second_step_reset', emailKeyOf(email))
  })
}
