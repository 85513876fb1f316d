import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ImportReason } from '#contract/import-reasons.ts'
import { MEDIA_MAX_BYTES, type Media } from '#contract/media.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { storeImage } from '../media/media-commands.ts'
import { storedFiles } from '../media/media-file-commands.ts'
import { askerOf } from '../media/media-row-commands.ts'
import { inspectImage } from '../media/image-encode.ts'
import { findMedia, findMediaBySha256 } from '../media/media-view-queries.ts'
import type { ImportContext } from './import-context.ts'
import { because } from './import-report.ts'
import { hashOf, NOT_OURS, openSources } from './import-sources.ts'
import type { MediaFolder } from './media-folder.ts'
import { cleanLine } from './import-text.ts'
import type { SourceItem } from './import-records.ts'

export type PositionedItem = { position: number; item: SourceItem }
type Stored = {
  outcome: 'created' | 'merged' | 'unchanged' | 'skipped'
  reasons: ImportReason[]
  media?: Media
  bytesAreOurs?: boolean
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
  try {
    for (const { position, item } of attachments) {
      const source = sources.find('media', keyOf(item))
      const there = source && (await findMedia(services.db, source.entityId, askerOf(actor)))
      if (there) stored.set(position, { outcome: 'unchanged', reasons: [], media: there })
      else stored.set(position, await storePicture(services, actor, item, folder, dryRun))
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
  dryRun: boolean,
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
    if (dryRun) {
      const bytes = await load()
      await inspectImage(bytes)
      const same = await findMediaBySha256(services.db, createHash('sha256').update(bytes).digest(), askerOf(actor))
      return same ? { outcome: 'merged', reasons: [because('same_picture')] } : { outcome: 'created', reasons: [] }
    }
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

export const altOf = (item: SourceItem) => cleanLine(item.meta['_wp_attachment_image_alt'] ?? '', 300)

/** Writes down, within the import's transaction, which attachment became which picture. */
export async function completePictures(
  { report, sources }: ImportContext,
  attachments: PositionedItem[],
  stored: StoredPictures,
) {
  for (const { position, item } of attachments) {
    const found = stored.get(position)
    if (!found) continue
    const { outcome, reasons, media, bytesAreOurs } = found
    report.record(position, outcome, reasons)
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
