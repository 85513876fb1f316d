import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { countTry, forgetHits } from '../../http/rate-limit.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { requirePassword } from '../session/password-check-commands.ts'
import { beginApp, confirmApp } from './app-commands.ts'
import { eventOf, lockPerson, recordAdded, recordRemoved, type Method } from './method-commands.ts'
import { addPasskey, registrationOptions } from './passkey-commands.ts'
import { replaceRecoveryCodes } from './recovery-code-commands.ts'
import { type Desk, requireParty, wrongCode } from './second-step-commands.ts'

const TRIES = { max: 5, seconds: 900, of: 'wrong codes' }
type Added = { recoveryCodes: string[] | null }

/** @throws ProblemError invalid_input with the field `password`, too_many_requests */
export async function beginOwnApp(desk: Desk, actor: Actor, password: string) {
  const { email } = await requirePassword(desk.db, actor, password)
  return beginApp(desk.db, desk.box, { userId: actor.id, ownerId: actor.sessionId, email })
}

/** @throws ProblemError invalid_input with the field `code`, too_many_requests */
export async function confirmOwnApp({ db, box }: Desk, actor: Actor, code: string): Promise<Added> {
  const tries = `enrol:${actor.id}`
  await countTry(db, tries, TRIES)
  const added = await addMethod(db, actor, 'app', async (trx) => {
    if (!(await confirmApp(trx, box, { userId: actor.id, ownerId: actor.sessionId }, code))) throw wrongCode()
  })
  await forgetHits(db, tries)
  return added
}

/** @throws ProblemError invalid_input with the field `password`, illegal_transition, forbidden */
export async function ownPasskeyOptions(desk: Desk, actor: Actor, password: string) {
  const { email, name } = await requirePassword(desk.db, actor, password)
  const owner = { userId: actor.id, ownerId: actor.sessionId }
  return registrationOptions(desk.db, requireParty(desk), { ...owner, email, name })
}

/** @throws ProblemError passkey_refused, forbidden */
export const addOwnPasskey = (desk: Desk, actor: Actor, given: Parameters<typeof addPasskey>[3]): Promise<Added> =>
  addMethod(desk.db, actor, 'passkey', (trx) =>
    addPasskey(trx, requireParty(desk), { userId: actor.id, ownerId: actor.sessionId }, given),
  )

const addMethod = (db: Desk['db'], actor: Actor, method: Method, add: (trx: Db) => Promise<void>): Promise<Added> =>
  db.transaction().execute(async (trx) => {
    const { hasSecondStep } = await lockPerson(trx, actor.id)
    await requireOwnSession(trx, actor)
    await add(trx)
    const more = { method, isFirst: !hasSecondStep, sessionId: actor.sessionId }
    return { recoveryCodes: await recordAdded(trx, actor, more) }
  })

/** A session that ended while it waited for the lock adds nothing. */
async function requireOwnSession(trx: Db, { sessionId }: Actor): Promise<void> {
  const session = trx.selectFrom('session').where('id', '=', sessionId).select('id').forUpdate()
  if (!(await session.executeTakeFirst())) throw new ProblemError('not_signed_in')
}

/** @throws ProblemError not_found, invalid_input with the field `password`, illegal_transition */
export async function removeOwnApp({ db }: Desk, actor: Actor, password: string): Promise<void> {
  await requirePassword(db, actor, password)
  await removeMethod(db, actor, 'app', (trx) =>
    trx.deleteFrom('authenticatorApp').where('userId', '=', actor.id).executeTakeFirst(),
  )
}

/** @throws ProblemError not_found, invalid_input with the field `password`, illegal_transition */
export async function removeOwnPasskey({ db }: Desk, actor: Actor, id: string, password: string): Promise<void> {
  await requirePassword(db, actor, password)
  await removeMethod(db, actor, 'passkey', (trx) =>
    trx.deleteFrom('passkey').where('userId', '=', actor.id).where('id', '=', id).executeTakeFirst(),
  )
}

const removeMethod = (
  db: Desk['db'],
  actor: Actor,
  method: Method,
  remove: (trx: Db) => Promise<{ numDeletedRows: bigint }>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { role } = await lockPerson(trx, actor.id)
    if ((await remove(trx)).numDeletedRows === 0n) throw new ProblemError('not_found')
    await recordRemoved(trx, actor, role, method)
  })

/** @throws ProblemError not_found when it is none of mine */
export async function renameOwnPasskey({ db }: Desk, actor: Actor, id: string, name: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const mine = trx.updateTable('passkey').set({ name }).where('userId', '=', actor.id).where('id', '=', id)
    if ((await mine.executeTakeFirst()).numUpdatedRows === 0n) throw new ProblemError('not_found')
    await recordAudit(trx, actor, { ...eventOf(actor), action: 'rename_second_step', after: { name } })
  })
}

/** @throws ProblemError invalid_input with the field `password`, illegal_transition without a second step */
export async function newOwnRecoveryCodes({ db }: Desk, actor: Actor, password: string) {
  await requirePassword(db, actor, password)
  return db.transaction().execute(async (trx) => {
    const { hasSecondStep } = await lockPerson(trx, actor.id)
    if (!hasSecondStep) throw new ProblemError('illegal_transition', { reasons: ['no_second_step'] })
    await recordAudit(trx, actor, { ...eventOf(actor), action: 'new_recovery_codes' })
    return { recoveryCodes: await replaceRecoveryCodes(trx, actor.id) }
  })
}
