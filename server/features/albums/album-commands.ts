import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Album, albumEndpoints } from '#contract/albums.ts'
import type { Db } from '../../db/database.ts'
import { recordRename } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { namingIndexes } from '../../http/index-problem.ts'
import { invalidField, takenField } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimSlugIn } from '../../slugs/claim-slug.ts'
import { makeSlug } from '../../slugs/make-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { knownAuthors } from '../authors/author-queries.ts'
import { upsertRedirect } from '../../slugs/redirects.ts'
import { lockAlbumForWrite, replyWith, saveAlbum } from './album-lock-commands.ts'

type AlbumCreate = z.output<typeof albumEndpoints.create.body>
type AlbumEdit = z.output<typeof albumEndpoints.edit.body>

/** @throws ProblemError slug_taken; invalid_input where the photographer is not there */
export const createAlbum = (
  { db }: Services,
  actor: Actor,
  input: AlbumCreate,
  id: string = uuidv7(),
): Promise<Album> =>
  slugRace(() =>
    db.transaction().execute(async (trx) => {
      await requireAuthor(trx, input.photographer)
      const { slug: wanted, ...fields } = input
      const slug = wanted ?? (await claimSlugIn(trx, 'album', makeSlug(input.title, 'album')))
      await trx
        .insertInto('album')
        .values({
          eventDate: null,
          photographer: null,
          ...fields,
          cover: null,
          id,
          slug,
          createdBy: actor.id,
          updatedBy: actor.id,
        })
        .execute()
      await upsertRedirect(trx, 'album', id, undefined, slug)
      await recordAudit(trx, actor, { action: 'create', entityType: 'album', entityId: id, entityTitle: input.title })
      return replyWith(trx, actor, id)
    }),
  )

/**
 * Changes an album; nothing is written where nothing changed.
 * @throws ProblemError not_found, forbidden, stale_version, illegal_transition (in the trash), slug_taken;
 *   invalid_input where the photographer is not there, or the cover is none of its photos
 */
export const editAlbum = ({ db }: Services, actor: Actor, id: string, edit: AlbumEdit): Promise<Album> =>
  slugRace(() => db.transaction().execute((trx) => editAlbumIn(trx, actor, id, edit)))

/** @param isUndo whether this undoes a renaming, which is no step of its own */
export async function editAlbumIn(
  trx: Db,
  actor: Actor,
  id: string,
  { version, ...given }: AlbumEdit,
  isUndo = false,
): Promise<Album> {
  const locked = await lockAlbumForWrite(trx, actor, id, version)
  const { row } = locked
  const names = (Object.keys(given) as (keyof typeof given)[]).filter((name) => row[name] !== given[name])
  if (names.length === 0) return replyWith(trx, actor, id)
  if (names.includes('photographer')) await requireAuthor(trx, given.photographer)
  if (names.includes('cover')) await requirePhotoOf(trx, id, given.cover)
  const after = { ...row, ...given }
  await saveAlbum(locked, given)
  await upsertRedirect(trx, 'album', id, row.slug, after.slug)
  const part = (of: typeof row) => Object.fromEntries(names.map((name) => [name, of[name]]))
  await recordAudit(trx, actor, {
    action: isUndo ? 'undo' : 'save',
    entityType: 'album',
    entityId: id,
    entityTitle: after.title,
    before: part(row),
    after: part(after),
  })
  if (names.includes('title') && !isUndo)
    await recordRename(trx, actor.id, 'album', { before: row, after, fields: names, nameOf: ({ title }) => title })
  return replyWith(trx, actor, id)
}

async function requireAuthor(trx: Db, id: string | null | undefined): Promise<void> {
  if (id && !(await knownAuthors(trx, [id])).has(id))
    throw invalidField('photographer', 'unknown_id', 'there is no author with this id')
}

async function requirePhotoOf(trx: Db, album: string, media: string | null | undefined): Promise<void> {
  if (!media) return
  const photo = await trx
    .selectFrom('albumPhoto')
    .select('id')
    .where('albumId', '=', album)
    .where('mediaId', '=', media)
    .executeTakeFirst()
  if (!photo) throw invalidField('cover', 'unknown_id', 'is none of the photos of this album')
}

/** The index has the last word about slugs. */
export const slugRace = <T>(act: () => Promise<T>): Promise<T> =>
  namingIndexes({ album_slug: () => takenField('slug') }, act)
