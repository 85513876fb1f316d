import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ListReply } from '#contract/list.ts'
import { allows, type Role } from '#contract/permissions.ts'
import { placementSnippet, type Placement, type PlacementListQuery, type PlacementRef } from '#contract/placements.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { containsUnpaired } from '../../db/substring-search.ts'
import { orderOf } from '../../db/list-rows.ts'
import { personOf } from '../../db/person.ts'

export type PlacementViewer = { role: Role; publicUrl: string }

const columns = [
  'id',
  'version',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'deletedAt',
  'key',
  'name',
  'sizes',
  'active',
] as const

/** One row, the trash included; undefined when it is not there. */
export const findPlacementRow = (db: Db, id: string) =>
  db.selectFrom('placement').select(columns).where('id', '=', id).executeTakeFirst()
export type PlacementRow = NonNullable<Awaited<ReturnType<typeof findPlacementRow>>>

/** Which of these keys belong to a placement outside the trash. */
export async function keysInUse(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('placement')
    .select('key')
    .where('key', 'in', keys)
    .where('deletedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** These placements as the console shows them, in any order. */
export async function placementsByIds(db: Db, viewer: PlacementViewer, ids: readonly string[]): Promise<Placement[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PlacementRow & { ads: number; creatorName: string | null; updaterName: string | null }>`
    select placement.*, creator.name as creator_name, updater.name as updater_name,
      (select count(*) from ad where placements @> array[placement.id] and ad.deleted_at is null) as ads
    from placement
    left join user_account as creator on creator.id = placement.created_by
    left join user_account as updater on updater.id = placement.updated_by
    where placement.id = any(${ids}::uuid[])`.execute(db)
  const write = allows(viewer.role, 'ads.write')
  return rows.map(({ creatorName, updaterName, ...row }) => ({
    ...row,
    createdBy: personOf(row.createdBy, creatorName),
    updatedBy: personOf(row.updatedBy, updaterName),
    snippet: placementSnippet(viewer.publicUrl, row),
    can: {
      write: write && !row.deletedAt,
      trash: write && !row.deletedAt && row.ads === 0,
      restore: write && row.deletedAt !== null,
      purge: allows(viewer.role, 'ads.purge') && row.deletedAt !== null,
    },
  }))
}

/** One placement; undefined when it is not there. */
export const findPlacement = async (db: Db, viewer: PlacementViewer, id: string): Promise<Placement | undefined> =>
  (await placementsByIds(db, viewer, [id]))[0]

const keys = { name: { by: sql`lower(name)` }, key: { by: sql`key` }, updatedAt: { by: sql`updated_at` } }

/** One page of the placements. */
export function listPlacements(
  db: Db,
  viewer: PlacementViewer,
  query: PlacementListQuery,
): Promise<ListReply<Placement>> {
  const { q, status, used } = query
  const conditions: RawBuilder<SqlBool>[] = [
    status === 'trashed' ? sql`deleted_at is not null` : sql`deleted_at is null`,
  ]
  if (status === 'active' || status === 'inactive') conditions.push(sql`active = ${status === 'active'}`)
  if (q) conditions.push(containsUnpaired(sql`lower(key || ' ' || name)`, q))
  if (used !== undefined) {
    const some = sql`exists (select from ad where placements @> array[placement.id] and ad.deleted_at is null)`
    conditions.push(used ? sql`${some}` : sql`not ${some}`)
  }
  const matching = db
    .selectFrom('placement')
    .select('id')
    .where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`)
  return listPage(db, matching, orderOf(keys, query.sort), query, (ids) => placementsByIds(db, viewer, ids))
}

/** These placements as ads name them, those in the trash included. */
export async function placementRefs(db: Db, ids: readonly string[]): Promise<PlacementRef[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('placement')
    .select(['id', 'key', 'name', 'sizes', 'active', 'deletedAt'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ deletedAt, ...row }) => ({ ...row, trashed: deletedAt !== null }))
}
