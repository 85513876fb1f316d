import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { positionsFor } from './album-order-rules.ts'
import type { PhotoRow } from './album-step-commands.ts'

/** The photos of a locked album in their order, with position and position version. */
export type Places = { order: string[]; now: Map<string, number>; versions: Map<string, number> }

/** The order of a locked album. As three long texts: ten thousand rows take the driver twice as long. */
export async function readPlaces(trx: Db, album: string): Promise<Places> {
  const { rows } = await sql<Record<'ids' | 'positions' | 'versions', string | null>>`
    select string_agg(id::text, ',' order by position) as ids,
      string_agg(position::text, ',' order by position) as positions,
      string_agg(position_version::text, ',' order by position) as versions
    from album_photo where album_id = ${album}`.execute(trx)
  const listed = (text: string | null | undefined) => (text ? text.split(',') : [])
  const order = listed(rows[0]?.ids)
  const numbersOf = (text: string | null | undefined) =>
    new Map(listed(text).map((number, index) => [order[index] ?? '', Number(number)]))
  return { order, now: numbersOf(rows[0]?.positions), versions: numbersOf(rows[0]?.versions) }
}

/**
 * Gives a locked album another order, and new photos their place in it.
 * @param going the photos to move, each with its new position version; the others move only to make room
 * @param fresh photos of the order that are not in the album yet
 * @param wanted positions that some of them had before
 */
export async function writePlaces(
  trx: Db,
  album: string,
  order: readonly string[],
  now: ReadonlyMap<string, number>,
  going: ReadonlyMap<string, number>,
  fresh: readonly PhotoRow[] = [],
  wanted: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const positions = positionsFor(order, now, new Set(going.keys()), wanted)
  const moved = [...positions].filter(([id]) => now.has(id))
  await sql`update album_photo set position = moved.position,
      position_version = coalesce(moved.position_version, album_photo.position_version)
    from unnest(${moved.map(([id]) => id)}::uuid[], ${moved.map(([, position]) => position)}::bigint[],
      ${moved.map(([id]) => going.get(id) ?? null)}::int[]) as moved(id, position, position_version)
    where album_photo.id = moved.id`.execute(trx)
  if (fresh.length === 0) return
  const column = <Key extends keyof PhotoRow>(key: Key) => fresh.map((row) => row[key])
  await sql`insert into album_photo (album_id, id, media_id, alt, caption, position, position_version, text_version)
    select ${album}::uuid, * from unnest(${column('id')}::uuid[], ${column('mediaId')}::uuid[], ${column('alt')}::text[],
      ${column('caption')}::text[], ${fresh.map(({ id }) => positions.get(id))}::bigint[],
      ${column('positionVersion')}::int[], ${column('textVersion')}::int[])`.execute(trx)
}
