import type { FastifyInstance } from 'fastify'
import type { SignInRefusal } from '#contract/audit.ts'
import type { Db } from '../../db/database.ts'
import { flushPeriodically } from '../../http/periodic-flush.ts'
import { type AuditActor, type AuditEvent, recordAuditLines, strangerAt } from './audit-commands.ts'

type Refusal = Omit<AuditEvent, 'before' | 'after'> & { reason?: SignInRefusal }
/** Records one refusal. Equal ones become one line a minute, with a count. No query, so that its time tells nothing. */
export type NoteRefusal = (actor: AuditActor, refusal: Refusal) => void
type Counted = { actor: AuditActor; event: Refusal; count: number }

const SECONDS = 60
/** Different refusals in a minute; beyond that they are counted together. */
const MOST = 1000

/**
 * Writes refused calls (403), failed and refused sign-ins to the audit log: one line per person or address, route and minute, with
 * a count, so that no one can flood it. A process that is killed loses its last minute of these.
 */
export function recordRefusals(app: FastifyInstance, db: Db): NoteRefusal {
  let counted = new Map<string, Counted>()
  const add = (key: string, line: Counted) => {
    const found = counted.get(key)
    if (found) found.count += line.count
    else counted.set(key, line)
  }
  const note: NoteRefusal = (actor, event) => {
    const key = [actor.id, actor.ip, event.action, event.entityId, event.entityTitle, event.reason].join(' ')
    if (counted.size < MOST || counted.has(key)) add(key, { actor, event, count: 1 })
    else add(event.action, { actor: STRANGER, event: { ...event, entityId: null, entityTitle: '' }, count: 1 })
  }
  flushPeriodically(app, SECONDS, async () => {
    const lines = counted
    counted = new Map()
    try {
      await recordAuditLines(
        db,
        [...lines.values()].map(({ actor, event: { reason, ...event }, count }) => ({
          actor,
          event: { ...event, after: { ...(reason && { reason }), count } },
        })),
      )
    } catch (error) {
      // Kept for the next turn, beside what came in the meantime.
      for (const [key, line] of lines) add(key, line)
      throw error
    }
  })
  app.addHook('onResponse', async (request, reply) => {
    const { actor } = request
    if (reply.statusCode !== 403 || !actor) return
    const title = `${request.method} ${request.routeOptions.url ?? ''}`
    note(actor, { action: 'refused', entityType: 'call', entityId: null, entityTitle: title })
  })
  return note
}

/** Notes that someone with the right password, or a passkey, was not let in. Who typed it is not known. */
export const noteSignInRefusal = (
  note: NoteRefusal,
  { id, name }: { id: string; name: string },
  { ip }: { ip: string },
  reason: SignInRefusal,
) => note(strangerAt(ip), { action: 'sign_in_refused', entityType: 'user', entityId: id, entityTitle: name, reason })

const STRANGER = strangerAt('')
