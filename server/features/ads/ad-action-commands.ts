import { sql, type Kysely } from 'kysely'
import { adActionFits, adActions, adStateAfter, type AdAction } from '#contract/ad-actions.ts'
import type { ChangedAd } from '#contract/ads.ts'
import { wallTimeAt } from '#contract/zoned-time.ts'
import type { Db } from '../../db/database.ts'
import { sweepTrash } from '../../db/sweep-trash.ts'
import type { Tables } from '../../db/tables.ts'
import { recordUndoStep, type UndoItem } from '../../db/undo-log.ts'
import { may, type Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit, recordPurges } from '../audit/audit-commands.ts'
import { erasePlacements } from '../placements/placement-commands.ts'
import { placementRefs } from '../placements/placement-queries.ts'
import { scheduleOf } from './ad-field-rules.ts'
import {
  columnsOf,
  inAdTransaction,
  lockAd,
  replyWith,
  saveAd,
  type AdColumns,
  type AdRun,
  type LockedAd,
} from './ad-lock-commands.ts'
import { mediaSizes } from './ad-reference-commands.ts'
import { isUnderWay, liveContentOf, missingInAd, phaseOf, situationOf } from './ad-rules.ts'

const MINUTE_MS = 60_000

export type AdActionInput = { version?: number; reason?: string; endsAt?: string }
type Step = (locked: LockedAd, input: AdActionInput) => Promise<AdColumns>
type Action = Exclude<AdAction, 'purge'>

const notSubmitted = { submittedAt: null, submittedBy: null }
const notRejected = { rejection: '', rejectedAt: null, rejectedBy: null }
/** Readers must see nothing of it before it was approved again. */
const asDraft: AdColumns = {
  ...notSubmitted,
  status: 'draft',
  ...notRejected,
  live: null,
  approvedAt: null,
  approvedBy: null,
  deletedAt: null,
}

const steps: Record<Action, Step> = {
  submit: async (locked) => {
    await requireComplete(locked)
    return { submittedAt: new Date().toISOString(), submittedBy: locked.actor.id }
  },
  withdraw: async () => notSubmitted,
  approve: async (locked) => {
    await requireComplete(locked)
    return {
      ...notSubmitted,
      ...notRejected,
      live: liveContentOf(locked.row.fields),
      approvedAt: new Date().toISOString(),
      approvedBy: locked.actor.id,
    }
  },
  reject: async ({ actor }, { reason = '' }) => ({
    ...notSubmitted,
    rejection: reason,
    rejectedAt: new Date().toISOString(),
    rejectedBy: actor.id,
  }),
  discard: async ({ row: { fields, live } }) => ({ ...notSubmitted, ...notRejected, fields: { ...fields, ...live } }),
  pause: async ({ row, viewer }) => {
    if (phaseOf(row, row.fields, row, viewer.now) === 'ended')
      throw new ProblemError('illegal_transition', { detail: 'an ad that has ended cannot be paused' })
    return {}
  },
  resume: async () => ({}),
  extend: async ({ row: { fields } }, { endsAt = '' }) => {
    const extended = { ...fields, endsAt }
    const { faults, endsAt: end } = scheduleOf(extended)
    if (faults.length > 0) throw new ProblemError('invalid_input', { fields: faults })
    const before = scheduleOf(fields).endsAt
    if (before === null || end === null || end <= before)
      throw invalidField('endsAt', 'not_later', 'must be later than the end it has')
    return { fields: extended }
  },
  end: async ({ row, viewer }) => {
    if (!isUnderWay(row, viewer.now))
      throw new ProblemError('illegal_transition', { detail: 'end is only possible between start and end' })
    const endedAt = (time: number) => ({ ...row.fields, endsAt: wallTimeAt(time, row.fields.timeZone).slice(0, 16) })
    let ended = endedAt(viewer.now)
    // Times are of full minutes: what began in this one has its end at the next.
    if (row.startsAt && scheduleOf(ended).faults.length > 0) ended = endedAt(Date.parse(row.startsAt) + MINUTE_MS)
    const { faults } = scheduleOf(ended)
    if (faults.length > 0) throw new ProblemError('invalid_input', { fields: faults })
    return { fields: ended }
  },
  archive: async () => notSubmitted,
  trash: async () => ({ ...notSubmitted, deletedAt: new Date().toISOString() }),
  restore: async () => asDraft,
}

/**
 * One action of the state table.
 * @throws ProblemError not_found, forbidden, stale_version, illegal_transition, not_publishable, invalid_input
 */
export const actOnAd = (
  services: Services,
  actor: Actor,
  id: string,
  action: Action,
  input: AdActionInput = {},
): Promise<ChangedAd> =>
  inAdTransaction(services, actor, async (run) => {
    const { name, item } = await performOn(run, id, action, input)
    const undo = await recordUndoStep(run.trx, actor.id, { noun: 'ad', action, title: name }, [item])
    return { ...(await replyWith(run, id)), undo }
  })

/** The action itself, within a transaction of the caller's. @returns what undoes it */
export async function performOn(
  run: AdRun,
  id: string,
  action: Action,
  input: AdActionInput,
): Promise<{ name: string; item: UndoItem }> {
  const locked = await lockForAction(run, id, action, input.version)
  const { row } = locked
  const { state } = situationOf(row)
  const after = adStateAfter(action, state)
  const columns = await steps[action](locked, input)
  const status = after !== null && after !== 'trashed' && state !== 'trashed' ? { status: after } : {}
  await saveAd(locked, { ...status, ...columns }, action)
  await recordAudit(run.trx, run.actor, {
    action,
    entityType: 'ad',
    entityId: id,
    entityTitle: row.fields.name,
    before: { state, ...((action === 'extend' || action === 'end') && { endsAt: row.fields.endsAt }) },
    after: {
      state: after,
      ...(action === 'reject' && { reason: input.reason }),
      ...((action === 'extend' || action === 'end') && { endsAt: columns.fields?.endsAt }),
      ...(action === 'approve' && liveContentOf(row.fields)),
    },
  })
  return {
    name: row.fields.name,
    item: {
      itemId: id,
      part: 'ad',
      before: columnsOf(row),
      after: { version: row.version + 1, versionBefore: row.version },
    },
  }
}

async function requireComplete({ trx, viewer: { now }, row: { fields, endsAt } }: LockedAd): Promise<void> {
  const placements = (await placementRefs(trx, fields.placements)).filter(({ trashed }) => !trashed)
  const reasons = missingInAd(fields, await mediaSizes(trx, fields), placements, { endsAt, now })
  if (reasons.length > 0) throw new ProblemError('not_publishable', { reasons })
}

async function lockForAction(run: AdRun, id: string, action: AdAction, version?: number): Promise<LockedAd> {
  if (!may(run.actor, adActions[action].permission)) throw new ProblemError('forbidden')
  const locked = await lockAd(run, id, version)
  const situation = situationOf(locked.row)
  if (!adActionFits(action, situation))
    throw new ProblemError('illegal_transition', {
      detail: `${action} is not possible while the ad is ${situation.state}`,
    })
  return locked
}

/** Deletes a trashed ad permanently. @throws ProblemError not_found, forbidden, stale_version, illegal_transition */
export const purgeAd = (services: Services, actor: Actor, id: string, version: number): Promise<void> =>
  inAdTransaction(services, actor, async (run) => {
    const { row } = await lockForAction(run, id, 'purge', version)
    await erase(run.trx, actor, [{ id, title: row.fields.name }])
  })

/** Deletes ads and placements permanently that have been in the trash for thirty days, and counts that no cap needs. */
export async function sweepAds(db: Kysely<Tables>): Promise<void> {
  await sweepTrash(db, {
    table: 'ad',
    title: 'name',
    erase: (trx, rows) => erase(trx, null, rows),
  })
  await sweepTrash(db, {
    table: 'placement',
    title: 'name',
    erase: (trx, rows) => erasePlacements(trx, null, rows),
  })
  await sql`delete from ad_visitor where last_at < now() - interval '25 hours'`.execute(db)
  await sql`delete from ad_token where used_at < now() - interval '26 hours'`.execute(db)
  await sql`delete from ad_lease where bucket < now() - interval '2 days'`.execute(db)
  await sql`delete from ad_delivery_day where day < current_date - 40`.execute(db)
}

async function erase(trx: Db, actor: Actor | null, rows: readonly { id: string; title: string }[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await trx.deleteFrom('ad').where('id', 'in', ids).execute()
  await recordPurges(trx, actor, 'ad', rows)
}
