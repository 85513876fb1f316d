import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { networkOf } from '../../http/network.ts'
import { countHit, forgetHits } from '../../http/rate-limit.ts'
import { hashToken } from '../../http/session-token.ts'
import { queueMail } from '../../mail/mail-outbox.ts'
import type { Services } from '../../services.ts'
import { recordAudit, strangerAt } from '../audit/audit-commands.ts'
import { emailKeyOf, issuerMayStill } from '../users/user-queries.ts'
import { hashPassword } from './password-hash.ts'
import { requireGoodPassword } from './registration-commands.ts'

const PER_ACCOUNT = { max: 3, seconds: 3600, of: 'password resets of one address' }
const PER_NETWORK = { max: 60, seconds: 3600, of: 'password resets from one network' }

/** Writes one line to the outbox, for any address: whether anyone lives there is found out later, by the worker. */
export async function requestReset(db: Services['db'], email: string, ip: string): Promise<void> {
  await countHit(db, `forget-from:${networkOf(ip)}`, PER_NETWORK)
  const emailKey = emailKeyOf(email)
  await countHit(db, `forget:${emailKey}`, PER_ACCOUNT)
  await db.transaction().execute((trx) => queueMail(trx, 'password_reset', emailKey))
}

/**
 * Sets a new password and ends every session of the person.
 * @throws ProblemError link_expired, invalid_input, busy
 */
export async function confirmReset(db: Services['db'], token: string, password: string, ip: string): Promise<void> {
  const tokenHash = hashToken(token)
  const person = await usable(db, tokenHash)
  if (!person) throw new ProblemError('link_expired')
  requireGoodPassword(password, person)
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    // The account first, then the link: the order of everything that changes both.
    await trx.selectFrom('userAccount').select('id').where('id', '=', person.id).forNoKeyUpdate().execute()
    const used = await trx
      .updateTable('passwordReset')
      .set({ usedAt: sql<string>`now()` })
      .where('tokenHash', '=', tokenHash)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', sql<string>`now()`)
      .where(issuerMayStill)
      .returning('userId')
      .executeTakeFirst()
    if (!used) throw new ProblemError('link_expired')
    await replacePassword(trx, used.userId, passwordHash)
    const { name, emailKey } = person
    await forgetHits(trx, `sign-in:${emailKey}`)
    await recordAudit(trx, strangerAt(ip), {
      action: 'reset_password',
      entityType: 'user',
      entityId: used.userId,
      entityTitle: name,
    })
  })
}

/** A new password; every session that the old one opened ends, and so does every reset link. */
export async function replacePassword(trx: Db, userId: string, passwordHash: string): Promise<void> {
  await trx
    .updateTable('userAccount')
    .set((user) => ({ passwordHash, version: user('version', '+', 1), updatedAt: sql<string>`now()` }))
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('session').where('userId', '=', userId).execute()
  await trx.deleteFrom('pendingSignIn').where('userId', '=', userId).execute()
  await trx.deleteFrom('passwordReset').where('userId', '=', userId).where('usedAt', 'is', null).execute()
}

const usable = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('passwordReset')
    .innerJoin('userAccount', 'userAccount.id', 'passwordReset.userId')
    .where('passwordReset.tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('passwordReset.expiresAt', '>', sql<string>`now()`)
    .where(issuerMayStill)
    .where('userAccount.status', '!=', 'suspended')
    .select(['userAccount.id', 'userAccount.name', 'userAccount.email', 'userAccount.emailKey'])
    .executeTakeFirst()
