import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#contract/permissions.ts'
import { CODES_PER_SIGN_IN, SECOND_STEP_MINUTES } from '#contract/second-step.ts'
import type { SecondStepNeeded } from '#contract/session.ts'
import type { Db } from '../../db/database.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { hashToken, newToken } from '../../http/session-token.ts'
import { secondStepRoles } from '../settings/setting-queries.ts'
import { methodsOf } from './second-step-queries.ts'

type Account = { id: string; role: Role; passwordHash: string }

/**
 * After a right password: a pending sign-in where a second step follows, undefined where the password is enough. Its token is
 * in a table of its own, so that nothing can take it for a session.
 */
export async function beginSecondStep(
  trx: Db,
  { id, role, passwordHash }: Account,
  passkeyOrigin: string | null,
): Promise<SecondStepNeeded | undefined> {
  const methods = await methodsOf(trx, id)
  const enrol = !methods.app && !methods.passkey
  if (enrol && !(await secondStepRoles(trx)).includes(role)) return undefined
  const pending = newToken()
  const { expiresAt } = await trx
    .insertInto('pendingSignIn')
    .values({
      id: uuidv7(),
      tokenHash: hashToken(pending),
      userId: id,
      passwordHash,
      expiresAt: sql<string>`now() + make_interval(mins => ${SECOND_STEP_MINUTES})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return { pending, expiresAt, enrol, methods, passkeyOrigin }
}

export type PendingSignIn = {
  id: string
  /** The person, as they are now. */
  account: { id: string; name: string; role: Role; email: string; emailKey: string; passwordHash: string }
  hasSecondStep: boolean
}

/**
 * A sign-in that still waits for its second step, of a person who may still sign in with the password that was given.
 * @throws ProblemError sign_in_expired
 */
export async function findPending(db: Db, token: string): Promise<PendingSignIn> {
  const row = await db
    .selectFrom('pendingSignIn as pending')
    .innerJoin('userAccount as person', (join) =>
      join.onRef('person.id', '=', 'pending.userId').onRef('person.passwordHash', '=', 'pending.passwordHash'),
    )
    .where('pending.tokenHash', '=', hashToken(token))
    .where('pending.expiresAt', '>', sql<string>`now()`)
    .where('pending.tries', '<', CODES_PER_SIGN_IN)
    .where('person.status', '=', 'active')
    .select(['pending.id as pendingId', 'person.id', 'person.name', 'person.role', 'person.email', 'person.emailKey'])
    .select(['pending.passwordHash', 'person.secondStepSince'])
    .executeTakeFirst()
  if (!row) throw new ProblemError('sign_in_expired')
  const { pendingId, secondStepSince, ...account } = row
  return { id: pendingId, account, hasSecondStep: secondStepSince !== null }
}

/** Ends the pending sign-ins of a suspended account. Their rows stay until they expire, so that a further try is noticed. */
export const endPendingOfSuspended = (trx: Db, userId: string) =>
  trx.updateTable('pendingSignIn').set({ tries: CODES_PER_SIGN_IN }).where('userId', '=', userId).execute()

/** Whose pending sign-in this is, and why no answer is taken any more: suspended since, or too many wrong codes. */
export async function findBlockedPending(db: Db, token: string) {
  const row = await db
    .selectFrom('pendingSignIn as pending')
    .innerJoin('userAccount as person', 'person.id', 'pending.userId')
    .where('pending.tokenHash', '=', hashToken(token))
    .where('pending.expiresAt', '>', sql<string>`now()`)
    .select(['person.id', 'person.name', 'person.status', 'pending.tries'])
    .executeTakeFirst()
  if (row?.status === 'suspended') return { ...row, reason: 'account_suspended' as const }
  return row && row.tries >= CODES_PER_SIGN_IN ? { ...row, reason: 'too_many_requests' as const } : undefined
}

/** Counts one answer to a pending sign-in, exactly. @throws ProblemError sign_in_expired when there were too many */
export async function countAnswer(db: Db, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('pendingSignIn')
    .set((pending) => ({ tries: pending('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', CODES_PER_SIGN_IN)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ProblemError('sign_in_expired')
}

/** Uses a pending sign-in up; of several that try, one goes on. @throws ProblemError sign_in_expired */
export async function takePending(trx: Db, id: string): Promise<void> {
  const { numDeletedRows } = await trx.deleteFrom('pendingSignIn').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new ProblemError('sign_in_expired')
}
