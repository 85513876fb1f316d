import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { SignInRefusal } from '#contract/audit.ts'
import type { Role } from '#contract/permissions.ts'
import type { SecondStepNeeded, SignedIn } from '#contract/session.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { networkOf } from '../../http/network.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { limitConcurrency } from '../../http/concurrency-limit.ts'
import { countHit, countTry, forgetHits, forgiveHit, refusalOf } from '../../http/rate-limit.ts'
import { hashToken, newToken } from '../../http/session-token.ts'
import type { Services } from '../../services.ts'
import { recordAudit, strangerAt } from '../audit/audit-commands.ts'
import { noteSignInRefusal, type NoteRefusal } from '../audit/audit-refusals.ts'
import { emailKeyOf, findMe } from '../users/user-queries.ts'
import { beginSecondStep } from '../second-step/pending-sign-in-commands.ts'
import { passwordMatches } from './password-hash.ts'

const PER_ACCOUNT = { max: 10, seconds: 900, of: 'sign-ins with one address' }
const PER_NETWORK = { max: 30, seconds: 900, of: 'sign-ins from one network' }

/**
 * After too many bad tries from a network, those who have signed in from there before may still do so. Every try is then
 * checked all the same, so that neither the answer nor its time tells who they are; but only one at a time.
 */
const pastTheLimit = limitConcurrency({
  total: 1,
  perPerson: 1,
  waiting: 20,
  waitingPerPerson: 5,
  waitMs: 3000,
  retryAfter: 5,
})

export type From = { ip: string; userAgent: string }

/**
 * An unknown account costs the same work and gets the same answer as a wrong password. A person who has a second step, or
 * whose role needs one, gets a pending sign-in instead of a session.
 * @param passkeyOrigin where passkeys of this console work
 * @throws ProblemError wrong_credentials, account_pending, account_suspended, too_many_requests, busy
 */
export async function signIn(
  db: Db,
  given: { email: string; password: string },
  from: From,
  noteRefusal: NoteRefusal,
  passkeyOrigin: string | null,
): Promise<SignedIn | SecondStepNeeded> {
  const emailKey = emailKeyOf(given.email)
  const network = networkOf(from.ip)
  const networkKey = `sign-in-from:${network}`
  // Where the person has been before they have a count of their own, so no stranger can lock them out.
  const known = await isKnownNetwork(db, emailKey, network)
  const accountKey = known ? `sign-in:${emailKey}:${network}` : `sign-in:${emailKey}`
  const refusal = await refusalOf(countHit(db, networkKey, PER_NETWORK))
  if (!refusal) await countTry(db, accountKey, PER_ACCOUNT)
  // Past the limit of the network only those known there have tries left; strangers use up no one's.
  const mayPass = known && !(refusal && (await refusalOf(countTry(db, accountKey, PER_ACCOUNT))))

  const account = await db
    .selectFrom('userAccount')
    .where('emailKey', '=', emailKey)
    .select(['id', 'name', 'role', 'status', 'passwordHash'])
    .executeTakeFirst()
  const check = () => passwordMatches(account?.passwordHash, given.password)
  const matches = await (refusal ? pastTheLimit(network, check) : check())
  // What was typed as an address may be a password: only an account that exists is named.
  if (!matches)
    noteRefusal(strangerAt(from.ip), {
      action: 'sign_in_failed',
      entityType: 'user',
      entityId: account?.id ?? null,
      entityTitle: account?.name ?? '',
    })
  const refuse = (reason: SignInRefusal) => account && noteSignInRefusal(noteRefusal, account, from, reason)
  if (refusal && !(matches && mayPass)) {
    if (matches) refuse('too_many_requests')
    throw refusal
  }
  if (!matches || !account?.passwordHash) throw new ProblemError('wrong_credentials')
  await forgetHits(db, accountKey)
  await forgiveHit(db, networkKey)
  if (account.status === 'pending' || account.status === 'suspended') {
    const reason = `account_${account.status}` as const
    refuse(reason)
    throw new ProblemError(reason)
  }

  const { passwordHash } = account
  return db
    .transaction()
    .execute(
      async (trx) =>
        (await beginSecondStep(trx, { ...account, passwordHash }, passkeyOrigin)) ??
        completeSignIn(trx, { ...account, passwordHash }, from, { secondStep: false }),
    )
}

type Account = { id: string; name: string; role: Role; passwordHash: string }

/**
 * Opens the session of a sign-in whose every step was taken, remembers the network and writes the audit line.
 * @throws ProblemError wrong_credentials when the account was suspended or got another password in the meantime
 */
export async function completeSignIn(
  trx: Db,
  { id, name, role, passwordHash }: Account,
  from: From,
  { secondStep, via }: { secondStep: boolean; via?: string },
): Promise<SignedIn> {
  const session = await openSession(trx, { userId: id, passwordHash, secondStep }, from)
  const user = await findMe(trx, id)
  if (!session || !user) throw new ProblemError('wrong_credentials')
  const network = networkOf(from.ip)
  await rememberNetwork(trx, id, network)
  const actor: Actor = { id, name, role, sessionId: session.id, ip: from.ip }
  await recordAudit(trx, actor, {
    action: 'sign_in',
    entityType: 'user',
    entityId: id,
    entityTitle: name,
    after: { network, ...(via && { secondStep: via }) },
  })
  return { token: session.token, user, expiresAt: session.expiresAt }
}

/** Answers undefined when the account was suspended or got another password in the meantime. */
export async function openSession(
  db: Db,
  account: { userId: string; passwordHash: string; secondStep?: boolean },
  from: From,
) {
  const token = newToken()
  const { rows } = await sql<{ id: string; expiresAt: string }>`
    with account as (
      update user_account set last_seen_at = now(), last_sign_in_at = now()
      where id = ${account.userId} and status = 'active' and password_hash = ${account.passwordHash}
      returning id
    )
    insert into session (id, token_hash, user_id, expires_at, ip, user_agent, second_step, wrote_lsn)
    select ${uuidv7()}::uuid, ${hashToken(token)}::bytea, id, now() + interval '12 hours', ${from.ip}::text,
      ${from.userAgent.slice(0, 300)}::text, ${account.secondStep ?? false}::boolean, pg_current_wal_insert_lsn()
    from account
    returning id, expires_at
  `.execute(db)
  const row = rows[0]
  return row && { token, ...row }
}

export const signOut = (db: Services['db'], actor: Actor): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx.deleteFrom('session').where('id', '=', actor.sessionId).execute()
    const { id, name } = actor
    await recordAudit(trx, actor, { action: 'sign_out', entityType: 'user', entityId: id, entityTitle: name })
  })

/** Drops what can never be used again. */
export async function sweepSessions(db: Db): Promise<void> {
  await sql`delete from session where expires_at < now() or last_seen_at < now() - interval '1 hour 10 seconds'`.execute(
    db,
  )
  await sql`delete from known_network where last_used_at < now() - interval '30 days'`.execute(db)
  await sql`delete from pending_sign_in where expires_at < now()`.execute(db)
  await sql`delete from second_step_challenge where expires_at < now()`.execute(db)
  await sql`delete from password_reset where expires_at < now() - interval '1 day'`.execute(db)
}

export async function isKnownNetwork(db: Db, emailKey: string, network: string): Promise<boolean> {
  const row = await db
    .selectFrom('knownNetwork')
    .innerJoin('userAccount', 'userAccount.id', 'knownNetwork.userId')
    .where('userAccount.emailKey', '=', emailKey)
    .where('network', '=', network)
    .where('lastUsedAt', '>', sql<string>`now() - interval '30 days'`)
    .select('network')
    .executeTakeFirst()
  return row !== undefined
}

const rememberNetwork = (db: Db, userId: string, network: string) =>
  db
    .insertInto('knownNetwork')
    .values({ userId, network })
    .onConflict((conflict) => conflict.columns(['userId', 'network']).doUpdateSet({ lastUsedAt: sql<string>`now()` }))
    .execute()
