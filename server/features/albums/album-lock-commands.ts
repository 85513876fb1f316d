import { sql, type UpdateObject } from 'kysely'
import { missingInAlbum } from '#contract/album-actions.ts'
import type { Album } from '#contract/albums.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { nextVersion } from '../../db/row-change.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { albumsByIds, findAlbum, findAlbumRow } from './album-queries.ts'
import { needsPublisher, reaches, accessOf, type AlbumAccess } from './album-rules.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findAlbumRow>>>
/** An album that no one else can change until the transaction ends. */
export type LockedAlbum = { trx: Db; actor: Actor; row: Row; access: AlbumAccess }

/** Waits for others to finish with these albums and keeps them out; in one order for everybody. */
export const lockAlbums = (trx: Db, ids: readonly string[]): Promise<unknown> =>
  // Alone in its statement: what is read after the wait must be read with fresh eyes.
  trx.selectFrom('album').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()

/**
 * Locks an album for a change: what one may not see is not found, what one may see but not do is forbidden.
 * @throws ProblemError not_found, forbidden, needs_publisher, stale_version
 */
export async function lockAlbumForUpdate(
  trx: Db,
  actor: Actor,
  id: string,
  permission: Permission,
  version?: number,
): Promise<LockedAlbum> {
  await lockAlbums(trx, [id])
  const row = await findAlbumRow(trx, actor, id)
  if (!row) throw new ProblemError('not_found')
  const access = accessOf(row)
  if (!reaches(actor, 'albums.read', access)) throw new ProblemError('not_found')
  if (!reaches(actor, permission, access)) throw new ProblemError('forbidden')
  if (needsPublisher(actor, permission, access)) throw new ProblemError('needs_publisher')
  if (version !== undefined && version !== row.version)
    throw new ProblemError('stale_version', {
      current: await findAlbum(trx, actor, id),
      changedBy: row.updaterName,
    })
  return { trx, actor, row, access }
}

/** The same for a change of its fields or photos, which the trash does not allow. @throws also illegal_transition */
export async function lockAlbumForWrite(trx: Db, actor: Actor, id: string, version?: number): Promise<LockedAlbum> {
  const locked = await lockAlbumForUpdate(trx, actor, id, 'albums.write', version)
  if (locked.access.state === 'trashed')
    throw new ProblemError('illegal_transition', { detail: 'An album in the trash cannot be changed' })
  return locked
}

/**
 * Writes a change of a locked album: its columns, what follows from its photos, one version up.
 * @throws ProblemError not_publishable where a published album would lose its last photo
 */
export async function saveAlbum({ trx, actor, row }: LockedAlbum, columns: UpdateObject<Tables, 'album'> = {}) {
  const { photos } = await trx
    .updateTable('album')
    .set({
      // A cover that left the album is none.
      cover: sql`(select media_id from album_photo where album_id = album.id and media_id = album.cover)`,
      photos: sql<number>`(select count(*) from album_photo where album_id = album.id)`,
      ...columns,
      ...nextVersion(actor.id, row),
    })
    .where('id', '=', row.id)
    .returning('photos')
    .executeTakeFirstOrThrow()
  // What publishing asks for holds for as long as readers see the album.
  if (row.status === 'published' && !row.deletedAt && row.photos > 0 && photos === 0)
    throw new ProblemError('not_publishable', {
      reasons: missingInAlbum({ photos }),
      detail: 'A published album keeps at least one photo',
    })
}

/** What follows from the photos where none came or went: counting thousands of them would be for nothing. */
export const samePhotos = ({ row: { cover, photos } }: LockedAlbum) => ({ cover, photos })

/** The album for the reply of a command, also when the command took it out of the person's own reach. */
export async function replyWith(trx: Db, actor: Actor, id: string): Promise<Album> {
  const [album] = await albumsByIds(trx, actor, [id])
  if (!album) throw new ProblemError('not_found')
  return album
}
