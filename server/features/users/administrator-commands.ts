import type { User } from '#contract/users.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { findUser } from './user-queries.ts'

/** An action on an account that its rules do not allow now. */
export const refused = (reason: string) => new ProblemError('illegal_transition', { reasons: [reason] })

/**
 * Locks every active administrator in one order: two who demote, suspend or remove each other wait, and the second one finds
 * what the first one did. Everything that may take an administrator away begins here.
 * @returns their ids
 * @throws ProblemError forbidden when the person who acts is not one of them any more
 */
export async function lockAdministrators(trx: Db, actor: Actor): Promise<string[]> {
  const rows = await trx
    .selectFrom('userAccount')
    .where('role', '=', 'administrator')
    .where('status', '=', 'active')
    .select('id')
    .orderBy('id')
    // Not `for update`: what refers to them can be written meanwhile.
    .forNoKeyUpdate()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (!ids.includes(actor.id)) throw new ProblemError('forbidden')
  return ids
}

/** @throws ProblemError illegal_transition (`last_administrator`) when this account is the only one of them */
export function requireAnotherAdministrator(administrators: readonly string[], id: string): void {
  if (administrators.every((other) => other === id)) throw refused('last_administrator')
}

/** An account, locked until the transaction ends. @throws ProblemError not_found */
export async function lockUser(trx: Db, id: string): Promise<User> {
  await trx.selectFrom('userAccount').where('id', '=', id).select('id').forNoKeyUpdate().execute()
  const user = await findUser(trx, id)
  if (!user) throw new ProblemError('not_found')
  return user
}
