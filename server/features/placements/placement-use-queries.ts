import { sql } from 'kysely'
import type { AdSize } from '#contract/placements.ts'
import type { Db } from '../../db/database.ts'

/** The names of the ads outside the trash that are booked in this placement, at most 50. */
export async function adsBookedIn(db: Db, placement: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ad where placements @> array[${placement}::uuid] and deleted_at is null
    order by updated_at desc limit 50`.execute(db)
  return rows.map(({ name }) => name)
}

/** Of the ads that are booked in this placement and not archived: those that have creatives, but none of these sizes. */
export async function adsWithoutSize(db: Db, placement: string, sizes: readonly AdSize[]): Promise<string[]> {
  const fits = sql`exists (
    select from jsonb_array_elements(fields->'creatives') as creative
    left join media on creative->>'kind' = 'image' and media.id = (creative->>'media')::uuid
    where creative->>'kind' = 'text' or exists (
      select from jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb) as size(width int, height int)
      where size.width = coalesce(media.width, (creative->>'width')::int)
        and size.height = coalesce(media.height, (creative->>'height')::int)))`
  const { rows } = await sql<{ name: string }>`
    select name from ad where placements @> array[${placement}::uuid] and deleted_at is null and status <> 'archived'
      and jsonb_array_length(fields->'creatives') > 0 and not ${fits}
    order by updated_at desc limit 50`.execute(db)
  return rows.map(({ name }) => name)
}
