import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { hashToken, newToken } from '../../http/session-token.ts'
import { mayBeUsed } from '../users/user-queries.ts'

/**
 * A new reset link for a person; every earlier one ends. The secret is in the mail, or with who made it, only.
 * @param issuedBy the administrator who hands it over; null for one that the person asked for and gets by mail
 */
export async function issueReset(db: Db, userId: string, issuedBy: string | null = null): Promise<string> {
  const token = newToken()
  await sql`
    insert into password_reset (id, user_id, token_hash, expires_at, issued_by, asked)
    values (${uuidv7()}, ${userId}, ${hashToken(token)}, now() + interval '10 minutes', ${issuedBy}, ${issuedBy === null})
    on conflict (user_id) where used_at is null do update
      set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at,
        issued_by = excluded.issued_by,
        asked = excluded.asked or (password_reset.asked and password_reset.expires_at > now())
  `.execute(db)
  return token
}

/** Links that someone made for others end with the right to make them, also if it comes back. */
export async function endLinksMadeBy(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passwordReset').where('issuedBy', '=', userId).where('usedAt', 'is', null).execute()
}

type MailedInvitation = { token: string; role: Role; invitedBy: string }

/** An invitation that was not used yet, with a secret that is new each time it is mailed. */
export async function issueInvitation(db: Db, invitationId: string): Promise<MailedInvitation | undefined> {
  const token = newToken()
  const invitation = await db
    .updateTable('invitation')
    .set({ tokenHash: hashToken(token) })
    .where('id', '=', invitationId)
    .where('usedAt', 'is', null)
    .where(mayBeUsed)
    .returning((row) => [
      'role',
      row.selectFrom('userAccount').whereRef('id', '=', 'invitation.createdBy').select('name').as('invitedBy'),
    ])
    .executeTakeFirst()
  return invitation && { token, role: invitation.role, invitedBy: invitation.invitedBy ?? '' }
}
