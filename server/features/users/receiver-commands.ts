import { allows } from '#contract/permissions.ts'
import { type OwnedKind, ownedPermissions } from '#contract/users.ts'
import type { Db } from '../../db/database.ts'
import { invalidField } from '../../http/problem-error.ts'
import { findUser } from './user-queries.ts'

export type HandOver = { to: string; kinds: readonly OwnedKind[] }

/**
 * The account that is given something.
 * @param locked keeps its role and status as they are until the transaction ends
 * @throws ProblemError invalid_input at `to` or `kinds`
 */
export async function requireReceiver(trx: Db, from: string, { to, kinds }: HandOver, locked = false) {
  if (locked) await trx.selectFrom('userAccount').select('id').where('id', '=', to).forShare().execute()
  const receiver = await findUser(trx, to)
  if (!receiver) throw invalidField('to', 'unknown_id', 'there is no such account')
  if (to === from) throw invalidField('to', 'same', 'is the same account')
  if (receiver.status !== 'active') throw invalidField('to', 'not_active', 'is not an active account')
  const foreign = kinds.findIndex((kind) => {
    const permission = ownedPermissions[kind]
    return permission !== undefined && !allows(receiver.role, permission)
  })
  if (foreign >= 0) throw invalidField(`kinds.${foreign}`, 'role', 'cannot be owned by an account with this role')
  return receiver
}
