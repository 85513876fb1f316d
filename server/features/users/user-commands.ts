import { sql } from 'kysely'
import { allows, type Role } from '#contract/permissions.ts'
import type { BylineChoice, User } from '#contract/users.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { queueMail } from '../../mail/mail-outbox.ts'
import type { Services } from '../../services.ts'
import { giveByline } from '../authors/author-account-commands.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { changeAddress, namingTakenAddress } from '../session/address-commands.ts'
import { endLinksMadeBy } from '../session/link-commands.ts'
import { endPendingOfSuspended } from '../second-step/pending-sign-in-commands.ts'
import { lockAdministrators, lockUser, refused, requireAnotherAdministrator } from './administrator-commands.ts'
import { endInvitationsOf, requireWriter } from './invitation-commands.ts'
import { emailKeyOf, findUser } from './user-queries.ts'

type UserChange = {
  version: number
  name?: string
  email?: string
  role?: Role
  status?: User['status']
  byline?: BylineChoice
}

/**
 * Approves, suspends, changes the name, the role or the address, or gives a byline; with a new status or role the person's sessions end, and with the
 * right to manage accounts their invitations and the links that they made.
 * @throws ProblemError not_found, stale_version, illegal_transition, invalid_input (`byline`, `email`)
 */
export async function editUser(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  id: string,
  change: UserChange,
): Promise<User> {
  return namingTakenAddress(() => db.transaction().execute((trx) => writeUser(trx, actor, id, change)))
}

async function writeUser(trx: Db, actor: Actor, id: string, change: UserChange): Promise<User> {
  const administrators = await lockAdministrators(trx, actor)
  const found = await lockUser(trx, id)
  if (found.version !== change.version) throw new ProblemError('stale_version', { current: found, changedBy: null })
  const { name = found.name, email = found.email } = change
  if (name !== found.name) await changeName(trx, actor, found, name)
  if (email !== found.email) {
    // Who has a stolen session must not be able to take the account with it.
    if (id === actor.id) throw invalidField('email', 'own_address', 'is changed in the profile, with the password')
    await changeAddress(trx, actor, { ...found, name }, email)
  }
  const before = { ...found, name, email }
  const { role = before.role, status = before.status } = change
  if (change.byline) requireWriter(role)
  if (role === before.role && status === before.status) {
    if (change.byline) await giveByline(trx, actor, before, change.byline)
    return (await findUser(trx, id)) ?? before
  }
  if (status === 'pending' && before.status !== 'pending') throw refused('not_pending_again')
  const stays = role === 'administrator' && status === 'active'
  if (!stays) requireAnotherAdministrator(administrators, id)

  await trx
    .updateTable('userAccount')
    .set((user) => ({ role, status, version: user('version', '+', 1), updatedAt: sql<string>`now()` }))
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('session').where('userId', '=', id).execute()
  if (status === 'suspended') await endPendingOfSuspended(trx, id)
  else await trx.deleteFrom('pendingSignIn').where('userId', '=', id).execute()
  if (status !== 'active' || !allows(role, 'users.manage')) {
    await endInvitationsOf(trx, id)
    await endLinksMadeBy(trx, id)
  }
  if (change.byline) await giveByline(trx, actor, before, change.byline)
  if (before.status === 'pending' && status === 'active') await queueMail(trx, 'approval', emailKeyOf(before.email))
  await recordAudit(trx, actor, {
    action: 'edit',
    entityType: 'user',
    entityId: id,
    entityTitle: before.name,
    before: { role: before.role, status: before.status },
    after: { role, status },
  })
  return (await findUser(trx, id)) ?? before
}

/** The author profile keeps the name that readers see; it has a screen of its own. */
async function changeName(trx: Db, actor: Actor, { id, name: former }: User, name: string): Promise<void> {
  await trx
    .updateTable('userAccount')
    .set((user) => ({ name, version: user('version', '+', 1), updatedAt: sql<string>`now()` }))
    .where('id', '=', id)
    .execute()
  await recordAudit(trx, actor, {
    action: 'edit',
    entityType: 'user',
    entityId: id,
    entityTitle: name,
    before: { name: former },
    after: { name },
  })
}
