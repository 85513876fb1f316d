import { z } from 'zod'
import { ById, endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { SignedIn } from './session.ts'
import { requiredLine } from './text.ts'

export const RECOVERY_CODES = 10
export const PASSKEYS_MAX = 10
/** How long a sign-in waits for its second step, and an enrolment for its confirmation. */
export const SECOND_STEP_MINUTES = 10
/** Wrong codes that one sign-in may give; then the password is asked for again. */
export const CODES_PER_SIGN_IN = 5

const PendingToken = z.string().min(1).max(200)
const GivenPassword = z.string().normalize('NFKC').min(1).max(256)
/** Six digits of an authenticator app, or a recovery code; spaces and hyphens do not count. */
const GivenCode = z.string().min(1).max(60)
const PasskeyName = requiredLine(60)

/** What the browser's WebAuthn API answered, as JSON. Its parts are checked by the library that verifies it. */
export const PasskeyResponse = z
  .looseObject({
    id: z.string().max(2000),
    rawId: z.string().max(2000),
    type: z.literal('public-key'),
    response: z.record(
      z.string().max(60),
      z.union([z.string().max(20_000), z.number(), z.array(z.string().max(60)).max(20)]).optional(),
    ),
    clientExtensionResults: z.record(z.string().max(60), z.unknown()).default({}),
  })
  .refine((value) => Object.keys(value).length <= 12, 'too many fields')
export type PasskeyResponse = z.output<typeof PasskeyResponse>
/** The options that the browser's WebAuthn API takes, as JSON. */
const PasskeyOptions = z.record(z.string(), z.unknown())

/** Codes that were just made. They are shown once. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
/** The first method brings recovery codes; later ones do not. */
const MaybeRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })
const AppSecret = z.object({
  /** In base 32, for apps that cannot scan. */
  secret: z.string(),
  /** `otpauth:` address: what the QR code contains. */
  address: z.string(),
})
export type AppSecret = z.output<typeof AppSecret>

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Kept by a password manager or an account, and so on several devices. */
  synced: z.boolean(),
})
export type Passkey = z.output<typeof Passkey>

/** How a person proves who they are beside the password. */
export const SecondStepMethods = z.object({
  app: z.object({ createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() }).nullable(),
  passkeys: z.array(Passkey),
  /** Unused codes; null: there is no second step, so there are none. */
  recoveryCodesLeft: z.int().nullable(),
  /** The role of the person requires a second step, so the last method cannot be removed. */
  required: z.boolean(),
  passkeyOrigin: z.string().nullable(),
})
export type SecondStepMethods = z.output<typeof SecondStepMethods>

const pendingOnly = z.strictObject({ pending: PendingToken })
const passwordOnly = z.strictObject({ password: GivenPassword })

/** The second step of a sign-in, and what a person who must have one does before their first session. */
export const secondStepEndpoints = {
  code: endpoint({
    method: 'POST',
    path: '/api/session/second-step',
    summary: 'Finish a sign-in with a code of an authenticator app or a recovery code',
    access: 'public',
    body: pendingOnly.extend({ code: GivenCode }),
    reply: SignedIn,
    status: 201,
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/session/second-step/passkey-options',
    summary: 'What the browser needs to use a passkey as the second step',
    access: 'public',
    body: pendingOnly,
    reply: PasskeyOptions,
  }),
  passkey: endpoint({
    method: 'POST',
    path: '/api/session/second-step/passkey',
    summary: 'Finish a sign-in with a passkey',
    access: 'public',
    body: pendingOnly.extend({ response: PasskeyResponse }),
    reply: SignedIn,
    status: 201,
  }),
  enrolApp: endpoint({
    method: 'POST',
    path: '/api/session/enrolment/app',
    summary: 'Begin to set up the authenticator app that the role requires',
    access: 'public',
    body: pendingOnly,
    reply: AppSecret,
  }),
  confirmApp: endpoint({
    method: 'POST',
    path: '/api/session/enrolment/app/confirm',
    summary: 'Set up the authenticator app with a first code, and sign in',
    access: 'public',
    body: pendingOnly.extend({ code: GivenCode }),
    reply: SignedIn.extend(RecoveryCodes.shape),
    status: 201,
  }),
  enrolPasskeyOptions: endpoint({
    method: 'POST',
    path: '/api/session/enrolment/passkey-options',
    summary: 'What the browser needs to make the passkey that the role requires',
    access: 'public',
    body: pendingOnly,
    reply: PasskeyOptions,
  }),
  enrolPasskey: endpoint({
    method: 'POST',
    path: '/api/session/enrolment/passkey',
    summary: 'Set up a passkey, and sign in',
    access: 'public',
    body: pendingOnly.extend({ response: PasskeyResponse, name: PasskeyName }),
    reply: SignedIn.extend(RecoveryCodes.shape),
    status: 201,
  }),
  /** A passkey that checks the person itself, by fingerprint or PIN, is both steps. */
  signInOptions: endpoint({
    method: 'POST',
    path: '/api/session/passkey-options',
    summary: 'What the browser needs to sign in with a passkey and no password',
    access: 'public',
    body: z.strictObject({}),
    reply: PasskeyOptions,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/session/passkey',
    summary: 'Sign in with a passkey and no password',
    access: 'public',
    body: z.strictObject({ response: PasskeyResponse }),
    reply: SignedIn,
    status: 201,
  }),
}

export const profileSecondStepEndpoints = {
  view: endpoint({
    method: 'GET',
    path: '/api/profile/second-step',
    summary: 'How I prove who I am beside my password',
    access: 'signed-in',
    reply: SecondStepMethods,
  }),
  beginApp: endpoint({
    method: 'POST',
    path: '/api/profile/second-step/app',
    summary: 'Begin to set up an authenticator app; one that is set up stays until the new one is confirmed',
    access: 'signed-in',
    body: passwordOnly,
    reply: AppSecret,
  }),
  confirmApp: endpoint({
    method: 'POST',
    path: '/api/profile/second-step/app/confirm',
    summary: 'Set up the authenticator app with a first code; ends my other sessions where it is my first method',
    access: 'signed-in',
    body: z.strictObject({ code: GivenCode }),
    reply: MaybeRecoveryCodes,
  }),
  removeApp: endpoint({
    method: 'POST',
    path: '/api/profile/second-step/app/remove',
    summary: 'Remove my authenticator app',
    access: 'signed-in',
    body: passwordOnly,
    reply: SecondStepMethods,
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/profile/second-step/passkey-options',
    summary: 'What the browser needs to make a passkey',
    access: 'signed-in',
    body: passwordOnly,
    reply: PasskeyOptions,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/profile/second-step/passkeys',
    summary: 'Add a passkey; ends my other sessions where it is my first method',
    access: 'signed-in',
    body: z.strictObject({ response: PasskeyResponse, name: PasskeyName }),
    reply: MaybeRecoveryCodes,
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: '/api/profile/second-step/passkeys/:id',
    summary: 'Rename a passkey of mine',
    access: 'signed-in',
    params: ById,
    body: z.strictObject({ name: PasskeyName }),
    reply: SecondStepMethods,
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/api/profile/second-step/passkeys/:id/remove',
    summary: 'Remove a passkey of mine',
    access: 'signed-in',
    params: ById,
    body: passwordOnly,
    reply: SecondStepMethods,
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/profile/second-step/recovery-codes',
    summary: 'Make new recovery codes; the earlier ones no longer work',
    access: 'signed-in',
    body: passwordOnly,
    reply: RecoveryCodes,
  }),
}

export const userSecondStepEndpoints = {
  reset: endpoint({
    method: 'POST',
    path: '/api/users/:id/second-step/reset',
    summary: 'Remove every second step of a person, end their sessions and tell them by mail',
    access: 'users.manage',
    params: ById,
    status: 204,
  }),
}
