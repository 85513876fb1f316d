import { z } from 'zod'
import { Id } from './id.ts'
import { ById, endpoint } from './endpoint.ts'
import { listReply, PersonRef, rankedListQuery } from './list.ts'
import { age, choice, yesNo } from './list-filter.ts'
import { locales } from './locale.ts'
import { type Permission, roles } from './permissions.ts'
import { SessionInfo } from './session.ts'
import { Email, line, requiredLine } from './text.ts'
import { UndoPointer } from './undo.ts'
import { Version } from './version.ts'

export const userStatuses = ['pending', 'active', 'suspended'] as const

/** The author profile that an account publishes under. */
const Byline = z.object({ id: Id, displayName: z.string() })

/** Which author profile an account gets: a new one with the person's name, or one that no account has. */
export const BylineChoice = z.union([z.literal('new'), Id])
export type BylineChoice = z.output<typeof BylineChoice>

export const User = z.object({
  id: Id,
  version: z.int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  locale: z.enum(locales),
  timeZone: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
  /** When the person last signed in; null: never, or before this was recorded. */
  lastSignInAt: z.iso.datetime().nullable(),
  byline: Byline.nullable(),
  /** Whether the account has a second step of its sign-in. */
  secondStep: z.boolean(),
})
export type User = z.output<typeof User>

/** `ended`: whoever sent it may not invite any more. Only `open` ones can be used. */
export const invitationStates = ['open', 'expired', 'ended'] as const

/** An invitation that no one has used yet. Its link is in the mail only, or made again by `invitationLink`. */
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(roles),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  state: z.enum(invitationStates),
  invitedBy: PersonRef.nullable(),
})
export type Invitation = z.output<typeof Invitation>

/** Someone who asked for a new password and has not set it; the newest link works until `expiresAt`. */
export const OpenReset = z.object({
  id: Id,
  user: PersonRef,
  email: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type OpenReset = z.output<typeof OpenReset>

/** Where mails are written on the server because no mail server is set; null: they are sent. */
const MailFolder = z.string().nullable()
const Invited = z.object({ email: z.string(), expiresAt: z.iso.datetime(), mailFolder: MailFolder })
const Link = z.object({ url: z.string(), expiresAt: z.iso.datetime() })

export const userList = rankedListQuery({
  sorts: ['name', 'createdAt', 'email', 'lastSignInAt'],
  defaultSort: 'name',
  filters: {
    status: choice(userStatuses),
    role: choice(roles),
    secondStep: yesNo(),
    /** Has not signed in for so long, or never. */
    awayFor: age(),
  },
})
export type UserListQuery = z.output<typeof userList.query>

export const InvitationRequest = z.strictObject({ email: Email, role: z.enum(roles), byline: BylineChoice.optional() })
/** What a person can own, and another person can be given. */
export const ownedKinds = ['articles', 'albums', 'media', 'ads', 'views', 'invitations', 'previewLinks'] as const
export type OwnedKind = (typeof ownedKinds)[number]

/** What whoever is given items of this kind must be allowed to do. Previews belong to articles. */
export const ownedPermissions = {
  articles: 'articles.write',
  albums: 'albums.write',
  media: 'media.write',
  ads: 'ads.write',
  views: undefined,
  invitations: 'users.manage',
  previewLinks: 'articles.write',
} as const satisfies Record<OwnedKind, Permission | undefined>

/** How many of each kind an account owns: what it created, in the trash too. `views`: those shared with others. */
export const Owned = z.object({
  counts: z.record(z.enum(ownedKinds), z.int()),
  /** Of the articles: those that are published at a time, and those that wait for review. */
  scheduled: z.int(),
  inReview: z.int(),
  /** Views of this person alone; they go with the account. */
  privateViews: z.int(),
  byline: Byline.nullable(),
  sessions: z.int(),
})
export type Owned = z.output<typeof Owned>

const HandOver = z.strictObject({ to: Id, kinds: z.array(z.enum(ownedKinds)).min(1).max(ownedKinds.length) })
const HandedOver = z.object({
  counts: z.partialRecord(z.enum(ownedKinds), z.int()),
  /** Items that the database could not move in time; another hand-over moves them. */
  left: z.int(),
})
export type HandedOver = z.output<typeof HandedOver>

export const userEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/users',
    summary: 'List accounts',
    access: 'users.manage',
    query: userList.query,
    reply: listReply(User),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/users/:id',
    summary: 'One account',
    access: 'users.manage',
    params: ById,
    reply: User,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/users/:id',
    summary:
      'Approve, suspend, change the name, the role or the e-mail address, or give a byline; a new role or status ends that person’s sessions',
    access: 'users.manage',
    params: ById,
    body: z.strictObject({
      version: Version,
      /** Of the account; author profiles keep theirs. */
      name: requiredLine(120).optional(),
      /** Of someone else; one’s own needs the password. */
      email: Email.optional(),
      role: z.enum(roles).optional(),
      status: z.enum(userStatuses).optional(),
      byline: BylineChoice.optional(),
    }),
    reply: User,
  }),
  reject: endpoint({
    method: 'DELETE',
    path: '/api/users/:id',
    summary: 'Reject a registration that waits for approval; the account is gone',
    access: 'users.manage',
    params: ById,
    status: 204,
  }),
  owned: endpoint({
    method: 'GET',
    path: '/api/users/:id/owned',
    summary: 'What an account owns',
    access: 'users.manage',
    params: ById,
    reply: Owned,
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/api/users/:id/hand-over',
    summary: 'Give what an account owns to another one; can be undone',
    access: 'users.manage',
    respondsAsync: true,
    params: ById,
    body: HandOver,
    reply: HandedOver.extend({ undo: UndoPointer.nullable() }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/users/:id/remove',
    summary:
      'Remove an account permanently, after handing over what is named; its name stays in the history of what it did',
    access: 'users.manage',
    respondsAsync: true,
    params: ById,
    body: z.strictObject({ version: Version, handOver: HandOver.optional() }),
    reply: HandedOver,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/users/:id/sessions',
    summary: 'Where a person is signed in',
    access: 'users.manage',
    params: ById,
    reply: z.object({ items: z.array(SessionInfo) }),
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/sessions',
    summary: 'Sign a person out everywhere; of my own sessions all but this one',
    access: 'users.manage',
    params: ById,
    status: 204,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/sessions/:session',
    summary: 'End one session of a person',
    access: 'users.manage',
    params: ById.extend({ session: Id }),
    status: 204,
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/api/users/invitations',
    summary: 'List invitations that were not used yet, the newest first',
    access: 'users.manage',
    reply: z.object({ items: z.array(Invitation), mailFolder: MailFolder }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/users/invitations',
    summary: 'Mail an invitation; an earlier one of the same address ends',
    access: 'users.manage',
    body: InvitationRequest,
    /** `replaced`: an earlier invitation of this address, whose link could still be used, has ended. */
    reply: Invited.extend({ id: Id, replaced: z.boolean() }),
    status: 201,
    oncePerKey: true,
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/api/users/invitations/:id/resend',
    summary: 'Mail an invitation again with a new link; the old one ends',
    access: 'users.manage',
    params: ById,
    reply: Invited,
  }),
  invitationLink: endpoint({
    method: 'POST',
    path: '/api/users/invitations/:id/link',
    summary: 'Get a new link of an invitation to hand over by other means; every earlier one ends',
    access: 'users.manage',
    params: ById,
    reply: Link,
  }),
  resets: endpoint({
    method: 'GET',
    path: '/api/users/password-resets',
    summary: 'List people who asked for a new password and have not set it, the newest first',
    access: 'users.manage',
    reply: z.object({ items: z.array(OpenReset), mailFolder: MailFolder }),
  }),
  resetLink: endpoint({
    method: 'POST',
    path: '/api/users/password-resets/:id/link',
    summary: 'Get a new reset link for 10 minutes to hand over by other means; every earlier one ends',
    access: 'users.manage',
    params: ById,
    reply: Link,
  }),
  passwordLink: endpoint({
    method: 'POST',
    path: '/api/users/:id/password-link',
    summary: 'Get a reset link of another person for 10 minutes, without being asked; every earlier one ends',
    access: 'users.manage',
    params: ById,
    reply: Link,
  }),
  bylines: endpoint({
    method: 'GET',
    path: '/api/users/bylines',
    summary: 'Author profiles without an account that have this name or this address',
    access: 'users.manage',
    query: z.strictObject({ email: Email, name: line(120).optional() }),
    reply: z.object({
      items: z.array(Byline.extend({ jobTitle: z.string(), uses: z.int(), sameEmail: z.boolean() })),
    }),
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/api/users/invitations/:id',
    summary: 'Revoke an invitation; its link ends',
    access: 'users.manage',
    params: ById,
    status: 204,
  }),
}
