import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { ImportReason } from '#contract/import-reasons.ts'
import { MEDIA_MAX_BYTES, type Media } from '#contract/media.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { digestOf, storeImage } from '../media/media-commands.ts'
import { storedFiles } from '../media/media-file-commands.ts'
import { mediaUrl } from '../media/media-queries.ts'
import { askerOf } from '../media/media-row-commands.ts'
import { inspectImage } from '../media/image-encode.ts'
import type { ImageType } from '../media/media-rules.ts'
import { findMedia, findMediaBySha256 } from '../media/media-view-queries.ts'
import type { ImportContext } from './import-context.ts'
import { because } from './import-report.ts'
import { hashOf, NOT_OURS, openSources } from './import-sources.ts'
import type { MediaFolder } from './media-folder.ts'
import { cleanLine } from './import-text.ts'
import type { SourceItem } from './import-records.ts'

export type PositionedItem = { position: number; item: SourceItem }
type LibraryPicture = Pick<Media, 'id' | 'version' | 'url' | 'width' | 'height'>
type Stored = {
  outcome: 'created' | 'merged' | 'unchanged' | 'skipped'
  reasons: ImportReason[]
  media?: LibraryPicture
  bytesAreOurs?: boolean
  /** In a dry run, of a picture that is not stored: it gets a row within the transaction that is rolled back. */
  tried?: { type: ImageType; bytes: number }
}
export type StoredPictures = Map<number, Stored>

/** What an item of the old site is called across files of the same site: ids alone repeat, addresses alone too. */
export const keyOf = (item: SourceItem) => `${item.id} ${item.guid}`

/**
 * Puts the pictures that are in the folder into the media library. Done before the transaction of the import,
 * because making the sizes of a picture takes seconds; `removePictures` deletes them again.
 */
export async function storePictures(
  services: Services,
  actor: Actor | null,
  {
    attachments,
    folder,
    site,
    dryRun,
  }: { attachments: PositionedItem[]; folder?: MediaFolder; site: string; dryRun: boolean },
): Promise<StoredPictures> {
  const sources = await openSources(services.db, site)
  const stored: StoredPictures = new Map()
  const tried = dryRun ? new Map<string, LibraryPicture>() : undefined
  try {
    for (const { position, item } of attachments) {
      const source = sources.find('media', keyOf(item))
      const there = source && (await findMedia(services.db, source.entityId, askerOf(actor)))
      if (there) stored.set(position, { outcome: 'unchanged', reasons: [], media: there })
      else stored.set(position, await storePicture(services, actor, item, folder, tried))
    }
  } catch (error) {
    await removePictures(services, stored)
    throw error
  }
  return stored
}

const skipped = (reason: ImportReason): Stored => ({ outcome: 'skipped', reasons: [reason] })

async function storePicture(
  services: Services,
  actor: Actor | null,
  item: SourceItem,
  folder: MediaFolder | undefined,
  tried: Map<string, LibraryPicture> | undefined,
): Promise<Stored> {
  const isAddress = /^https?:/.test(item.attachmentUrl)
  if (!folder && !isAddress) return skipped(because('no_site_address', { path: item.attachmentUrl }))
  if (!folder) return skipped(because('no_media_folder', { url: item.attachmentUrl }))
  const path = await folder.find(item)
  if (typeof path === 'object') return skipped(path)
  if (!path)
    return skipped(because('not_in_media_folder', { path: item.meta['_wp_attached_file'] || item.attachmentUrl }))
  if ((await stat(path)).size > MEDIA_MAX_BYTES)
    return skipped(because('file_too_large', { megabytes: String(MEDIA_MAX_BYTES / 1024 / 1024) }))
  const load = () => readFile(path)
  try {
    if (tried) return await tryPicture(services.db, actor, await load(), tried)
    const { media, existing } = await storeImage(services, actor, {
      load,
      name: basename(path),
      alt: altOf(item),
      caption: cleanLine(item.excerpt, 500),
    })
    return existing
      ? { outcome: 'merged', reasons: [because('same_picture')], media }
      : { outcome: 'created', reasons: [], media, bytesAreOurs: true }
  } catch (error) {
    const code = error instanceof ProblemError ? error.code : undefined
    if (code === 'unsupported_media_type') return skipped(because('not_a_picture'))
    if (code === 'unreadable_file') return skipped(because('unreadable_picture'))
    throw error
  }
}

/** @param tried what this dry run would have stored so far, by its bytes */
async function tryPicture(
  db: Db,
  actor: Actor | null,
  bytes: Buffer,
  tried: Map<string, LibraryPicture>,
): Promise<Stored> {
  const { type, metadata } = await inspectImage(bytes)
  const digest = digestOf(bytes)
  const key = digest.toString('hex')
  const same = (await findMediaBySha256(db, digest, askerOf(actor))) ?? tried.get(key)
  if (same) return { outcome: 'merged', reasons: [because('same_picture')], media: same }
  const id = uuidv7()
  const media = { id, version: 1, url: mediaUrl({ id, type }), ...metadata.autoOrient }
  tried.set(key, media)
  return { outcome: 'created', reasons: [], media, tried: { type, bytes: bytes.length } }
}

export const altOf = (item: SourceItem) => cleanLine(item.meta['_wp_attachment_image_alt'] ?? '', 300)

/** Writes down, within the import's transaction, which attachment became which picture. */
export async function completePictures(
  { db, report, sources }: ImportContext,
  attachments: PositionedItem[],
  stored: StoredPictures,
) {
  for (const { position, item } of attachments) {
    const found = stored.get(position)
    if (!found) continue
    const { outcome, reasons, media, bytesAreOurs, tried } = found
    report.record(position, outcome, reasons)
    if (media && tried) await insertTried(db, media, tried)
    if (media && outcome !== 'unchanged')
      await sources.remember(
        'media',
        keyOf(item),
        media.id,
        hashOf(item.attachmentUrl),
        bytesAreOurs ? media.version : NOT_OURS,
      )
  }
}

/** Articles refer to it until the transaction is rolled back. Its digest is of no file, so that uploads do not wait for it. */
const insertTried = (db: Db, { id, width, height }: LibraryPicture, tried: { type: ImageType; bytes: number }) =>
  db
    .insertInto('media')
    .values({ id, name: id, storageKey: id, sha256: hashOf(id), width, height, ...tried, variants: '[]' })
    .execute()

/** After a failed import: nothing of it may stay. */
export async function removePictures({ db, storage }: Services, stored: StoredPictures) {
  for (const { media, bytesAreOurs } of stored.values()) {
    if (!media || !bytesAreOurs) continue
    const row = await db
      .deleteFrom('media')
      .where('id', '=', media.id)
      .returning(['storageKey', 'type', 'variants'])
      .executeTakeFirst()
    if (!row) continue
    for (const file of storedFiles(row)) await storage.remove(`${row.storageKey}/${file}`)
  }
}
