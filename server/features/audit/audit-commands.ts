import { v7 as uuidv7 } from 'uuid'
import type { AuditAction, AuditType } from '#contract/audit.ts'
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

/** Writes one line of the audit log in the caller's transaction; `actor` is null for the system and for strangers. */
export const recordAudit = (db: Db, actor: Actor | null, event: AuditEvent): Promise<void> =>
  recordAudits(db, actor, [event])

/** The same for a change of many, in one statement. */
export async function recordAudits(db: Db, actor: Actor | null, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  const rows = events.map((event) => ({
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
  await db.insertInto('auditEvent').values(rows).execute()
}
