import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField } from '../../http/problem-error.ts'
import { countTry, forgetHits } from '../../http/rate-limit.ts'
import { passwordMatches } from './password-hash.ts'

const TRIES = { max: 10, seconds: 900, of: 'wrong passwords of one person' }

/**
 * Before something that a stolen session must not be able to do. Answers the account that the password belongs to.
 * @throws ProblemError invalid_input with the field, too_many_requests, busy
 */
export async function requirePassword(db: Db, actor: Actor, password: string, field = 'password') {
  const tries = `password:${actor.id}`
  await countTry(db, tries, TRIES)
  const account = await db
    .selectFrom('userAccount')
    .where('id', '=', actor.id)
    .select(['email', 'name', 'passwordHash'])
    .executeTakeFirstOrThrow()
  if (!(await passwordMatches(account.passwordHash, password)))
    throw invalidField(field, 'wrong_password', 'is not your current password')
  await forgetHits(db, tries)
  return account
}
