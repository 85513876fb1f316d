import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { hashToken, newToken } from '../../http/session-token.ts'
import { queueMail } from '../../mail/mail-outbox.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { registrationMode } from '../settings/setting-queries.ts'
import { emailKeyOf, findMe, findUser } from './user-queries.ts'

type UserChange = { version: number; role?: Role; status?: User['status'] }

/**
 * Approves, suspends or changes the role; the person's sessions end with it.
 * @throws ProblemError not_found, stale_version, illegal_transition
 */
export async function editUser(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  id: string,
  change: UserChange,
): Promise<User> {
  return db.transaction().execute(async (trx) => {
    // In one order, so that two administrators who demote each other wait instead of both winning.
    const administrators = await trx
      .selectFrom('userAccount')
      .where('role', '=', 'administrator')
      .where('status', '=', 'active')
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
    await trx.selectFrom('userAccount').where('id', '=', id).select('id').forUpdate().execute()
    const before = await findUser(trx, id)
    if (!before) throw new ProblemError('not_found')
    if (before.version !== change.version) throw new ProblemError('stale_version', { current: before, changedBy: null })
    const { role = before.role, status = before.status } = change
    if (role === before.role && status === before.status) return before
    if (status === 'pending' && before.status !== 'pending') throw refused('not_pending_again')
    const stays = role === 'administrator' && status === 'active'
    if (!stays && administrators.every((administrator) => administrator.id === id) && administrators.length > 0)
      throw refused('last_administrator')

    await trx
      .updateTable('userAccount')
      .set((user) => ({ role, status, version: user('version', '+', 1), updatedAt: sql<string>`now()` }))
      .where('id', '=', id)
      .execute()
    await trx.deleteFrom('session').where('userId', '=', id).execute()
    if (before.status === 'pending' && status === 'active') await queueMail(trx, 'approval', emailKeyOf(before.email))
    await recordAudit(trx, actor, {
      action: 'edit',
      entityType: 'user',
      entityId: id,
      entityTitle: before.name,
      before: { role: before.role, status: before.status },
      after: { role, status },
    })
    return (await findUser(trx, id)) ?? before
  })
}

const refused = (reason: string) => new ProblemError('illegal_transition', { reasons: [reason] })

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
        expiresAt: sql<string>`now() + interval '7 days'`,
      })
      .returning('expiresAt')
      .executeTakeFirstOrThrow()
    const inviter = await findMe(trx, actor.id)
    await queueMail(trx, 'invitation', emailKey, { invitationId: id, locale: inviter?.locale ?? 'en' })
    await recordAudit(trx, actor, {
      action: 'invite',
      entityType: 'invitation',
      entityId: id,
      entityTitle: email,
      after: { role },
    })
    return { email, expiresAt }
  })
}
