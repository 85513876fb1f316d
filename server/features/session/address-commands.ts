import { sql } from 'kysely'
import type { Locale, Me } from '#contract/session.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { namingIndexes } from '../../http/index-problem.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { dropWaitingMail, queueMail } from '../../mail/mail-outbox.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { emailKeyOf, findMe } from '../users/user-queries.ts'
import { requirePassword } from './password-check-commands.ts'
import { requireSession } from './profile-commands.ts'

/** What a change of the address needs to know of the account; the caller has locked it. */
type Account = { id: string; name: string; email: string; locale: Locale }

const hasAccount = () => invalidField('email', 'has_account', 'has an account already')

/** The unique index has the last word, so this is around the transaction. */
export const namingTakenAddress = <T>(act: () => Promise<T>): Promise<T> =>
  namingIndexes({ user_account_email_key: hasAccount }, act)

/**
 * Gives an account another address, and tells the old one. A mailed link for a new password ends: whoever reads the old mailbox
 * may be someone else. Other mails that wait go to the new address.
 */
export async function changeAddress(trx: Db, actor: Actor, account: Account, email: string): Promise<void> {
  const [before, after] = [emailKeyOf(account.email), emailKeyOf(email)]
  await trx
    .updateTable('userAccount')
    .set((user) => ({ email, emailKey: after, version: user('version', '+', 1), updatedAt: sql<string>`now()` }))
    .where('id', '=', account.id)
    .execute()
  if (before !== after) {
    await dropWaitingMail(trx, 'password_reset', before)
    await trx.deleteFrom('passwordReset').where('userId', '=', account.id).where('usedAt', 'is', null).execute()
    await trx
      .updateTable('mailOutbox')
      .set({ recipient: after })
      .where('recipient', '=', before)
      .where('status', 'in', ['waiting', 'failed'])
      // These are for an address, whoever has it.
      .where('kind', 'not in', ['invitation', 'health_alert', 'address_changed'])
      .execute()
    await queueMail(trx, 'address_changed', account.email, { locale: account.locale })
  }
  await recordAudit(trx, actor, {
    action: 'edit',
    entityType: 'user',
    entityId: account.id,
    entityTitle: account.name,
    before: { email: account.email },
    after: { email },
  })
}

/**
 * My own address, which my sign-in goes by from now on; sessions stay.
 * @throws ProblemError invalid_input with the field `password` or `email`, too_many_requests, busy
 */
export async function changeOwnAddress(
  db: Services['db'],
  actor: Actor,
  given: { email: string; password: string },
): Promise<Me> {
  await requirePassword(db, actor, given.password)
  return namingTakenAddress(() =>
    db.transaction().execute(async (trx) => {
      await requireSession(trx, actor)
      const account = await findMe(trx, actor.id)
      if (account && account.email !== given.email) await changeAddress(trx, actor, account, given.email)
      const me = await findMe(trx, actor.id)
      if (!me) throw new ProblemError('not_signed_in')
      return me
    }),
  )
}
