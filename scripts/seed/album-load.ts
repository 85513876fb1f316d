import type pg from 'pg'
import type { Db } from '../../server/db/database.ts'
import { encodeImage } from '../../server/features/media/image-encode.ts'
import { withEncodeSlot, SYSTEM } from '../../server/features/media/encode-queue.ts'
import { digestOf, fileColumns } from '../../server/features/media/media-commands.ts'
import { putFiles } from '../../server/features/media/media-file-commands.ts'
import type { Storage } from '../../server/storage/storage.ts'
import { fileNameOf } from '../../server/features/media/media-rules.ts'
import { albumMaker, picturesOf } from './album.ts'
import { dropIndexes, makeIndexes } from '../../server/db/index-rebuild.ts'
import { copyRows, silenceTriggers } from './bulk-load.ts'
import type { Taxonomy } from './taxonomy.ts'
import { isTrashed, pictureId, pictureRowMaker, type StoredPicture } from './picture-rows.ts'
import { DRAWN, makePictures, type Picture } from './picture.ts'
import type { Say, SeedPlan } from './plan.ts'

const AT_ONCE = 4
/** Files that belong to no row until the transaction is committed. */
export type PutFiles = { storageKey: string; discard: () => Promise<void> }[]

export type Place = {
  client: pg.ClientBase
  /** The product's commands on that client. */
  db: Db
  storage: Storage
  /** Gets what is put into the storage. */
  put: PutFiles
  signal: AbortSignal | undefined
  say: Say
}

/** So many albums, and pictures that are drawn, are written as the product would: with triggers and indexes in place. */
const ONE_BY_ONE = 2000
const ROWS_AT_ONCE = 5000
const TABLES = ['perceptual_hash', 'media', 'album', 'album_photo']

/**
 * Puts pictures into the library, and albums of them beside it; triggers must be listening.
 * @returns the ids of the pictures that were drawn
 */
export async function loadAlbums(place: Place, plan: SeedPlan, { users, authors }: Taxonomy): Promise<string[]> {
  if (plan.pictures === 0) return []
  const { client, say } = place
  const writers = users.filter(({ role }) => role === 'editor' || role === 'author').map(({ id }) => id)
  const drawn = await loadPictures(place, makePictures(plan), writers)
  const ids = [...drawn.keys()]
  const bulk = plan.pictures > DRAWN || plan.albums > ONE_BY_ONE
  const indexes = bulk ? await dropIndexes(client, TABLES) : []
  const speak = bulk ? await silenceTriggers(client, TABLES) : undefined
  for (let n = DRAWN; n < plan.pictures; n++) ids.push(pictureId(plan, n))
  const there = ids.flatMap((_, n) => (n >= DRAWN && isTrashed(n) ? [] : [n]))
  if (bulk) await loadRows(place, plan, { ids, writers, uses: usesOf(plan, there), stored: drawn })

  const taken = await client.query<{ slug: string }>('select slug from album where deleted_at is null')
  const media = there.map((n) => ids[n]!)
  const make = albumMaker(
    plan,
    { users: writers, authors: authors.map(({ id }) => id), media },
    new Set(taken.rows.map(({ slug }) => slug)),
  )
  for (let at = 0; at < plan.albums; at += ROWS_AT_ONCE) {
    place.signal?.throwIfAborted()
    if (bulk) say('Albums', at, plan.albums)
    const some = Array.from({ length: Math.min(ROWS_AT_ONCE, plan.albums - at) }, (_, n) => make(at + n))
    await copyRows(
      client,
      'album',
      some.map(({ album }) => album),
    )
    await copyRows(
      client,
      'album_photo',
      some.flatMap(({ photos }) => photos),
    )
  }
  if (bulk) await client.query('select recount_album_alts()')
  await makeIndexes(client, indexes, say)
  await speak?.()
  return [...drawn.keys()]
}

/** How many albums will show each picture, by its place. */
function usesOf(plan: SeedPlan, there: readonly number[]): Int32Array {
  const uses = new Int32Array(plan.pictures)
  for (let n = 0; n < plan.albums; n++) for (const at of picturesOf(plan, there.length, n)) uses[there[at]!]!++
  return uses
}

type Rows = { ids: readonly string[]; writers: string[]; uses: Int32Array; stored: Map<string, StoredPicture> }

/** The pictures that are not drawn, and the counts of those that are; no trigger makes them up. */
async function loadRows({ client, storage, put, signal, say }: Place, plan: SeedPlan, rows: Rows): Promise<void> {
  const { ids, uses, stored } = rows
  const make = pictureRowMaker(plan, rows.writers, [...stored.values()])
  for (let at = DRAWN; at < plan.pictures; at += ROWS_AT_ONCE) {
    signal?.throwIfAborted()
    say('Rows of pictures', at, plan.pictures)
    const some = Array.from({ length: Math.min(ROWS_AT_ONCE, plan.pictures - at) }, (_, n) =>
      make(at + n, ids[at + n]!, uses[at + n]!),
    )
    await copyRows(
      client,
      'perceptual_hash',
      some.flatMap(({ hash }) => hash ?? []),
    )
    await copyRows(
      client,
      'media',
      some.map(({ media }) => media),
    )
    for (const { media, files = [] } of some)
      for (const { name, bytes } of files) {
        const key = `${media.storage_key}/${name}`
        put.push({ storageKey: media.storage_key, discard: () => storage.remove(key).catch(() => undefined) })
        await storage.put(key, bytes)
      }
  }
  await client.query(
    `update media set uses = media.uses + given.uses from unnest($1::uuid[], $2::int[]) as given(id, uses)
     where media.id = given.id`,
    [ids.slice(0, stored.size), Array.from(uses.subarray(0, stored.size))],
  )
  await client.query(
    `update perceptual_hash set pictures = counted.pictures from (
       select perceptual_hash_id as id, count(*) as pictures from media
       where deleted_at is null and perceptual_hash_id is not null group by 1
     ) as counted where counted.id = perceptual_hash.id and perceptual_hash.pictures <> counted.pictures`,
  )
}

/** @returns what was stored of each, by its id */
async function loadPictures(
  { db, storage, put, signal, say }: Place,
  pictures: readonly Picture[],
  users: readonly string[],
): Promise<Map<string, StoredPicture>> {
  const stored = new Map<string, StoredPicture>()
  for (let at = 0; at < pictures.length; at += AT_ONCE) {
    say('Pictures', at, pictures.length)
    const some = await Promise.all(
      pictures.slice(at, at + AT_ONCE).map(async ({ draw, uploadedAt, ...texts }, place) => {
        signal?.throwIfAborted()
        const bytes = await draw()
        const by = users[(at + place) % users.length]!
        const stamps = { createdAt: uploadedAt, updatedAt: uploadedAt, createdBy: by, updatedBy: by }
        return {
          row: { ...texts, ...stamps, sha256: digestOf(bytes) },
          encoded: await withEncodeSlot(SYSTEM, () => encodeImage(bytes), signal),
        }
      }),
    )
    for (const { row, encoded } of some) {
      const { type } = encoded
      const files = await putFiles(storage, encoded, { signal })
      put.push(files)
      const made = await fileColumns(db, encoded)
      await db
        .insertInto('media')
        .values({ ...row, ...made, type, storageKey: files.storageKey })
        .execute()
      const { bytes, width, height, variants, perceptualHashId } = made
      stored.set(row.id, {
        columns: { type, bytes, width, height, variants, perceptual_hash_id: perceptualHashId },
        files: [encoded.original, ...encoded.variants].map((file) => ({
          name: fileNameOf(type, file.name),
          bytes: file.bytes,
        })),
      })
    }
  }
  say('Pictures', pictures.length, pictures.length)
  return stored
}
