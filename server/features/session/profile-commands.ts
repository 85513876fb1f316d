import { type RawBuilder, sql } from 'kysely'
import type { Locale, Me, SignedIn } from '#contract/session.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { findMe } from '../users/user-queries.ts'
import { requirePassword } from './password-check-commands.ts'
import { hashPassword } from './password-hash.ts'
import { requireGoodPassword } from './registration-commands.ts'
import { replacePassword } from './reset-commands.ts'
import { openSession, type From } from './session-commands.ts'

type ProfileChange = { version: number; name?: string; locale?: Locale; timeZone?: string | null }

/** @throws ProblemError stale_version with the profile as it is now */
export const editProfile = (db: Services['db'], actor: Actor, change: ProfileChange): Promise<Me> =>
  db.transaction().execute((trx) => writeProfile(trx, actor, change))

async function writeProfile(db: Db, actor: Actor, { version, ...change }: ProfileChange): Promise<Me> {
  const { numUpdatedRows } = await db
    .updateTable('userAccount')
    .set((user) => ({ ...change, version: user('version', '+', 1), updatedAt: sql<string>`now()` }))
    .where('id', '=', actor.id)
    .where('version', '=', version)
    .executeTakeFirst()
  const me = await findMe(db, actor.id)
  if (!me) throw new ProblemError('not_signed_in')
  if (numUpdatedRows === 0n) throw new ProblemError('stale_version', { current: me, changedBy: null })
  const { id, name } = me
  await recordAudit(db, actor, { action: 'edit', entityType: 'user', entityId: id, entityTitle: name, after: change })
  return me
}

/**
 * Ends every session, this one too, and opens a new one for the person who did it.
 * @throws ProblemError invalid_input with the field `current` or `password`, too_many_requests, busy
 */
export async function changePassword(
  db: Services['db'],
  actor: Actor,
  given: { current: string; password: string },
  from: From,
): Promise<SignedIn> {
  const account = await requirePassword(db, actor, given.current, 'current')
  requireGoodPassword(given.password, account)
  const passwordHash = await hashPassword(given.password)
  return db.transaction().execute(async (trx) => {
    const { secondStep } = await requireSession(trx, actor)
    await replacePassword(trx, actor.id, passwordHash)
    const session = await openSession(trx, { userId: actor.id, passwordHash, secondStep }, from)
    const user = await findMe(trx, actor.id)
    if (!session || !user) throw new ProblemError('not_signed_in')
    const { id, name } = actor
    await recordAudit(trx, actor, { action: 'change_password', entityType: 'user', entityId: id, entityTitle: name })
    return { token: session.token, user, expiresAt: session.expiresAt }
  })
}

/**
 * Checking and hashing take a while. Who was signed out in the meantime, perhaps because the owner of the account took it
 * back, must not win after all.
 */
export async function requireSession(trx: Db, { id, sessionId }: Actor): Promise<{ secondStep: boolean }> {
  await trx.selectFrom('userAccount').where('id', '=', id).select('id').forUpdate().execute()
  const session = await trx
    .selectFrom('session')
    .where('id', '=', sessionId)
    .select('secondStep')
    .forUpdate()
    .executeTakeFirst()
  if (!session) throw new ProblemError('not_signed_in')
  return session
}

/** @throws ProblemError not_found when it is not one of mine */
export async function endSession(db: Services['db'], actor: Actor, id: string): Promise<void> {
  if ((await endSessions(db, actor, sql<boolean>`id = ${id}`)) === 0) throw new ProblemError('not_found')
}

export async function endOtherSessions(db: Services['db'], actor: Actor): Promise<void> {
  await endSessions(db, actor, sql<boolean>`id <> ${actor.sessionId}`)
}

const endSessions = (db: Services['db'], actor: Actor, which: RawBuilder<boolean>): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const ended = await trx.deleteFrom('session').where('userId', '=', actor.id).where(which).executeTakeFirst()
    const sessions = Number(ended.numDeletedRows)
    const { id, name } = actor
    if (sessions > 0)
      await recordAudit(trx, actor, {
        action: 'end_session',
        entityType: 'user',
        entityId: id,
        entityTitle: name,
        after: { sessions },
      })
    return sessions
  })
