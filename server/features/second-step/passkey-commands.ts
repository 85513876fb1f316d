import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { PASSKEYS_MAX, type PasskeyResponse } from '#contract/second-step.ts'
import type { Db } from '../../db/database.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { keepChallenge, takeChallenge, takeOpenChallenge } from './challenge-commands.ts'
import type { RelyingParty } from './relying-party-rules.ts'

/** Loaded with the first passkey: it brings a library for certificates. */
const webauthn = () => import('@simplewebauthn/server')
type Options = Record<string, unknown>
/** Ed25519, ES256, RS256: the library would ask for more where Node.js calls them experimental. */
const ALGORITHMS = [-8, -7, -257]
/** What a browser answered. The library checks every part of it and throws, which is a refusal. */
type Answer = PasskeyResponse
type Owner = { userId: string; ownerId: string }

const bytesOf = (challenge: string) => Buffer.from(challenge, 'base64url')

/** What a browser needs to make a passkey. */
export async function registrationOptions(
  db: Db,
  party: RelyingParty,
  { userId, ownerId, email, name }: Owner & { email: string; name: string },
): Promise<Options> {
  const known = await passkeysOf(db, userId)
  if (known.length >= PASSKEYS_MAX) throw new ProblemError('illegal_transition', { reasons: ['too_many_passkeys'] })
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Copydesk',
    rpID: party.id,
    userName: email,
    userDisplayName: name,
    userID: Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await keepChallenge(db, 'passkey_add', ownerId, bytesOf(options.challenge))
  return { ...options }
}

/** Keeps the passkey that a browser made for what it was asked. @throws ProblemError passkey_refused */
export async function addPasskey(
  trx: Db,
  party: RelyingParty,
  { userId, ownerId }: Owner,
  { response, name }: { response: Answer; name: string },
): Promise<void> {
  const challenge = await takeChallenge(trx, 'passkey_add', ownerId)
  if (!challenge) throw new ProblemError('passkey_refused')
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await orRefuse(() =>
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!registrationInfo) throw new ProblemError('passkey_refused')
  const { credential, credentialBackedUp } = registrationInfo
  const added = await trx
    .insertInto('passkey')
    .values({
      id: uuidv7(),
      userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      synced: credentialBackedUp,
      name,
    })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added || (await passkeysOf(trx, userId)).length > PASSKEYS_MAX) throw new ProblemError('passkey_refused')
}

/** What a browser needs to use a passkey: of the person whose sign-in it is, or of anyone. */
export async function authenticationOptions(db: Db, party: RelyingParty, owner: Owner | undefined): Promise<Options> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: owner ? 'preferred' : 'required',
    ...(owner && { allowCredentials: await passkeysOf(db, owner.userId) }),
  })
  const kind = owner ? 'passkey_use' : 'passkey_sign_in'
  await keepChallenge(db, kind, owner?.ownerId ?? null, bytesOf(options.challenge))
  return { ...options }
}

/** Checks a passkey as the second step of a sign-in. @throws ProblemError passkey_refused */
export async function usePasskey(trx: Db, party: RelyingParty, { userId, ownerId }: Owner, response: Answer) {
  const challenge = await takeChallenge(trx, 'passkey_use', ownerId)
  if (!challenge) throw new ProblemError('passkey_refused')
  const used = await verifyPasskey(trx, party, { challenge, response, verifyPerson: false })
  if (used !== userId) throw new ProblemError('passkey_refused')
}

/** Whose passkey it is, where it has checked the person itself: that replaces password and second step. */
export async function usePasskeyAlone(trx: Db, party: RelyingParty, response: Answer): Promise<string> {
  const challenge = challengeIn(response)
  if (!challenge || !(await takeOpenChallenge(trx, 'passkey_sign_in', challenge)))
    throw new ProblemError('passkey_refused')
  return verifyPasskey(trx, party, { challenge, response, verifyPerson: true })
}

async function verifyPasskey(
  trx: Db,
  party: RelyingParty,
  { challenge, response, verifyPerson }: { challenge: Buffer; response: Answer; verifyPerson: boolean },
): Promise<string> {
  const passkey = await trx
    .selectFrom('passkey')
    .where('credentialId', '=', response.id)
    .select(['id', 'userId', 'credentialId', 'publicKey', 'counter', 'transports'])
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) throw new ProblemError('passkey_refused')
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await orRefuse(() =>
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: verifyPerson,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: Number(passkey.counter),
        transports: passkey.transports,
      },
    }),
  )
  if (!verified) throw new ProblemError('passkey_refused')
  await trx
    .updateTable('passkey')
    .set({
      counter: authenticationInfo.newCounter,
      synced: authenticationInfo.credentialBackedUp,
      lastUsedAt: sql<string>`now()`,
    })
    .where('id', '=', passkey.id)
    .execute()
  return passkey.userId
}

const passkeysOf = async (db: Db, userId: string) =>
  db.selectFrom('passkey').where('userId', '=', userId).select(['credentialId as id', 'transports']).execute()

/** What the browser says that it was asked; the signature covers it. */
function challengeIn({ response }: Answer): Buffer | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(String(response['clientDataJSON']), 'base64url').toString())
    const { challenge } = said as { challenge?: unknown }
    return typeof challenge === 'string' ? bytesOf(challenge) : undefined
  } catch {
    return undefined
  }
}

/** The library throws at whatever is wrong with an answer; which part it was is not told. */
async function orRefuse<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch {
    throw new ProblemError('passkey_refused')
  }
}
