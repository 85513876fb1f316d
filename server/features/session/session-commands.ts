import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Me } from '#contract/session.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { networkOf } from '../../http/network.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { countHit, countTry, forgetHits, forgiveHit } from '../../http/rate-limit.ts'
import { hashToken, newToken } from '../../http/session-token.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { emailKeyOf, findMe } from '../users/user-queries.ts'
import { passwordMatches } from './password-hash.ts'

const PER_ACCOUNT = { max: 10, seconds: 900 }
const PER_NETWORK = { max: 30, seconds: 900 }

export type From = { ip: string; userAgent: string }
export type SignedIn = { token: string; user: Me; expiresAt: string }

/**
 * An unknown account costs the same work and gets the same answer as a wrong password.
 * @throws ProblemError wrong_credentials, account_pending, account_suspended, too_many_requests, busy
 */
export async function signIn(db: Db, given: { email: string; password: string }, from: From): Promise<SignedIn> {
  const emailKey = emailKeyOf(given.email)
  const network = networkOf(from.ip)
  const networkKey = `sign-in-from:${network}`
  // Where the person has been before they have a count of their own, so no stranger can lock them out.
  const known = await hasSignedInFrom(db, emailKey, network)
  const accountKey = known ? `sign-in:${emailKey}:${network}` : `sign-in:${emailKey}`
  await countHit(db, networkKey, PER_NETWORK)
  await countTry(db, accountKey, PER_ACCOUNT)

  const account = await db
    .selectFrom('userAccount')
    .where('emailKey', '=', emailKey)
    .select(['id', 'name', 'role', 'status', 'passwordHash'])
    .executeTakeFirst()
  if (!(await passwordMatches(account?.passwordHash, given.password)) || !account?.passwordHash)
    throw new ProblemError('wrong_credentials')
  await forgetHits(db, accountKey)
  await forgiveHit(db, networkKey)
  if (account.status === 'pending') throw new ProblemError('account_pending')
  if (account.status === 'suspended') throw new ProblemError('account_suspended')

  const { id, name, role, passwordHash } = account
  return db.transaction().execute(async (trx) => {
    const session = await openSession(trx, { userId: id, passwordHash }, from)
    const user = await findMe(trx, id)
    if (!session || !user) throw new ProblemError('wrong_credentials')
    const actor: Actor = { id, name, role, sessionId: session.id, ip: from.ip }
    await recordAudit(trx, actor, {
      action: 'sign_in',
      entityType: 'user',
      entityId: id,
      entityTitle: name,
      after: { network },
    })
    return { token: session.token, user, expiresAt: session.expiresAt }
  })
}

/** Answers undefined when the account was suspended or got another password in the meantime. */
export async function openSession(db: Db, account: { userId: string; passwordHash: string }, from: From) {
  const token = newToken()
  const { rows } = await sql<{ id: string; expiresAt: string }>`
    with account as (
      update user_account set last_seen_at = now()
      where id = ${account.userId} and status = 'active' and password_hash = ${account.passwordHash}
      returning id
    )
    insert into session (id, token_hash, user_id, expires_at, ip, user_agent)
    select ${uuidv7()}::uuid, ${hashToken(token)}::bytea, id, now() + interval '12 hours', ${from.ip}::text,
      ${from.userAgent.slice(0, 300)}::text
    from account
    returning id, expires_at
  `.execute(db)
  const row = rows[0]
  return row && { token, ...row }
}

export async function signOut(db: Db, actor: Actor): Promise<void> {
  await db.deleteFrom('session').where('id', '=', actor.sessionId).execute()
}

/** Drops what can never be used again. */
export async function sweepSessions(db: Db): Promise<void> {
  await sql`delete from session where expires_at < now() or last_seen_at < now() - interval '1 hour'`.execute(db)
  await sql`delete from password_reset where expires_at < now() - interval '1 day'`.execute(db)
}

async function hasSignedInFrom(db: Db, emailKey: string, network: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from user_account u
    join audit_event e on e.entity_type = 'user' and e.entity_id = u.id
    where u.email_key = ${emailKey} and e.action = 'sign_in' and e.at > now() - interval '30 days'
      and e.after ->> 'network' = ${network}
    limit 1
  `.execute(db)
  return rows.length > 0
}
