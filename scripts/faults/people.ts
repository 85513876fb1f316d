import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../server/db/database.ts'
import { hashPassword } from '../../server/features/session/password-hash.ts'
import { openSession } from '../../server/features/session/session-commands.ts'
import { emailKeyOf } from '../../server/features/users/user-queries.ts'

/** Someone who writes. `token`: for the next call; a session may ask 600 times a minute, so each has several. */
export type Person = { email: string; token: () => string }

const SESSIONS_EACH = 6

/** Editors with open sessions. */
export async function createPeople(db: Db, count: number): Promise<Person[]> {
  const passwordHash = await hashPassword('a passphrase for a run of faults')
  const people: Person[] = []
  for (let n = 0; n < count; n++) {
    const [id, email] = [uuidv7(), `editor-${n}@example.org`]
    await db
      .insertInto('userAccount')
      .values({
        id,
        email,
        emailKey: emailKeyOf(email),
        name: `Editor ${n}`,
        passwordHash,
        role: 'editor',
        status: 'active',
      })
      .execute()
    const tokens: string[] = []
    for (let session = 0; session < SESSIONS_EACH; session++) {
      const opened = await openSession(db, { userId: id, passwordHash }, { ip: '127.0.0.1', userAgent: 'faults' })
      if (!opened) throw new Error('An editor cannot sign in.')
      tokens.push(opened.token)
    }
    let calls = 0
    people.push({ email, token: () => tokens[calls++ % tokens.length]! })
  }
  return people
}
