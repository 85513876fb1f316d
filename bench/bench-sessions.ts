import type { Role } from '#contract/permissions.ts'
import type { Db } from '../server/db/database.ts'
import { hashPassword } from '../server/features/session/password-hash.ts'
import { openSession } from '../server/features/session/session-commands.ts'

/** A session may ask 600 times a minute. */
const CALLS_PER_SESSION = 500

/** Gives a token for the next call: of a new session of the first active account with that role after every 500 calls. */
export async function tokensOf(db: Db, role: Role): Promise<() => Promise<string>> {
  const passwordHash = await hashPassword(`bench ${Math.random()} ${Math.random()}`)
  const { id: userId } = await db
    .selectFrom('userAccount')
    .select('id')
    .where('role', '=', role)
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.updateTable('userAccount').set({ passwordHash }).where('id', '=', userId).execute()
  const sessions: Promise<string>[] = []
  let calls = 0
  return () => (sessions[Math.floor(calls++ / CALLS_PER_SESSION)] ??= openOne())

  async function openOne() {
    const session = await openSession(db, { userId, passwordHash }, { ip: '127.0.0.1', userAgent: 'bench' })
    if (!session) throw new Error('This account cannot sign in.')
    return session.token
  }
}
