import { sql, type UpdateObject } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import {
  PLACEMENT_KEY_MAX,
  type ChangedPlacement,
  type Placement,
  type PlacementFields,
  type placementEndpoints,
  type SizeUses,
} from '#contract/placements.ts'
import type { Db } from '../../db/database.ts'
import { changedFields, nextVersion } from '../../db/row-change.ts'
import type { Tables } from '../../db/tables.ts'
import { recordUndoStep } from '../../db/undo-log.ts'
import { may, type Actor } from '../../http/actor.ts'
import { namingIndexes } from '../../http/index-problem.ts'
import { ProblemError, staleVersion } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { makeSlug } from '../../slugs/make-slug.ts'
import { recordAudit, recordPurges } from '../audit/audit-commands.ts'
import { findPlacement, findPlacementRow, keysInUse, type PlacementRow } from './placement-queries.ts'
import { adsBookedIn, adsWithoutSize } from './placement-use-queries.ts'

type Create = z.output<typeof placementEndpoints.create.body>
type Edit = z.output<typeof placementEndpoints.edit.body>
type LockedPlacement = { trx: Db; actor: Actor; row: PlacementRow; publicUrl: string }

/** What one undo of a change of placements needs. */
export const placementUndoPart = 'placement'

const keyRace = <T>(act: () => Promise<T>): Promise<T> =>
  namingIndexes(
    {
      placement_key: () =>
        new ProblemError('key_taken', { fields: [{ path: 'key', code: 'key_taken', message: 'is in use' }] }),
    },
    act,
  )

/** Room for the number of a key that is taken. */
const KEY_BASE_MAX = PLACEMENT_KEY_MAX - 4

/** A free key for a name, locked until the transaction ends. */
export const claimKeyFor = (trx: Db, name: string): Promise<string> =>
  claimFreeSlug(trx, 'placement', makeSlug(name, 'placement', KEY_BASE_MAX), (keys) => keysInUse(trx, keys))

/** Adds a placement; without a key it gets one from its name. @throws ProblemError key_taken, which names `key` */
export const createPlacement = (
  { db, config }: Services,
  actor: Actor,
  given: Create,
  id: string = uuidv7(),
): Promise<Placement> =>
  keyRace(() =>
    db.transaction().execute(async (trx) => {
      await insertPlacement(trx, actor, id, { ...given, key: given.key ?? (await claimKeyFor(trx, given.name)) })
      return replyWith(trx, actor, config.publicUrl, id)
    }),
  )

/** A new placement, within a transaction of the caller's. */
export async function insertPlacement(trx: Db, actor: Actor, id: string, fields: PlacementFields): Promise<void> {
  await trx
    .insertInto('placement')
    .values({ id, ...fields, sizes: JSON.stringify(fields.sizes), createdBy: actor.id, updatedBy: actor.id })
    .execute()
  await recordAudit(trx, actor, {
    action: 'create',
    entityType: 'placement',
    entityId: id,
    entityTitle: fields.name,
    after: fields,
  })
}

/**
 * Changes a placement; nothing is written where nothing changed.
 * @throws ProblemError not_found, stale_version, key_taken; illegal_transition in the trash; in_use where ads would have no
 *   creative that fits
 */
export const editPlacement = (
  services: Services,
  actor: Actor,
  id: string,
  { version, ...given }: Edit,
): Promise<Placement> =>
  keyRace(() =>
    services.db.transaction().execute(async (trx) => {
      const locked = await lockPlacement(services, trx, actor, id, version)
      const { row } = locked
      if (row.deletedAt)
        throw new ProblemError('illegal_transition', { detail: 'A placement in the trash cannot be changed' })
      const names = changedFields<PlacementFields>(row, given)
      if (names.length > 0) {
        const after = { ...row, ...given }
        if (names.includes('sizes')) {
          const ads = await adsWithoutSize(trx, id, row.sizes, after.sizes)
          if (ads.length > 0) throw sizesInUse(ads)
        }
        const part = (of: PlacementFields) => Object.fromEntries(names.map((name) => [name, of[name]]))
        const { sizes, ...others } = given
        await savePlacement(locked, { ...others, ...(sizes && { sizes: JSON.stringify(sizes) }) })
        await recordAudit(trx, actor, {
          action: 'save',
          entityType: 'placement',
          entityId: id,
          entityTitle: after.name,
          before: part(row),
          after: part(after),
        })
      }
      return replyWith(trx, actor, services.config.publicUrl, id)
    }),
  )

const sizesInUse = (ads: SizeUses['ads']) =>
  new ProblemError('in_use', {
    reasons: ads.map(({ name }) => name),
    current: { ads } satisfies SizeUses,
    fields: [{ path: 'sizes', code: 'size_in_use', message: 'ads booked here need a size that was removed' }],
    detail: 'Ads booked here would have no creative that fits',
  })

/**
 * Moves a placement to the trash, or back.
 * @throws ProblemError not_found, stale_version, illegal_transition, key_taken; in_use while ads are booked there
 */
export const actOnPlacement = (
  services: Services,
  actor: Actor,
  id: string,
  action: 'trash' | 'restore',
  version?: number,
): Promise<ChangedPlacement> =>
  keyRace(() =>
    services.db.transaction().execute(async (trx) => {
      const locked = await lockPlacement(services, trx, actor, id, version)
      const { row } = locked
      if ((row.deletedAt !== null) !== (action === 'restore')) throw new ProblemError('illegal_transition')
      const reasons = action === 'trash' ? await adsBookedIn(trx, id) : []
      if (reasons.length > 0) throw new ProblemError('in_use', { reasons })
      await savePlacement(locked, { deletedAt: action === 'trash' ? sql<string>`now()` : null })
      await recordAudit(trx, actor, { action, entityType: 'placement', entityId: id, entityTitle: row.name })
      const undo = await recordUndoStep(trx, actor.id, { noun: 'placement', action, title: row.name }, [
        {
          itemId: id,
          part: placementUndoPart,
          before: { deletedAt: row.deletedAt },
          after: { version: row.version + 1, versionBefore: row.version },
        },
      ])
      return { ...(await replyWith(trx, actor, services.config.publicUrl, id)), undo }
    }),
  )

/** Deletes a trashed placement permanently. @throws ProblemError not_found, forbidden, stale_version, illegal_transition */
export const purgePlacement = (services: Services, actor: Actor, id: string, version: number): Promise<void> =>
  services.db.transaction().execute(async (trx) => {
    const { row } = await lockPlacement(services, trx, actor, id, version)
    if (!may(actor, 'ads.purge')) throw new ProblemError('forbidden')
    if (!row.deletedAt) throw new ProblemError('illegal_transition')
    await erasePlacements(trx, actor, [{ id, title: row.name }])
  })

/** Deletes locked placements permanently. @param actor null: the job that empties the trash */
export async function erasePlacements(
  trx: Db,
  actor: Actor | null,
  rows: readonly { id: string; title: string }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await trx.deleteFrom('placement').where('id', 'in', ids).execute()
  await recordPurges(trx, actor, 'placement', rows)
}

/** Locks a placement until the transaction ends. @throws ProblemError not_found, stale_version */
export async function lockPlacement(
  { config: { publicUrl } }: Pick<Services, 'config'>,
  trx: Db,
  actor: Actor,
  id: string,
  version?: number,
): Promise<LockedPlacement> {
  await trx.selectFrom('placement').select('id').where('id', '=', id).forUpdate().execute()
  const row = await findPlacementRow(trx, id)
  if (!row) throw new ProblemError('not_found')
  if (version !== undefined && version !== row.version) throw staleVersion(await replyWith(trx, actor, publicUrl, id))
  return { trx, actor, row, publicUrl }
}

/** Writes a change of a locked placement, one version up. */
export const savePlacement = (
  { trx, actor, row }: Pick<LockedPlacement, 'trx' | 'actor' | 'row'>,
  columns: UpdateObject<Tables, 'placement'>,
) =>
  trx
    .updateTable('placement')
    .set({ ...columns, ...nextVersion(actor.id, row) })
    .where('id', '=', row.id)
    .execute()

async function replyWith(trx: Db, actor: Actor, publicUrl: string, id: string): Promise<Placement> {
  const placement = await findPlacement(trx, { role: actor.role, publicUrl }, id)
  if (!placement) throw new ProblemError('not_found')
  return placement
}
