import type pg from 'pg'
import type { Db } from '../../server/db/database.ts'
import { settleUseCounts } from '../../server/features/catalogue/use-count-commands.ts'
import { encodeInTurn } from '../../server/features/media/image-turn.ts'
import { digestOf, fileColumns } from '../../server/features/media/media-commands.ts'
import { putFiles } from '../../server/features/media/media-file-commands.ts'
import type { Storage } from '../../server/storage/storage.ts'
import { makeAlbums } from './album.ts'
import { copyRows } from './bulk-load.ts'
import type { Catalogue } from './catalogue.ts'
import { makePictures, type Picture } from './picture.ts'
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

/** Puts pictures into the library, and albums of them beside it; triggers must be listening. */
export async function loadAlbums(place: Place, plan: SeedPlan, { users, authors }: Catalogue): Promise<void> {
  if (plan.albums === 0) return
  const { client, db } = place
  const writers = users.filter(({ role }) => role === 'editor' || role === 'author').map(({ id }) => id)
  const media = await loadPictures(place, makePictures(plan), writers)
  const taken = await client.query<{ slug: string }>('select slug from album where deleted_at is null')
  const ids = { users: writers, authors: authors.map(({ id }) => id), media }
  const albums = makeAlbums(plan, ids, new Set(taken.rows.map(({ slug }) => slug)))
  await copyRows(
    client,
    'album',
    albums.map(({ album }) => album),
  )
  await copyRows(
    client,
    'album_photo',
    albums.flatMap(({ photos }) => photos),
  )
  await settleUseCounts(db, 'media')
}

/** @returns their ids */
async function loadPictures(
  { db, storage, put, signal, say }: Place,
  pictures: readonly Picture[],
  users: readonly string[],
): Promise<string[]> {
  for (let at = 0; at < pictures.length; at += AT_ONCE) {
    say('Pictures', at, pictures.length)
    const some = await Promise.all(
      pictures.slice(at, at + AT_ONCE).map(async ({ draw, uploadedAt, ...texts }, place) => {
        signal?.throwIfAborted()
        const bytes = await draw()
        const by = users[(at + place) % users.length]!
        const stamps = { createdAt: uploadedAt, updatedAt: uploadedAt, createdBy: by, updatedBy: by }
        return { row: { ...texts, ...stamps, sha256: digestOf(bytes) }, encoded: await encodeInTurn(bytes, {}, signal) }
      }),
    )
    for (const { row, encoded } of some) {
      const files = await putFiles(storage, encoded, { signal })
      put.push(files)
      const columns = { type: encoded.type, storageKey: files.storageKey, ...(await fileColumns(db, encoded)) }
      await db
        .insertInto('media')
        .values({ ...row, ...columns })
        .execute()
    }
  }
  say('Pictures', pictures.length, pictures.length)
  return pictures.map(({ id }) => id)
}
