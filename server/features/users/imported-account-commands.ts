import { v7 as uuidv7 } from 'uuid'
import type { Locale } from '#contract/locale.ts'
import type { Role } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { emailKeyOf } from './user-queries.ts'

type Person = { email: string; name: string; role: Role; locale: Locale; timeZone: string | null }

/**
 * The account with this address, or a new one that is suspended and has no password: an administrator activates it, and the
 * person sets a password by the link of “Forgot your password?”.
 * @throws ProblemError illegal_transition where the address waits for approval
 */
export async function addSuspendedAccount(trx: Db, actor: Actor, person: Person) {
  const emailKey = emailKeyOf(person.email)
  const id = uuidv7()
  const added = await trx
    .insertInto('userAccount')
    .values({ id, ...person, emailKey, status: 'suspended', passwordHash: null })
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) {
    const { role, name } = person
    const after = { role, status: 'suspended' }
    await recordAudit(trx, actor, { action: 'import', entityType: 'user', entityId: id, entityTitle: name, after })
    return { id, isNew: true, name }
  }
  const known = await trx
    .selectFrom('userAccount')
    .select(['id', 'name', 'status'])
    .where('emailKey', '=', emailKey)
    .executeTakeFirstOrThrow()
  if (known.status === 'pending')
    throw new ProblemError('illegal_transition', { detail: 'this address waits for approval here' })
  return { id: known.id, isNew: false, name: known.name }
}
