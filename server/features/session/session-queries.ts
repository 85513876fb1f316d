import { sql } from 'kysely'
import type { SessionInfo } from '#contract/session.ts'
import type { Db } from '../../db/database.ts'
import { registrationMode, viewSite } from '../settings/setting-queries.ts'
import { findMe, hasAdministrator } from '../users/user-queries.ts'

export async function viewSetup(db: Db) {
  const passkey = db.selectFrom('passkey').select('id').limit(1).executeTakeFirst()
  const [administrator, registration, site, anyPasskey] = await Promise.all([
    hasAdministrator(db),
    registrationMode(db),
    viewSite(db),
    passkey,
  ])
  return { setup: { needsSetup: !administrator, registration, site }, hasPasskeys: anyPasskey !== undefined }
}

export async function viewSession(db: Db, sessionId: string) {
  const session = await db
    .selectFrom('session')
    .where('id', '=', sessionId)
    .select(['userId', 'expiresAt'])
    .executeTakeFirst()
  const user = session && (await findMe(db, session.userId))
  return session && user && { user, expiresAt: session.expiresAt }
}

/** Where a person is signed in, newest first. */
export async function listSessions(db: Db, userId: string, currentId: string): Promise<SessionInfo[]> {
  const rows = await db
    .selectFrom('session')
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<string>`now()`)
    .where('lastSeenAt', '>', sql<string>`now() - interval '1 hour'`)
    .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'ip', 'userAgent'])
    .orderBy('createdAt', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, current: row.id === currentId }))
}
