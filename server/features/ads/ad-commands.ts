import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { newAdFields } from '#contract/ad-fields.ts'
import type { Ad, adEndpoints } from '#contract/ads.ts'
import type { AdContent } from '../../db/ad-tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import {
  derivedColumns,
  inAdTransaction,
  lockAd,
  recordRevision,
  replyWith,
  saveAd,
  type AdRun,
  type LockedAd,
} from './ad-lock-commands.ts'
import { requireValidFields } from './ad-reference-commands.ts'
import { isEditable, isSame, situationOf } from './ad-rules.ts'

type Create = z.output<typeof adEndpoints.create.body>
type Edit = z.output<typeof adEndpoints.edit.body>

/** @throws ProblemError invalid_input with every field that is wrong */
export const createAd = (services: Services, actor: Actor, given: Create, id?: string): Promise<Ad> =>
  inAdTransaction(services, actor, async (run) => {
    const fields: AdContent = { ...newAdFields(), ...given }
    await requireValidFields(run.trx, fields, Object.keys(fields) as (keyof AdContent)[])
    return replyWith(run, await insertAd(run, fields, 'create', id))
  })

/** A new draft with these fields. @returns its id */
export async function insertAd(
  { trx, actor }: AdRun,
  fields: AdContent,
  reason: 'create' | 'duplicate',
  id: string = uuidv7(),
) {
  await trx
    .insertInto('ad')
    .values({ id, ...derivedColumns(fields), createdBy: actor.id, updatedBy: actor.id })
    .execute()
  await recordRevision(trx, actor, id, 1, reason, fields)
  await recordAudit(trx, actor, { action: reason, entityType: 'ad', entityId: id, entityTitle: fields.name })
  return id
}

/**
 * Changes an ad; nothing is written where nothing changed.
 * @throws ProblemError not_found, stale_version, invalid_input; illegal_transition while it waits for approval, in the archive
 *   and in the trash
 */
export const editAd = (services: Services, actor: Actor, id: string, { version, ...given }: Edit): Promise<Ad> =>
  inAdTransaction(services, actor, async (run) => {
    const locked = await lockAd(run, id, version)
    const changed = await writeFields(locked, { ...locked.row.fields, ...given }, 'save')
    if (changed.length > 0) await auditFields(locked, given, changed)
    return replyWith(run, id)
  })

/** Writes the fields that differ. @returns their names @throws as editAd */
export async function writeFields(locked: LockedAd, fields: AdContent, reason: string): Promise<(keyof AdContent)[]> {
  const { row, trx } = locked
  if (!isEditable(situationOf(row)))
    throw new ProblemError('illegal_transition', {
      detail: 'Take the ad back from approval, the archive or the trash first',
    })
  const changed = (Object.keys(fields) as (keyof AdContent)[]).filter((name) => !isSame(row.fields[name], fields[name]))
  if (changed.length === 0) return []
  await requireValidFields(trx, fields, changed)
  await saveAd(locked, { fields }, reason)
  return changed
}

async function auditFields(
  { trx, actor, row }: LockedAd,
  given: Partial<AdContent>,
  changed: readonly (keyof AdContent)[],
): Promise<void> {
  const part = (of: Partial<AdContent>) => Object.fromEntries(changed.map((name) => [name, of[name]]))
  await recordAudit(trx, actor, {
    action: 'save',
    entityType: 'ad',
    entityId: row.id,
    entityTitle: given.name ?? row.fields.name,
    before: part(row.fields),
    after: part(given),
  })
}
