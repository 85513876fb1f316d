import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Settings } from '#contract/settings.ts'
import { sitePatternFault } from '#contract/site-address.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { viewSettings } from './setting-queries.ts'

/**
 * Changes what is given, and says in the audit log what it was before. What stays the same leaves no trace.
 * @throws ProblemError invalid_input when the pattern of public addresses is wrong
 */
export async function editSettings(db: Services['db'], actor: Actor, change: Partial<Settings>): Promise<Settings> {
  const fault = sitePatternFault(change.site?.articleUrl ?? '')
  if (fault) throw invalidField('site.articleUrl', fault, 'is not a pattern of addresses')
  return db.transaction().execute(async (trx) => {
    // One at a time, so that each audit line tells what really was before.
    await sql`select pg_advisory_xact_lock(hashtext('copydesk settings'))`.execute(trx)
    const before = await viewSettings(trx)
    await requireOwnSecondStep(trx, actor, change.secondStep)
    for (const key of ['registration', 'site', 'readers', 'secondStep'] as const) {
      const after = change[key]
      if (after && !isDeepStrictEqual(after, before[key])) await writeSetting(trx, actor, key, before[key], after)
    }
    return viewSettings(trx)
  })
}

async function writeSetting(trx: Db, actor: Actor, key: keyof Settings, before: object, after: object) {
  const value = JSON.stringify(after)
  await trx
    .insertInto('setting')
    .values({ key, value, updatedBy: actor.id })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value, updatedBy: actor.id, updatedAt: sql<string>`now()` }),
    )
    .execute()
  await recordAudit(trx, actor, {
    action: 'edit',
    entityType: 'setting',
    entityId: null,
    entityTitle: key,
    before,
    after,
  })
}

/** Whoever requires a second step of their own role has one already: else saving would end their own session. */
async function requireOwnSecondStep(trx: Db, actor: Actor, change: Settings['secondStep'] | undefined): Promise<void> {
  if (!change?.roles.includes(actor.role)) return
  const own = trx.selectFrom('userAccount').where('id', '=', actor.id).select('secondStepSince')
  if (!(await own.executeTakeFirst())?.secondStepSince)
    throw invalidField('secondStep.roles', 'own_second_step', 'set up your own second step first')
}
