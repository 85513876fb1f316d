import { sql } from 'kysely'
import type { z } from 'zod'
import { adRequirements } from '#contract/ad-actions.ts'
import type { AdBulk, adEndpoints } from '#contract/ads.ts'
import { findAdRow } from './ad-queries.ts'
import { recordUndoStep, type UndoItem } from '../../db/undo-log.ts'
import { may, type Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { performOn } from './ad-action-commands.ts'
import { copyAd } from './ad-duplicate-commands.ts'
import { matchingAds } from './ad-list-queries.ts'
import { inAdTransaction, type AdRun } from './ad-lock-commands.ts'

type Result = z.output<typeof adEndpoints.bulk.reply>['results'][number]

/**
 * One action on many ads, each for itself: what cannot be done is reported and the rest is done, with one undo.
 * @throws ProblemError count_changed when the selection is not what the person saw
 */
export const bulkAds = (services: Services, actor: Actor, bulk: AdBulk) =>
  inAdTransaction(services, actor, async (run) => {
    const ids = bulk.ids ?? (await matchingAds(run.trx, run.viewer, bulk.filter ?? {}, bulk.expectedCount + 1))
    if (ids.length !== bulk.expectedCount) throw new ProblemError('count_changed')
    const items: UndoItem[] = []
    const results = new Map<string, Result>()
    // In one order for all callers, so that two bulk actions wait for each other instead of locking each other out.
    for (const id of ids.toSorted()) results.set(id, await performInside(run, bulk, id, items))
    const all = ids.flatMap((id) => results.get(id) ?? [])
    const title = all.find(({ ok }) => ok)?.name ?? ''
    const undo = items.length
      ? await recordUndoStep(run.trx, actor.id, { noun: 'ad', action: bulk.action, title }, items)
      : null
    return { results: all, undo }
  })

async function performInside(run: AdRun, { action, endsAt }: AdBulk, id: string, items: UndoItem[]): Promise<Result> {
  await sql`savepoint item`.execute(run.trx)
  try {
    // What its writer has not submitted is approved by itself only, where it is looked at.
    if (action === 'approve' && (await findAdRow(run.trx, id))?.submittedAt === null && may(run.actor, 'ads.approve'))
      throw new ProblemError('illegal_transition')
    const { name, item, created } =
      action === 'duplicate'
        ? await copyAd(run, id)
        : { ...(await performOn(run, id, action, { ...(endsAt && { endsAt }) })), created: null }
    await sql`release savepoint item`.execute(run.trx)
    items.push(item)
    return { id, name, ok: true, code: null, missing: [], created }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    await sql`rollback to savepoint item`.execute(run.trx)
    const name = (await findAdRow(run.trx, id))?.fields.name ?? ''
    const missing = adRequirements.filter((requirement) => error.details.reasons?.includes(requirement))
    return { id, name, ok: false, code: error.code, missing, created: null }
  }
}
