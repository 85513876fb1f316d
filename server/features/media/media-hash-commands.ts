import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import type { PictureHash } from './image-hash.ts'

/** Sizes of one photo differ in up to six bits of their hash, different photos in more than a dozen. */
const BITS_MOST = 6
const SHADES_MOST = 16
const RATIO_MOST = 0.02

/**
 * The id of the stored hash that similar pictures share; a new row if there is none. Serialised until the transaction
 * ends, so that two similar pictures uploaded at once get the same row.
 */
export async function claimHash(trx: Db, picture: PictureHash | null): Promise<string | null> {
  if (!picture) return null
  await sql`select pg_advisory_xact_lock(hashtextextended('perceptual hashes', 0))`.execute(trx)
  const { hash, ratio, red, green, blue } = picture
  const bands = [0, 1, 2, 3].map((band) => band * 65_536 + Number.parseInt(hash.slice(band * 16, band * 16 + 16), 2))
  const given = sql`${hash}::bit(64)`
  const { rows } = await sql<{ id: string }>`
    select id from perceptual_hash
    where bands && ${bands}::int[] and bit_count(hash # ${given}) <= ${BITS_MOST}
      and abs(ratio / ${ratio}::real - 1) < ${RATIO_MOST}
      and greatest(abs(red - ${red}::int), abs(green - ${green}::int), abs(blue - ${blue}::int)) <= ${SHADES_MOST}
    order by bit_count(hash # ${given}), id limit 1`.execute(trx)
  if (rows[0]) return rows[0].id
  const id = uuidv7()
  await sql`insert into perceptual_hash (id, hash, bands, ratio, red, green, blue)
    values (${id}, ${given}, ${bands}::int[], ${ratio}, ${red}, ${green}, ${blue})`.execute(trx)
  return id
}
