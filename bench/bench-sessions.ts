import type { Database } from '../server/db/database.ts'
import { hashPassword } from '../server/features/session/password-hash.ts'
import { openSession } from '../server/features/session/session-commands.ts'

/** A session may ask 600 times a minute. */
const CALLS_PER_SESSION = 500

/** Tokens of an administrator and of an author, who sign in again after every 500 calls. */
export async function tokensFor({ db }: Pick<Database, 'db'>) {
  const passwordHash = await hashPassword(`bench ${Math.random()} ${Math.random()}`)
  const of = async (role: 'administrator' | 'author') => {
    const { id } = await db
      .selectFrom('userAccount')
      .select('id')
      .where('role', '=', role)
      .where('status', '=', 'active')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await db.updateTable('userAccount').set({ passwordHash }).where('id', '=', id).execute()
    const sessions: Promise<string>[] = []
    let asked = 0
    return () => (sessions[Math.floor(asked++ / CALLS_PER_SESSION)] ??= openOne(id))
  }
  return { administrator: await of('administrator'), author: await of('author') }

  async function openOne(userId: string) {
    const session = await openSession(db, { userId, passwordHash }, { ip: '127.0.0.1', userAgent: 'bench' })
    if (!session) throw new Error('no one can sign in')
    return session.token
  }
}
