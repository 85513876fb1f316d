import { z } from 'zod'
import { Id } from './id.ts'
import { ById, endpoint } from './endpoint.ts'
import { locales } from './locale.ts'
import { roles } from './permissions.ts'
import { registrationModes } from './settings.ts'
import { Email, requiredLine } from './text.ts'
import { Version } from './version.ts'
import { ZoneName } from './zoned-time.ts'

export const PASSWORD_MIN = 15
export const PASSWORD_MAX = 256
export type { Locale } from './locale.ts'

/** NFKC, 15–256 characters, anything else allowed; the blocklist is checked on the server. */
export const NewPassword = z.string().normalize('NFKC').min(PASSWORD_MIN).max(PASSWORD_MAX)
const GivenPassword = z.string().normalize('NFKC').min(1).max(PASSWORD_MAX)
const Secret = z.string().min(1).max(200)

/** The person who is signed in. */
export const Me = z.object({
  id: Id,
  version: z.int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  locale: z.enum(locales),
  /** The person's own, else the site's. */
  timeZone: z.string(),
  /** False: the person has set none, so it follows the site's. */
  ownTimeZone: z.boolean(),
  /** The author profile that is linked to this account: what a new article of this person begins with. */
  byline: z.object({ id: Id, displayName: z.string() }).nullable(),
})
export type Me = z.output<typeof Me>

/** What the console shows of the site, before anyone is signed in too. */
const Site = z.object({
  /** Empty: none is set. */
  name: z.string(),
  logo: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable(),
  timeZone: z.string(),
  /** Null: as the browser asks. */
  locale: z.enum(locales).nullable(),
})
export type Site = z.output<typeof Site>

/** Signed in: the token and the person. */
export const SignedIn = z.object({ token: z.string(), user: Me, expiresAt: z.iso.datetime() })
export type SignedIn = z.output<typeof SignedIn>

/** The password was right; a second step follows. `pending` opens nothing but the endpoints of the second step. */
export const SecondStepNeeded = z.object({
  pending: z.string(),
  expiresAt: z.iso.datetime(),
  /** No method is set up, and the role requires one: it is set up now, and then the person is signed in. */
  enrol: z.boolean(),
  methods: z.object({ app: z.boolean(), passkey: z.boolean(), recoveryCode: z.boolean() }),
  /** Where the browser offers passkeys for this console; null: nowhere, because its address is no host name with https. */
  passkeyOrigin: z.string().nullable(),
})
export type SecondStepNeeded = z.output<typeof SecondStepNeeded>

export const SessionInfo = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  ip: z.string(),
  userAgent: z.string(),
  current: z.boolean(),
})
export type SessionInfo = z.output<typeof SessionInfo>

export const SignIn = z.strictObject({ email: Email, password: GivenPassword })
export const Registration = z.strictObject({
  email: Email,
  name: requiredLine(120),
  password: NewPassword,
  setupCode: Secret.optional(),
  invitation: Secret.optional(),
  /** As the browser has them; the person changes them in the profile. */
  locale: z.enum(locales).optional(),
  timeZone: ZoneName.optional(),
})
export const ResetRequest = z.strictObject({ email: Email })
export const ProfileEdit = z.strictObject({
  version: Version,
  name: requiredLine(120).optional(),
  locale: z.enum(locales).optional(),
  /** Null: the site's from now on. */
  timeZone: ZoneName.nullable().optional(),
})
export const AddressChange = z.strictObject({ email: Email, password: GivenPassword })
export const PasswordChange = z.strictObject({ current: GivenPassword, password: NewPassword })

export const sessionEndpoints = {
  /** What the public screens need to know before anyone is signed in. */
  setup: endpoint({
    method: 'GET',
    path: '/api/setup',
    summary: 'How this installation is set up',
    access: 'public',
    reply: z.object({
      needsSetup: z.boolean(),
      registration: z.enum(registrationModes),
      editorHomeUrl: z.string(),
      /** Where passkeys sign in without a password; null: there are none. */
      passkeyOrigin: z.string().nullable(),
      /** False: no mail server is set, so links have to come from an administrator. */
      sendsMail: z.boolean(),
      version: z.string(),
      site: Site,
    }),
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/session',
    summary: 'Sign in; a person with a second step gets a pending token for it instead of a session',
    access: 'public',
    body: SignIn,
    reply: z.union([SignedIn, SecondStepNeeded]),
    status: 201,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/session',
    summary: 'Who is signed in',
    access: 'signed-in',
    reply: z.object({ user: Me, expiresAt: z.iso.datetime() }),
  }),
  signOut: endpoint({ method: 'DELETE', path: '/api/session', summary: 'Sign out', access: 'signed-in', status: 204 }),
  register: endpoint({
    method: 'POST',
    path: '/api/registrations',
    summary: 'Ask for an account; the first one needs the setup code',
    access: 'public',
    body: Registration,
    reply: z.object({ status: z.enum(['active', 'pending']) }),
    status: 201,
  }),
  invitation: endpoint({
    method: 'POST',
    path: '/api/registrations/invitation',
    summary: 'Whom an invitation is for, who invites, and as what',
    access: 'public',
    body: z.strictObject({ invitation: Secret }),
    reply: z.object({
      email: z.string(),
      role: z.enum(roles),
      /** Name of the person who vouches for it now. */
      invitedBy: z.string(),
    }),
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/api/password-resets',
    summary: 'Mail a reset link; the answer is the same for every address',
    access: 'public',
    body: ResetRequest,
    reply: z.object({}),
    status: 202,
  }),
  confirmReset: endpoint({
    method: 'POST',
    path: '/api/password-resets/confirm',
    summary: 'Set a new password with a reset link',
    access: 'public',
    body: z.strictObject({ token: Secret, password: NewPassword }),
    status: 204,
  }),
}

export const profileEndpoints = {
  edit: endpoint({
    method: 'PATCH',
    path: '/api/profile',
    summary: 'Change my name, language or time zone',
    access: 'signed-in',
    body: ProfileEdit,
    reply: Me,
  }),
  email: endpoint({
    method: 'POST',
    path: '/api/profile/email',
    summary: 'Change my e-mail address, which signs me in from now on; the old address is told',
    access: 'signed-in',
    body: AddressChange,
    reply: Me,
  }),
  password: endpoint({
    method: 'POST',
    path: '/api/profile/password',
    summary: 'Change my password; ends all my sessions and answers a new one',
    access: 'signed-in',
    body: PasswordChange,
    reply: SignedIn,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/profile/sessions',
    summary: 'Where I am signed in',
    access: 'signed-in',
    reply: z.object({ items: z.array(SessionInfo) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/profile/sessions/:id',
    summary: 'End one of my sessions',
    access: 'signed-in',
    params: ById,
    status: 204,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/profile/sessions',
    summary: 'End all my other sessions',
    access: 'signed-in',
    status: 204,
  }),
}
