import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Ad } from '#contract/ads.ts'
import type { AdContent, LiveContent } from '../../db/ad-tables.ts'
import type { Db } from '../../db/database.ts'
import { nextVersion } from '../../db/row-change.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError, staleVersion } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { findAd, findAdRow, type AdRow } from './ad-queries.ts'
import { scheduleOf } from './ad-field-rules.ts'
import { adViewer, type AdViewer } from './ad-viewer-queries.ts'

/** What every command on ads works with, made before its transaction. */
export type AdRun = { trx: Db; actor: Actor; viewer: AdViewer }
/** An ad that no one else can change until the transaction ends. */
export type LockedAd = AdRun & { row: AdRow }

/** Runs a command in a transaction. */
export async function inAdTransaction<T>(
  services: Services,
  actor: Actor,
  run: (run: AdRun) => Promise<T>,
): Promise<T> {
  const viewer = await adViewer(services, actor)
  return services.db.transaction().execute((trx) => run({ trx, actor, viewer }))
}

/** @throws ProblemError not_found, stale_version */
export async function lockAd(run: AdRun, id: string, version?: number): Promise<LockedAd> {
  const { trx } = run
  // Alone in its statement: what is read after the wait must be as others left it.
  await trx.selectFrom('ad').select('id').where('id', '=', id).forUpdate().execute()
  const row = await findAdRow(trx, id)
  if (!row) throw new ProblemError('not_found')
  if (version !== undefined && version !== row.version) throw staleVersion(await replyWith(run, id))
  return { ...run, row }
}

export type AdColumns = Partial<{
  fields: AdContent
  live: LiveContent | null
  status: Ad['status']
  submittedAt: string | null
  submittedBy: string | null
  rejection: string
  rejectedAt: string | null
  rejectedBy: string | null
  approvedAt: string | null
  approvedBy: string | null
  deletedAt: string | null
}>

/** The columns that an undo brings back. */
export const columnsOf = (row: AdRow): Required<AdColumns> => ({
  fields: row.fields,
  live: row.live,
  status: row.status,
  submittedAt: row.submittedAt,
  submittedBy: row.submittedBy,
  rejection: row.rejection,
  rejectedAt: row.rejectedAt,
  rejectedBy: row.rejectedBy,
  approvedAt: row.approvedAt,
  approvedBy: row.approvedBy,
  deletedAt: row.deletedAt,
})

/** The columns that follow from the fields. */
export function derivedColumns(fields: AdContent) {
  const { startsAt, endsAt } = scheduleOf(fields)
  return { fields: JSON.stringify(fields), placements: sql<string[]>`${fields.placements}::uuid[]`, startsAt, endsAt }
}

/** Writes a change of a locked ad, one version up, with an entry of the history. @param reason what made the change */
export async function saveAd(
  { trx, actor, row }: Pick<LockedAd, 'trx' | 'actor' | 'row'>,
  columns: AdColumns,
  reason: string,
): Promise<void> {
  const { fields, live, ...others } = columns
  await trx
    .updateTable('ad')
    .set({
      ...others,
      ...(live !== undefined && { live: live && JSON.stringify(live) }),
      ...(fields && derivedColumns(fields)),
      ...nextVersion(actor.id, row),
    })
    .where('id', '=', row.id)
    .execute()
  await recordRevision(trx, actor, row.id, row.version + 1, reason, fields ?? row.fields)
}

/** An entry of the history. */
export const recordRevision = (trx: Db, actor: Actor, ad: string, version: number, reason: string, fields: AdContent) =>
  trx
    .insertInto('adRevision')
    .values({ id: uuidv7(), ad, version, createdBy: actor.id, reason, fields: JSON.stringify(fields) })
    .execute()

/** The ad for the reply of a command. */
export async function replyWith({ trx, viewer }: AdRun, id: string): Promise<Ad> {
  const ad = await findAd(trx, { ...viewer, now: Date.now() }, id)
  if (!ad) throw new ProblemError('not_found')
  return ad
}
