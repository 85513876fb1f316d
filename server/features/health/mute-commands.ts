import { sql } from 'kysely'
import type { HealthCheckName } from '#contract/health-checks.ts'
import { MUTE_DAYS_MAX, type HealthMute } from '#contract/health.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'

type Mute = { name: HealthCheckName; until: string; reason: string }

/**
 * Leaves a check out of the state of the whole and of alerts until a time; a mute that holds already is replaced.
 * @throws ProblemError invalid_input when the time is past or too far away
 */
export async function muteCheck(db: Services['db'], actor: Actor, { name, until, reason }: Mute): Promise<HealthMute> {
  const away = Date.parse(until) - Date.now()
  if (away <= 0) throw invalidField('until', 'past', 'is not in the future')
  if (away > MUTE_DAYS_MAX * 86_400_000)
    throw invalidField('until', 'too_far', `is more than ${MUTE_DAYS_MAX} days away`)
  return db.transaction().execute(async (trx) => {
    const mute = { until, reason, createdBy: actor.id, createdAt: sql<string>`now()` }
    await trx
      .insertInto('healthMute')
      .values({ name, ...mute })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(mute))
      .execute()
    await recordAudit(trx, actor, {
      action: 'mute',
      entityType: 'health_check',
      entityId: null,
      entityTitle: name,
      after: { until, reason },
    })
    return { name, until, reason, by: { id: actor.id, name: actor.name } }
  })
}

/** Lets a check count again; one that is not muted leaves no trace. */
export async function unmuteCheck(db: Services['db'], actor: Actor, name: HealthCheckName): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const removed = await trx.deleteFrom('healthMute').where('name', '=', name).returning('until').executeTakeFirst()
    if (!removed) return
    await recordAudit(trx, actor, {
      action: 'unmute',
      entityType: 'health_check',
      entityId: null,
      entityTitle: name,
      before: removed,
    })
  })
}
