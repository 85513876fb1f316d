import { sql } from 'kysely'
import { type AdSize, sizeName, type SizeUses } from '#contract/placements.ts'
import type { Db } from '../../db/database.ts'

/** The names of the ads outside the trash that are booked in this placement, at most 50. */
export async function adsBookedIn(db: Db, placement: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ad where placements @> array[${placement}::uuid] and deleted_at is null
    order by updated_at desc limit 50`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Of the ads that are booked in this placement and not archived: those that have creatives of a size of `before`, but none that fits
 * a size that remains, at most 50. `sizes`: those of `before` that their creatives have.
 */
export async function adsWithoutSize(
  db: Db,
  placement: string,
  before: readonly AdSize[],
  remaining: readonly AdSize[],
): Promise<SizeUses['ads']> {
  const isOneOf = (sizes: readonly AdSize[]) => sql`exists (
    select from jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb) as size(width int, height int)
    where size.width = creative.width and size.height = creative.height)`
  const { rows } = await sql<SizeUses['ads'][number]>`
    select ad.id, ad.name, booked.sizes
    from ad cross join lateral (
      select bool_or(creative.kind = 'text' or ${isOneOf(remaining)}) as fits,
        jsonb_agg(distinct jsonb_build_object('width', creative.width, 'height', creative.height))
          filter (where ${isOneOf(before)}) as sizes
      from (
        select part->>'kind' as kind, coalesce(media.width, (part->>'width')::int) as width,
          coalesce(media.height, (part->>'height')::int) as height
        from jsonb_array_elements(ad.fields->'creatives') as part
        left join media on part->>'kind' = 'image' and media.id = (part->>'media')::uuid
      ) as creative
    ) as booked
    where ad.placements @> array[${placement}::uuid] and ad.deleted_at is null and ad.status <> 'archived'
      and booked.fits is false and booked.sizes is not null
    order by ad.updated_at desc limit 50`.execute(db)
  return rows
}

/**
 * Of the ads that are booked in this placement and not archived: those with creatives, as edited or as approved, of a size of `before`
 * that does not remain, at most 50, also where another creative still fits. `sizes`: the removed sizes that their creatives have.
 */
export async function adsLosingSizes(
  db: Db,
  placement: string,
  before: readonly AdSize[],
  remaining: readonly AdSize[],
): Promise<SizeUses['ads']> {
  const kept = new Set(remaining.map(sizeName))
  const removed = before.filter((size) => !kept.has(sizeName(size)))
  if (removed.length === 0) return []
  const { rows } = await sql<SizeUses['ads'][number]>`
    select ad.id, ad.name, lost.sizes
    from ad cross join lateral (
      select jsonb_agg(distinct jsonb_build_object('width', size.width, 'height', size.height)) as sizes
      from jsonb_array_elements((ad.fields->'creatives') || coalesce(ad.live->'creatives', '[]')) as part
      left join media on part->>'kind' = 'image' and media.id = (part->>'media')::uuid
      join jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) as size(width int, height int)
        on part->>'kind' <> 'text' and size.width = coalesce(media.width, (part->>'width')::int)
          and size.height = coalesce(media.height, (part->>'height')::int)
    ) as lost
    where ad.placements @> array[${placement}::uuid] and ad.deleted_at is null and ad.status <> 'archived'
      and lost.sizes is not null
    order by ad.updated_at desc limit 50`.execute(db)
  return rows
}
