import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { hashToken, newToken } from '../../http/session-token.ts'
import { queueMail } from '../../mail/mail-outbox.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { registrationMode } from '../settings/setting-queries.ts'
import { emailKeyOf, findMe } from './user-queries.ts'

const inAWeek = sql<string>`now() + interval '7 days'`

/**
 * Mails a link that makes an account with this role; works once, for a week. A new one replaces the old.
 * @throws ProblemError registration_closed, invalid_input
 */
export async function inviteUser(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  { email, role }: { email: string; role: Role },
) {
  if ((await registrationMode(db)) === 'closed') throw new ProblemError('registration_closed')
  const emailKey = emailKeyOf(email)
  const known = await db.selectFrom('userAccount').where('emailKey', '=', emailKey).select('id').executeTakeFirst()
  if (known) throw invalidField('email', 'taken', 'has an account already')
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('invitation')
      .where(sql`lower(email)`, '=', emailKey)
      .where('usedAt', 'is', null)
      .execute()
    const id = uuidv7()
    const { expiresAt } = await trx
      .insertInto('invitation')
      .values({
        id,
        email,
        role,
        // Nobody knows this one: the secret is made when the mail is written.
        tokenHash: hashToken(newToken()),
        createdBy: actor.id,
        expiresAt: inAWeek,
      })
      .returning('expiresAt')
      .executeTakeFirstOrThrow()
    await mailInvitation(trx, actor, { id, email })
    await recordAudit(trx, actor, { ...lineOf('invite', id, email), after: { role } })
    return { email, expiresAt }
  })
}

/**
 * Mails the invitation again: for a week from now, with a new link, and the old link ends at once.
 * @throws ProblemError not_found when it was used or revoked, registration_closed
 */
export async function resendInvitation({ db }: Pick<Services, 'db'>, actor: Actor, id: string) {
  if ((await registrationMode(db)) === 'closed') throw new ProblemError('registration_closed')
  return db.transaction().execute(async (trx) => {
    const again = await trx
      .updateTable('invitation')
      .set({ tokenHash: hashToken(newToken()), expiresAt: inAWeek })
      .where('id', '=', id)
      .where('usedAt', 'is', null)
      .returning(['email', 'expiresAt'])
      .executeTakeFirst()
    if (!again) throw new ProblemError('not_found')
    await mailInvitation(trx, actor, { id, email: again.email })
    await recordAudit(trx, actor, lineOf('resend', id, again.email))
    return again
  })
}

/** @throws ProblemError not_found when it was used or revoked */
export async function revokeInvitation({ db }: Pick<Services, 'db'>, actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const revoked = await trx
      .deleteFrom('invitation')
      .where('id', '=', id)
      .where('usedAt', 'is', null)
      .returning(['email', 'role'])
      .executeTakeFirst()
    if (!revoked) throw new ProblemError('not_found')
    await recordAudit(trx, actor, { ...lineOf('revoke', id, revoked.email), before: { role: revoked.role } })
  })
}

async function mailInvitation(trx: Db, actor: Actor, { id, email }: { id: string; email: string }): Promise<void> {
  const inviter = await findMe(trx, actor.id)
  await queueMail(trx, 'invitation', emailKeyOf(email), { invitationId: id, locale: inviter?.locale ?? 'en' })
}

const lineOf = (action: string, entityId: string, entityTitle: string) => ({
  action,
  entityType: 'invitation',
  entityId,
  entityTitle,
})
