import { v7 as uuidv7 } from 'uuid'
import type { AuditAction, AuditType } from '#contract/audit.ts'
import { compiledInsert } from '../../db/compiled-query.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'

export type AuditEvent = {
  /** Verb of what happened, e.g. `publish`. */
  action: AuditAction
  entityType: AuditType
  /** null for what has none, as a setting. */
  entityId: string | null
  /** The name at that moment: the entity may be gone when someone reads this. */
  entityTitle: string
  /** Only what changed, without anything private. */
  before?: unknown
  after?: unknown
}

/** Who did it; without an id someone who was not signed in, of whom only the address is known. */
export type AuditActor = Pick<Actor, 'name' | 'ip'> & { id: string | null }

/** Someone who is not signed in. */
export const strangerAt = (ip: string): AuditActor => ({ id: null, name: '', ip })

/** Writes one line of the audit log in the caller's transaction; `actor` is null for the system. */
export const recordAudit = (db: Db, actor: AuditActor | null, event: AuditEvent): Promise<void> =>
  recordAudits(db, actor, [event])

/** The same for a change of many, in one statement. */
export const recordAudits = (db: Db, actor: AuditActor | null, events: readonly AuditEvent[]): Promise<void> =>
  recordAuditLines(
    db,
    events.map((event) => ({ actor, event })),
  )

/** Records what was deleted permanently. @param actor null: the job that empties the trash */
export const recordPurges = (
  db: Db,
  actor: AuditActor | null,
  entityType: AuditEvent['entityType'],
  rows: readonly { id: string; title: string }[],
): Promise<void> =>
  recordAudits(
    db,
    actor,
    rows.map(({ id, title }) => ({ action: 'purge', entityType, entityId: id, entityTitle: title })),
  )

/** Lines of several people. */
export async function recordAuditLines(
  db: Db,
  lines: readonly { actor: AuditActor | null; event: AuditEvent }[],
): Promise<void> {
  if (lines.length === 0) return
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  const rows = lines.map(({ actor, event }) => ({
    id: uuidv7(),
    actorId: actor?.id ?? null,
    actorName: actor?.name ?? '',
    ip: actor?.ip ?? '',
    action: event.action,
    entityType: event.entityType,
    entityId: event.entityId,
    entityTitle: event.entityTitle,
    before: json(event.before),
    after: json(event.after),
  }))
  const [row, ...more] = rows
  if (!more.length) await addLine(db, row!)
  else await db.insertInto('auditEvent').values(rows).execute()
}

/** Almost every change writes one. */
const addLine = compiledInsert('auditEvent', [
  'id',
  'actorId',
  'actorName',
  'ip',
  'action',
  'entityType',
  'entityId',
  'entityTitle',
  'before',
  'after',
])
