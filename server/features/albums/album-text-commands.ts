import { sql } from 'kysely'
import type { z } from 'zod'
import { type albumEndpoints, PHOTO_TEXTS_MOST } from '#contract/albums.ts'
import { numberedText } from '#contract/numbered-text.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { lockAlbumForWrite, type LockedAlbum } from './album-lock-commands.ts'
import { finish, unchanged } from './album-photo-commands.ts'
import { findPhotos } from './album-photo-queries.ts'

type Texts = z.output<typeof albumEndpoints.writeTexts.body>
type Edit = z.output<typeof albumEndpoints.editPhoto.body>
type PhotoTexts = { id: string; alt: string; caption: string; textVersion: number }

/**
 * Writes the same texts to photos; `{n}` counts them in the album's order. Those that have gone meanwhile are skipped.
 * @throws ProblemError invalid_input for a text that is too long with its number; nothing is written then
 */
export const writeTexts = ({ db }: Services, actor: Actor, id: string, { photos, alt, caption, onlyEmpty }: Texts) =>
  db.transaction().execute(async (trx) => {
    const locked = await lockAlbumForWrite(trx, actor, id)
    const rows = await textsOf(trx, id, photos)
    const given = { alt, caption }
    const written = (row: PhotoTexts, name: keyof typeof given, n: number) => {
      const template = given[name]
      if (template === undefined || (onlyEmpty && row[name] !== '')) return row[name]
      const text = numberedText(template, n)
      if (text.length > PHOTO_TEXTS_MOST[name])
        throw invalidField(name, 'too_big', `with its number ${n} it is too long`)
      return text
    }
    const after = rows.map((row, index) => ({
      ...row,
      alt: written(row, 'alt', index + 1),
      caption: written(row, 'caption', index + 1),
    }))
    return { ...(await write(locked, rows, after)), skipped: photos.length - rows.length }
  })

/** @throws ProblemError not_found, also for a photo of another album; stale_version with the photo as it is now */
export const editPhoto = ({ db }: Services, actor: Actor, id: string, photo: string, { base, ...texts }: Edit) =>
  db.transaction().execute(async (trx) => {
    const locked = await lockAlbumForWrite(trx, actor, id)
    const rows = await textsOf(trx, id, [photo])
    const [row] = rows
    if (!row) throw new ProblemError('not_found')
    const isStale = (name: 'alt' | 'caption') =>
      texts[name] !== undefined && base?.[name] !== undefined && row[name] !== base[name] && row[name] !== texts[name]
    if (isStale('alt') || isStale('caption')) {
      const [current] = await findPhotos(trx, id, [photo])
      throw new ProblemError('stale_version', { current, changedBy: locked.row.updaterName })
    }
    const after = rows.map((row) => ({ ...row, alt: texts.alt ?? row.alt, caption: texts.caption ?? row.caption }))
    const reply = await write(locked, rows, after)
    const [now] = await findPhotos(trx, id, [photo])
    if (!now) throw new ProblemError('not_found')
    return { ...reply, photo: now }
  })

const textsOf = (trx: Db, album: string, photos: readonly string[]): Promise<PhotoTexts[]> =>
  trx
    .selectFrom('albumPhoto')
    .select(['id', 'alt', 'caption', 'textVersion'])
    .where('albumId', '=', album)
    .where(sql<boolean>`id = any(${photos}::uuid[])`)
    .orderBy('position')
    .execute()

async function write(locked: LockedAlbum, before: readonly PhotoTexts[], after: readonly PhotoTexts[]) {
  const differs = (index: number) =>
    before[index]?.alt !== after[index]?.alt || before[index]?.caption !== after[index]?.caption
  const changed = after.filter((_, index) => differs(index))
  if (changed.length === 0) return unchanged(locked)
  const version = locked.row.version + 1
  await putTexts(
    locked.trx,
    changed.map((row) => ({ ...row, textVersion: version })),
  )
  const texts = before.filter((_, index) => differs(index))
  const part = { kind: 'texts' as const, album: locked.row.id, version, texts }
  return finish(locked, 'writePhotoTexts', [part], changed.length)
}

/** Gives photos of a locked album these very texts. */
export async function putTexts(trx: Db, rows: readonly PhotoTexts[]): Promise<void> {
  const column = <Key extends keyof PhotoTexts>(key: Key) => rows.map((row) => row[key])
  await sql`update album_photo set alt = given.alt, caption = given.caption, text_version = given.text_version
    from unnest(${column('id')}::uuid[], ${column('alt')}::text[], ${column('caption')}::text[], ${column('textVersion')}::int[])
      as given(id, alt, caption, text_version)
    where album_photo.id = given.id`.execute(trx)
}
