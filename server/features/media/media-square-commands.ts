import { buffer } from 'node:stream/consumers'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { hashOf } from './image-hash.ts'
import { encodeSquare, SQUARE_SIDE } from './image-square.ts'
import { withEncodeSlot, SYSTEM } from './encode-queue.ts'
import { claimHash } from './media-hash-commands.ts'
import { fileNameOf, focalPointOf, type ImageType, type Variant } from './media-rules.ts'

const AT_ONCE = 100

type Port = Pick<Services, 'db' | 'storage'>
type Row = {
  id: string
  type: ImageType
  width: number
  height: number
  storageKey: string
  focalX: number | null
  focalY: number | null
  complete: boolean
  variants: {
    name: Variant & ('thumb' | 'square' | '640' | '1280' | '1920')
    file?: string
    width: number
    height: number
    type: string
    bytes: number
  }[]
}

const columns = ['id', 'type', 'width', 'height', 'storageKey', 'focalX', 'focalY', 'complete', 'variants'] as const

/**
 * Makes the square of a picture around its focal point, and its perceptual hash where that is missing. Done again if the picture
 * changes meanwhile; the addresses stay and get a new version.
 */
export async function cropMedia({ db, storage }: Port, id: string): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const row = await db.selectFrom('media').select(columns).where('id', '=', id).executeTakeFirst()
    if (!row || (await cropRow({ db, storage }, row))) return
  }
  throw new Error('the picture changes all the time')
}

/** @returns false when the row is no longer what the square was made of */
async function cropRow({ db, storage }: Port, row: Row): Promise<boolean> {
  const made = await withEncodeSlot(SYSTEM, async () => {
    const stored = await storage.open(`${row.storageKey}/${sourceOf(row)}`)
    if (!stored) return undefined
    const bytes = await buffer(stored.stream)
    return {
      square: await encodeSquare(bytes, focalPointOf(row)),
      hash: row.complete ? undefined : await hashOf(bytes),
    }
  })
  if (!made) {
    await db.updateTable('media').set({ complete: true }).where('id', '=', row.id).execute()
    return true
  }
  // Never the name of a file that someone may be reading.
  const file = `square-${randomUUID()}.webp`
  await storage.put(`${row.storageKey}/${file}`, made.square.bytes)
  const { bytes: data, width, height } = made.square
  const square = { name: 'square' as const, type: 'image/webp', width, height, bytes: data.length, file }
  const [thumb, ...others] = row.variants.filter(({ name }) => name !== 'square')
  const variants = [...(thumb ? [thumb] : []), square, ...others]
  const taken = await db.transaction().execute(async (trx) => {
    const similarity = made.hash === undefined ? {} : { perceptualHashId: await claimHash(trx, made.hash) }
    return trx
      .updateTable('media')
      .set({
        ...similarity,
        complete: true,
        variants: JSON.stringify(variants),
        fileVersion: sql<number>`file_version + 1`,
      })
      .where('id', '=', row.id)
      .where('storageKey', '=', row.storageKey)
      .where('focalX', 'is not distinct from', row.focalX)
      .where('focalY', 'is not distinct from', row.focalY)
      .where('variants', '=', sql<never>`${JSON.stringify(row.variants)}::jsonb`)
      .returning('id')
      .executeTakeFirst()
  })
  // An old square may just be read by someone; the nightly sweep finds it.
  if (!taken) await storage.remove(`${row.storageKey}/${file}`).catch(() => undefined)
  return taken !== undefined
}

/** The smallest stored file that is large enough for the square. */
function sourceOf(row: Row): string {
  const large = row.variants
    .filter(({ name, width, height }) => name !== 'square' && Math.min(width, height) >= SQUARE_SIDE)
    .toSorted((a, b) => a.width - b.width)[0]
  return fileNameOf(row.type, large?.name ?? 'original')
}

/** Pictures of an older Copydesk get what they lack, some at a time. @returns whether there may be more */
export async function completeMedia(services: Port): Promise<boolean> {
  const rows = await services.db
    .selectFrom('media')
    .select('id')
    .where('complete', '=', false)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  for (const { id } of rows) await cropMedia(services, id)
  return rows.length === AT_ONCE
}

/** Deletes perceptual hashes that no picture has any more. */
export const sweepHashes = (db: Db) =>
  sql`delete from perceptual_hash where pictures = 0 and not exists (select from media where perceptual_hash_id = perceptual_hash.id)`.execute(
    db,
  )
