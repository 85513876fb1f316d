import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { queueMail } from '../../mail/mail-outbox.ts'
import { type AuditActor, recordAudit } from '../audit/audit-commands.ts'
import { secondStepRoles } from '../settings/setting-queries.ts'
import { replaceRecoveryCodes } from './recovery-code-commands.ts'
import { methodsOf } from './second-step-queries.ts'

export type Method = 'app' | 'passkey'
export type Person = AuditActor & { id: string }

/** Changes of the second step of one person happen one after the other. Answers whether there is one. */
export async function lockPerson(trx: Db, userId: string): Promise<{ role: string; hasSecondStep: boolean }> {
  const person = await trx
    .selectFrom('userAccount')
    .where('id', '=', userId)
    .where('status', '!=', 'removed')
    .select(['role', 'secondStepSince'])
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw new ProblemError('not_found')
  return { role: person.role, hasSecondStep: person.secondStepSince !== null }
}

/**
 * After a method was added. The first one turns the second step on: it brings recovery codes, and ends every other session
 * and every sign-in under way. Answers the codes, or null for a further method.
 * @param sessionId the session in which it was added, which goes on
 */
export async function recordAdded(
  trx: Db,
  person: Person,
  { method, isFirst, sessionId }: { method: Method; isFirst: boolean; sessionId: string | null },
): Promise<string[] | null> {
  await recordAudit(trx, person, { ...eventOf(person), action: 'add_second_step', after: { method } })
  await tellPerson(trx, 'second_step_added', person.id, method)
  if (!isFirst) return null
  await trx
    .updateTable('userAccount')
    .set({ secondStepSince: sql<string>`now()` })
    .where('id', '=', person.id)
    .execute()
  await trx.updateTable('session').set({ secondStep: true }).where('id', '=', sessionId).execute()
  const others = trx.deleteFrom('session').where('userId', '=', person.id)
  await (sessionId ? others.where('id', '!=', sessionId) : others).execute()
  await trx.deleteFrom('pendingSignIn').where('userId', '=', person.id).execute()
  return replaceRecoveryCodes(trx, person.id)
}

/**
 * After a method was removed. The last one takes the recovery codes with it.
 * @throws ProblemError illegal_transition when the role requires a second step and this was the last method
 */
export async function recordRemoved(trx: Db, person: Person, role: string, method: Method): Promise<void> {
  await recordAudit(trx, person, { ...eventOf(person), action: 'remove_second_step', before: { method } })
  await tellPerson(trx, 'second_step_removed', person.id, method)
  const left = await methodsOf(trx, person.id)
  if (left.app || left.passkey) return
  if ((await secondStepRoles(trx)).some((required) => required === role))
    throw new ProblemError('illegal_transition', { reasons: ['second_step_required'] })
  await clearSecondStep(trx, person.id)
}

/** Removes every method and recovery code of a person. */
export async function clearSecondStep(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('authenticatorApp').where('userId', '=', userId).execute()
  await trx.deleteFrom('passkey').where('userId', '=', userId).execute()
  await trx.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await trx.updateTable('session').set({ secondStep: false }).where('userId', '=', userId).execute()
  await trx.updateTable('userAccount').set({ secondStepSince: null }).where('id', '=', userId).execute()
}

/** By mail, so that who did not do it themselves learns of it. */
async function tellPerson(
  trx: Db,
  kind: 'second_step_added' | 'second_step_removed',
  userId: string,
  method: Method,
): Promise<void> {
  const { emailKey } = await trx
    .selectFrom('userAccount')
    .where('id', '=', userId)
    .select('emailKey')
    .executeTakeFirstOrThrow()
  await queueMail(trx, kind, emailKey, { method })
}

/** An audit event about a person. */
export const eventOf = ({ id, name }: Person) => ({ entityType: 'user', entityId: id, entityTitle: name }) as const
