import { sql } from 'kysely'
import type { Settings } from '#contract/settings.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { viewSettings } from './setting-queries.ts'

/** Changes what is given, and says in the audit log what it was before. What stays the same leaves no trace. */
export async function editSettings(db: Services['db'], actor: Actor, change: Partial<Settings>): Promise<Settings> {
  return db.transaction().execute(async (trx) => {
    // One at a time, so that each audit line tells what really was before.
    await sql`select pg_advisory_xact_lock(hashtext('copydesk settings'))`.execute(trx)
    const before = await viewSettings(trx)
    const { registration } = change
    if (!registration || registration.mode === before.registration.mode) return before
    const value = JSON.stringify(registration)
    await trx
      .insertInto('setting')
      .values({ key: 'registration', value, updatedBy: actor.id })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value, updatedBy: actor.id, updatedAt: sql<string>`now()` }),
      )
      .execute()
    await recordAudit(trx, actor, {
      action: 'edit',
      entityType: 'setting',
      entityId: null,
      entityTitle: 'registration',
      before: before.registration,
      after: registration,
    })
    return viewSettings(trx)
  })
}
