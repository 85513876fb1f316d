import type { SignedIn } from '#contract/session.ts'
import type { Db } from '../../db/database.ts'
import { networkOf } from '../../http/network.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { countHit, countTry, forgetHits, refusalOf } from '../../http/rate-limit.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { Services } from '../../services.ts'
import { strangerAt } from '../audit/audit-commands.ts'
import { noteSignInRefusal, type NoteRefusal } from '../audit/audit-refusals.ts'
import { completeSignIn, isKnownNetwork, type From } from '../session/session-commands.ts'
import { beginApp, confirmApp, isAppCode, useAppCode } from './app-commands.ts'
import { lockPerson, recordAdded, type Method, type Person } from './method-commands.ts'
import {
  addPasskey,
  authenticationOptions,
  registrationOptions,
  usePasskey,
  usePasskeyAlone,
} from './passkey-commands.ts'
import {
  countAnswer,
  findPending,
  findBlockedPending,
  takePending,
  type PendingSignIn,
} from './pending-sign-in-commands.ts'
import { useRecoveryCode } from './recovery-code-commands.ts'
import type { RelyingParty } from './relying-party-rules.ts'

const TRIES = { max: 5, seconds: 900, of: 'wrong second steps' }
const OPTIONS_PER_NETWORK = { max: 60, seconds: 900, of: 'passkey sign-ins from one network' }

export type Desk = {
  db: Services['db']
  box: SecretBox
  /** Undefined: this console cannot have passkeys. */
  party: RelyingParty | undefined
  noteRefusal: NoteRefusal
}
type PasskeyAnswer = Parameters<typeof usePasskeyAlone>[2]

/** @throws ProblemError forbidden where this console cannot have passkeys */
export function requireParty({ party }: Desk): RelyingParty {
  if (!party) throw new ProblemError('forbidden', { detail: 'Passkeys need a host name with https' })
  return party
}

/**
 * Finishes a sign-in with a code. Codes are counted exactly: per sign-in, and per account with a growing pause, in which
 * someone on a known network has a count of their own.
 * @throws ProblemError sign_in_expired, invalid_input with the field `code`, too_many_requests
 */
export async function finishWithCode(desk: Desk, given: { pending: string; code: string }, from: From) {
  return answerPending(desk, given.pending, from, async (trx, { account }) => {
    const via = isAppCode(given.code) ? 'app' : 'recovery_code'
    const works =
      via === 'app'
        ? await useAppCode(trx, desk.box, account.id, given.code)
        : await useRecoveryCode(trx, account.id, given.code)
    if (!works) throw wrongCode()
    return via
  })
}

/** @throws ProblemError sign_in_expired, forbidden */
export async function optionsForPending(desk: Desk, token: string) {
  const { id, account } = await findPending(desk.db, token)
  return authenticationOptions(desk.db, requireParty(desk), { userId: account.id, ownerId: id })
}

/** @throws ProblemError sign_in_expired, passkey_refused, too_many_requests */
export const finishWithPasskey = (desk: Desk, given: { pending: string; response: PasskeyAnswer }, from: From) =>
  answerPending(desk, given.pending, from, async (trx, { id, account }) => {
    await usePasskey(trx, requireParty(desk), { userId: account.id, ownerId: id }, given.response)
    return 'passkey'
  })

/** Begins the enrolment of a person who must have a second step and has none. @throws ProblemError sign_in_expired */
export async function enrolApp(desk: Desk, token: string) {
  const { id, account } = await findEnrolling(desk, token)
  return beginApp(desk.db, desk.box, { userId: account.id, ownerId: id, email: account.email })
}

/** @throws ProblemError sign_in_expired, forbidden */
export async function enrolPasskeyOptions(desk: Desk, token: string) {
  const { id, account } = await findEnrolling(desk, token)
  const { id: userId, email, name } = account
  return registrationOptions(desk.db, requireParty(desk), { userId, ownerId: id, email, name })
}

/** @throws ProblemError sign_in_expired, invalid_input with the field `code`, too_many_requests */
export const finishEnrolmentWithApp = (desk: Desk, given: { pending: string; code: string }, from: From) =>
  finishEnrolment(desk, given.pending, from, 'app', async (trx, { id, account }) => {
    if (!(await confirmApp(trx, desk.box, { userId: account.id, ownerId: id }, given.code))) throw wrongCode()
  })

/** @throws ProblemError sign_in_expired, passkey_refused, too_many_requests */
export const finishEnrolmentWithPasskey = (
  desk: Desk,
  given: { pending: string; response: PasskeyAnswer; name: string },
  from: From,
) =>
  finishEnrolment(desk, given.pending, from, 'passkey', (trx, { id, account }) =>
    addPasskey(trx, requireParty(desk), { userId: account.id, ownerId: id }, given),
  )

/** What anyone's browser needs to sign in with a passkey alone. @throws ProblemError too_many_requests, forbidden */
export async function optionsForAnyone(desk: Desk, ip: string) {
  await countHit(desk.db, `passkey-options:${networkOf(ip)}`, OPTIONS_PER_NETWORK)
  return authenticationOptions(desk.db, requireParty(desk), undefined)
}

/** @throws ProblemError passkey_refused, account_pending, account_suspended, too_many_requests */
export async function signInWithPasskey(desk: Desk, response: PasskeyAnswer, from: From): Promise<SignedIn> {
  await countHit(desk.db, `passkey:${networkOf(from.ip)}`, OPTIONS_PER_NETWORK)
  return desk.db.transaction().execute(async (trx) => {
    const userId = await usePasskeyAlone(trx, requireParty(desk), response)
    const account = await trx
      .selectFrom('userAccount')
      .where('id', '=', userId)
      .select(['id', 'name', 'role', 'status', 'passwordHash'])
      .executeTakeFirst()
    if (!account?.passwordHash || account.status === 'removed') throw new ProblemError('passkey_refused')
    if (account.status !== 'active') {
      const reason = `account_${account.status}` as const
      noteSignInRefusal(desk.noteRefusal, account, from, reason)
      throw new ProblemError(reason)
    }
    const { passwordHash } = account
    return completeSignIn(trx, { ...account, passwordHash }, from, { secondStep: true, via: 'passkey_alone' })
  })
}

async function answerPending(
  desk: Desk,
  token: string,
  from: From,
  check: (trx: Db, pending: PendingSignIn) => Promise<string>,
): Promise<SignedIn> {
  const pending = await findAllowed(desk, token, from)
  if (!pending.hasSecondStep) throw new ProblemError('sign_in_expired')
  return counted(desk, pending, from, (trx) =>
    lockPerson(trx, pending.account.id).then(async () => {
      const via = await check(trx, pending)
      await takePending(trx, pending.id)
      return completeSignIn(trx, pending.account, from, { secondStep: true, via })
    }),
  )
}

/** As findPending; notes where the account was suspended since, or there were too many codes. @throws ProblemError sign_in_expired */
async function findAllowed({ db, noteRefusal }: Desk, token: string, from: From): Promise<PendingSignIn> {
  try {
    return await findPending(db, token)
  } catch (error) {
    const blocked = await findBlockedPending(db, token)
    if (blocked) noteSignInRefusal(noteRefusal, blocked, from, blocked.reason)
    throw error
  }
}

/** The person has no second step, also at the moment in which the new one is stored: a password must not add another. */
async function findEnrolling({ db }: Desk, token: string): Promise<PendingSignIn> {
  const pending = await findPending(db, token)
  if (pending.hasSecondStep) throw new ProblemError('sign_in_expired')
  return pending
}

async function finishEnrolment(
  desk: Desk,
  token: string,
  from: From,
  method: Method,
  add: (trx: Db, pending: PendingSignIn) => Promise<void>,
): Promise<SignedIn & { recoveryCodes: string[] }> {
  const pending = await findAllowed(desk, token, from)
  if (pending.hasSecondStep) throw new ProblemError('sign_in_expired')
  return counted(desk, pending, from, async (trx) => {
    const { hasSecondStep } = await lockPerson(trx, pending.account.id)
    if (hasSecondStep) throw new ProblemError('sign_in_expired')
    await add(trx, pending)
    await takePending(trx, pending.id)
    const { id, name } = pending.account
    const person: Person = { id, name, ip: from.ip }
    const recoveryCodes = (await recordAdded(trx, person, { method, isFirst: true, sessionId: null })) ?? []
    const session = await completeSignIn(trx, pending.account, from, { secondStep: true, via: method })
    return { ...session, recoveryCodes }
  })
}

/** Counts an answer before it is looked at, and forgets the count of the account when it was right. */
async function counted<T>(
  { db, noteRefusal }: Desk,
  { id, account }: PendingSignIn,
  from: From,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  const network = networkOf(from.ip)
  const known = await isKnownNetwork(db, account.emailKey, network)
  const key = `second-step:${account.id}${known ? `:${network}` : ''}`
  const refusal = await refusalOf(countTry(db, key, TRIES).then(() => countAnswer(db, id)))
  if (refusal) {
    noteSignInRefusal(noteRefusal, account, from, 'too_many_requests')
    throw refusal
  }
  try {
    const answer = await db.transaction().execute(work)
    await forgetHits(db, key)
    return answer
  } catch (error) {
    if (error instanceof ProblemError && ['invalid_input', 'passkey_refused'].includes(error.code))
      noteRefusal(strangerAt(from.ip), {
        action: 'second_step_failed',
        entityType: 'user',
        entityId: account.id,
        entityTitle: account.name,
      })
    throw error
  }
}

/** A code that is wrong, or was used before. */
export const wrongCode = () => invalidField('code', 'wrong_code', 'is not a code that works now')
