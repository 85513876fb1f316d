import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { AuditAction } from '#contract/audit.ts'
import { allows, type Role } from '#contract/permissions.ts'
import type { BylineChoice } from '#contract/users.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { hashToken, newToken } from '../../http/session-token.ts'
import { dropWaitingMail, queueMail } from '../../mail/mail-outbox.ts'
import { mailFolder } from '../../mail/mailer.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { registrationMode, siteLocale } from '../settings/setting-queries.ts'
import { emailKeyOf, findMe } from './user-queries.ts'

const inAWeek = sql<string>`now() + interval '7 days'`

/**
 * Mails a link that makes an account with this role; works once, for a week. A new one replaces the old.
 * @throws ProblemError registration_closed, invalid_input
 */
export async function inviteUser(
  { db, config }: Pick<Services, 'db' | 'config'>,
  actor: Actor,
  { email, role, byline }: { email: string; role: Role; byline?: BylineChoice | undefined },
  id = uuidv7(),
) {
  if (byline) requireWriter(role)
  if ((await registrationMode(db)) === 'closed') throw new ProblemError('registration_closed')
  const emailKey = emailKeyOf(email)
  const known = await db.selectFrom('userAccount').where('emailKey', '=', emailKey).select('id').executeTakeFirst()
  if (known) throw invalidField('email', 'has_account', 'has an account already')
  return db.transaction().execute(async (trx) => {
    // One after the other: each replaces the one before.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`invitation of ${emailKey}`}, 0))`.execute(trx)
    if (byline && byline !== 'new') await requireFreeByline(trx, byline)
    const earlier = await trx
      .deleteFrom('invitation')
      .where(sql`lower(email)`, '=', emailKey)
      .where('usedAt', 'is', null)
      .returning(sql<boolean>`ended_at is null and expires_at > now()`.as('worked'))
      .execute()
    const { expiresAt } = await trx
      .insertInto('invitation')
      .values({
        id,
        email,
        role,
        // No one knows this one: the secret is made when the mail is written.
        tokenHash: hashToken(newToken()),
        createdBy: actor.id,
        expiresAt: inAWeek,
        givesByline: byline !== undefined,
        byline: byline === 'new' ? null : (byline ?? null),
      })
      .returning('expiresAt')
      .executeTakeFirstOrThrow()
    await mailInvitation(trx, actor, { id, email })
    await recordAudit(trx, actor, { ...lineOf('invite', id, email), after: { role } })
    return { id, email, expiresAt, mailFolder: mailFolder(config), replaced: earlier.some(({ worked }) => worked) }
  })
}

/** As it was answered when it was made. @throws ProblemError not_found */
export async function viewInvitation({ db, config }: Pick<Services, 'db' | 'config'>, id: string) {
  const made = await db
    .selectFrom('invitation')
    .where('id', '=', id)
    .select(['id', 'email', 'expiresAt'])
    .executeTakeFirst()
  if (!made) throw new ProblemError('not_found')
  return { ...made, mailFolder: mailFolder(config), replaced: false }
}

/**
 * Mails the invitation again: for a week from now, with a new link, and the old link ends at once.
 * @throws ProblemError not_found when it was used or revoked, registration_closed
 */
export async function resendInvitation({ db, config }: Pick<Services, 'db' | 'config'>, actor: Actor, id: string) {
  if ((await registrationMode(db)) === 'closed') throw new ProblemError('registration_closed')
  return db.transaction().execute(async (trx) => {
    const again = await renew(trx, actor, id, newToken())
    await mailInvitation(trx, actor, { id, email: again.email })
    await recordAudit(trx, actor, lineOf('resend', id, again.email))
    return { ...again, mailFolder: mailFolder(config) }
  })
}

/**
 * A new link of an invitation, to hand over by other means than a mail: for a week from now, and every earlier link ends.
 * A mail that still waits is not sent, because it would end this link.
 * @throws ProblemError not_found when it was used or revoked, registration_closed
 */
export async function linkOfInvitation({ db, config }: Pick<Services, 'db' | 'config'>, actor: Actor, id: string) {
  if ((await registrationMode(db)) === 'closed') throw new ProblemError('registration_closed')
  const token = newToken()
  return db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom('invitation')
      .select('email')
      .where('id', '=', id)
      .where('usedAt', 'is', null)
      .executeTakeFirst()
    if (!open) throw new ProblemError('not_found')
    // The mail first, then the link: the order in which the job that sends it takes them.
    await dropWaitingMail(trx, 'invitation', emailKeyOf(open.email))
    const { email, expiresAt } = await renew(trx, actor, id, token)
    await recordAudit(trx, actor, lineOf('copy_link', id, email))
    return { url: `${config.publicUrl}/register#invitation=${token}`, expiresAt }
  })
}

/** For a week from now under a new secret, on the word of the person who does it. @throws ProblemError not_found */
async function renew(trx: Db, actor: Actor, id: string, token: string) {
  const renewed = await trx
    .updateTable('invitation')
    .set({ tokenHash: hashToken(token), expiresAt: inAWeek, createdBy: actor.id, endedAt: null })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning(['email', 'expiresAt'])
    .executeTakeFirst()
  if (!renewed) throw new ProblemError('not_found')
  return renewed
}

/** Whoever loses the right to invite has invited no one: what is open ends permanently, also if the right comes back. */
export async function endInvitationsOf(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ endedAt: sql<string>`now()` })
    .where('createdBy', '=', userId)
    .where('usedAt', 'is', null)
    .where('endedAt', 'is', null)
    .execute()
}

/** @throws ProblemError invalid_input where the role writes nothing that could carry a byline */
export function requireWriter(role: Role): void {
  if (!allows(role, 'articles.write')) throw invalidField('byline', 'role', 'is for people who write')
}

async function requireFreeByline(trx: Db, byline: string): Promise<void> {
  const free = await trx
    .selectFrom('author')
    .select('id')
    .where('id', '=', byline)
    .where('userId', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!free) throw invalidField('byline', 'taken', 'belongs to another account, or is gone')
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
  // Whoever is invited has no language yet: the site's, else that of the person who invites.
  const locale = (await siteLocale(trx)) ?? (await findMe(trx, actor.id))?.locale ?? 'en'
  await queueMail(trx, 'invitation', emailKeyOf(email), { invitationId: id, locale })
}

const lineOf = (action: AuditAction, entityId: string, entityTitle: string) => ({
  action,
  entityType: 'invitation' as const,
  entityId,
  entityTitle,
})
