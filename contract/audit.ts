import { z } from 'zod'
import { ById, endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { listQuery, listReply, PersonRef } from './list.ts'
import { choice, day, idOf, words } from './list-filter.ts'

/** What an event is about. */
export const auditTypes = [
  'article',
  'preview_link',
  'author',
  'tag',
  'category',
  'media',
  'album',
  'ad',
  'placement',
  'searchTerm',
  'user',
  'invitation',
  'setting',
  'delivery_key',
  'import',
  'site_export',
  'health_check',
  'job',
  'connection',
  'backup',
  'saved_view',
  'snippet',
  'audit_log',
  'call',
] as const
export type AuditType = (typeof auditTypes)[number]

/** Every action by its kind: what a filter asks for. An action that is missing here does not compile where it is recorded. */
export const auditActions = {
  created: ['create', 'duplicate', 'upload', 'import', 'copy', 'copyPhotosTo', 'addPhotos', 'invite', 'resend'],
  changed: [
    'edit',
    'save',
    'autosave',
    'replace',
    'move',
    'merge',
    'restoreRevision',
    'undo',
    'texts',
    'addTag',
    'removeTag',
    'changeAuthor',
    'setCategory',
    'share',
    'movePhotos',
    'sortPhotos',
    'writePhotoTexts',
    'pin',
    'unpin',
    'bury',
    'unbury',
    'hide',
    'show',
    'synonym',
    'unsynonym',
    'mute',
    'unmute',
    'new_secret',
    'test',
    'hand_over',
    'clean_up',
    'startAgain',
  ],
  state: [
    'submit',
    'return',
    'withdraw',
    'discard',
    'publish',
    'schedule',
    'unpublish',
    'archive',
    'approve',
    'reject',
    'pause',
    'resume',
    'extend',
    'end',
    'restore',
  ],
  deleted: ['trash', 'delete', 'purge', 'removePhotos', 'movePhotosTo', 'revoke', 'remove'],
  sign_ins: ['sign_in', 'sign_out'],
  /** Calls and sign-ins that were not allowed. */
  refusals: ['refused', 'sign_in_failed', 'sign_in_refused', 'second_step_failed'],
  access: [
    'register',
    'register_again',
    'request_reset',
    'reset_password',
    'change_password',
    'copy_link',
    'copy_reset_link',
    'end_session',
    'add_second_step',
    'rename_second_step',
    'remove_second_step',
    'reset_second_step',
    'new_recovery_codes',
    'end_user_sessions',
    'export',
  ],
} as const
export type AuditKind = keyof typeof auditActions
export type AuditAction = (typeof auditActions)[AuditKind][number]
export const auditKinds = Object.keys(auditActions) as AuditKind[]
/** Every action there is. */
export const auditActionNames: readonly AuditAction[] = auditKinds.flatMap((kind) => auditActions[kind])

export const AuditEvent = z.object({
  id: Id,
  at: z.iso.datetime(),
  /** null: the system itself, or someone who was not signed in. */
  actor: PersonRef.nullable(),
  action: z.enum(auditActionNames),
  type: z.enum(auditTypes),
  entityId: Id.nullable(),
  /** Its name at that time. */
  title: z.string(),
  /** The address the call came from; empty for the system. */
  ip: z.string(),
  /** What the sentence of the list says beyond the action: a reason, counts, the status before and after. */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
})
/** Why a sign-in with the right password, or with a passkey, was refused. */
export const signInRefusals = ['account_suspended', 'account_pending', 'too_many_requests'] as const
export type SignInRefusal = (typeof signInRefusals)[number]

export type AuditEvent = z.output<typeof AuditEvent>

export const AuditDetail = AuditEvent.extend({
  before: z.unknown(),
  after: z.unknown(),
  /** What the ids in `before` and `after` refer to, by id, as it is called now; what is deleted is left out. */
  names: z.record(z.string(), z.string()),
})
export type AuditDetail = z.output<typeof AuditDetail>

export const auditList = listQuery({
  sorts: ['at'],
  defaultSort: '-at',
  filters: {
    actor: idOf(),
    kind: choice(auditKinds),
    action: choice(auditActionNames),
    type: choice(auditTypes),
    /** Everything that was done to one item. */
    entity: idOf(),
    ip: words(45),
    /** From this day on, in UTC. */
    from: day(),
    /** Up to and including this day, in UTC. */
    to: day(),
  },
})
export type AuditListQuery = z.output<typeof auditList.query>

/** What is known about the log as a whole: whether anyone removed or changed a row. */
export const AuditChain = z.object({
  rows: z.int(),
  sealedAt: z.iso.datetime().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  /** Where the chain breaks: a row between these two moments was removed, changed or put in. */
  broken: z.object({ after: z.iso.datetime().nullable(), before: z.iso.datetime().nullable() }).nullable(),
})
export type AuditChain = z.output<typeof AuditChain>

/** Most rows that one export answers; the reply says when there are more. */
export const AUDIT_EXPORT_MOST = 50_000

export const auditEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    summary: 'List who did what, the newest first',
    access: 'audit.read',
    query: auditList.query,
    reply: listReply(AuditEvent),
  }),
  chain: endpoint({
    method: 'GET',
    path: '/api/audit/chain',
    summary: 'Whether the log is intact, as of the last check',
    access: 'audit.read',
    reply: AuditChain,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/audit/check',
    summary: 'Compare the whole log with its seals now',
    access: 'audit.read',
    reply: AuditChain,
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/audit/export',
    summary: `What matches as CSV, at most ${AUDIT_EXPORT_MOST.toLocaleString('en')} rows, the newest first`,
    access: 'audit.read',
    body: auditList.filter,
    produces: 'text/csv',
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/audit/:id',
    summary: 'One event with what was there before and after',
    access: 'audit.read',
    params: ById,
    reply: AuditDetail,
  }),
}
