import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Media, mediaEndpoints } from '#contract/media.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { recordUndoStep, type UndoItem } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { addJob } from '../../jobs/job-queue.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { cleanFileName } from './file-name-rules.ts'
import { encodeImage, type EncodedImage } from './image-encode.ts'
import type { ImageTexts } from './image-text-rules.ts'
import { withEncodeSlot, SYSTEM } from './encode-queue.ts'
import { putFiles } from './media-file-commands.ts'
import { claimHash } from './media-hash-commands.ts'
import { askerOf, lockedMedia, requireUnpublished, theMedia } from './media-row-commands.ts'
import { extensionOf, filledTexts, type FocalPoint, focalPointOf } from './media-rules.ts'
import { findMediaBySha256 } from './media-view-queries.ts'

export type NewImage = {
  /** Fetches the bytes into memory when it is the picture's turn. */
  load: () => Promise<Buffer>
  /** As the client called it; cleaned here. */
  name: string
  alt?: string
  caption?: string
  credit?: string
  /** Aborted when no one waits for the picture any more. */
  signal?: AbortSignal
  /** What belongs into the same transaction as the new row. */
  beside?: (trx: Db, id: string) => Promise<void>
}

export const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/**
 * Puts a picture into the library: checked, re-encoded, stored, then written as a row. Bytes that are here already
 * give the picture that exists. Texts that no one gave are those that the file says. On any failure neither files nor a
 * row remain.
 * @param actor null for the system
 * @throws ProblemError unsupported_media_type, unreadable_file (both name `file`), busy, storage_full
 */
export const storeImage = (
  services: Pick<Services, 'db' | 'storage'>,
  actor: Actor | null,
  image: NewImage,
): Promise<{ media: Media; existing: boolean }> =>
  withEncodeSlot(actor?.id ?? SYSTEM, () => storeEncoded(services, actor, image), image.signal)

async function storeEncoded(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  actor: Actor | null,
  image: NewImage,
): Promise<{ media: Media; existing: boolean }> {
  const bytes = await image.load()
  const sha256 = digestOf(bytes)
  const there = await findMediaBySha256(db, sha256, askerOf(actor))
  if (there) return { media: there, existing: true }

  return storeFile({ db, storage }, actor, image, { encoded: await encodeImage(bytes), sha256 })
}

/**
 * The last step of `storeImage`, also for a file that was made of a picture of the library.
 * @param made `audited`: what the audit log says of it beside its name
 * @throws ProblemError as storeImage
 */
export async function storeFile(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  actor: Actor | null,
  image: Omit<NewImage, 'load'>,
  { encoded, sha256, ...made }: { encoded: EncodedImage; sha256: Buffer; focalPoint?: FocalPoint; audited?: object },
): Promise<{ media: Media; existing: boolean }> {
  const id = uuidv7()
  const { storageKey, discard } = await putFiles(storage, encoded, { folder: id, signal: image.signal })
  const { texts, fromFile } = filledTexts(image, encoded.texts)
  try {
    await insertImage(db, actor, { id, storageKey, sha256, image, encoded, texts, ...made })
  } catch (error) {
    await discard()
    if (uniqueViolation(error) !== 'media_sha256') throw error
    // The same bytes arrived twice at the same time, and the other was first.
    const first = await findMediaBySha256(db, sha256, askerOf(actor))
    if (!first) throw error
    return { media: first, existing: true }
  }
  return { media: { ...(await theMedia(db, id, actor)), textsFromFile: fromFile }, existing: false }
}

/** The columns that follow from the bytes of a picture. */
export async function fileColumns(trx: Db, { original, variants, hash, capturedAt }: EncodedImage) {
  return {
    bytes: original.bytes.length,
    width: original.width,
    height: original.height,
    variants: JSON.stringify(variants.map(({ bytes, ...variant }) => ({ ...variant, bytes: bytes.length }))),
    capturedAt,
    perceptualHashId: await claimHash(trx, hash),
    complete: true,
  }
}

type Insert = {
  id: string
  storageKey: string
  sha256: Buffer
  image: Omit<NewImage, 'load'>
  encoded: EncodedImage
  texts: ImageTexts
  focalPoint?: FocalPoint
  audited?: object
}

async function insertImage(
  db: Services['db'],
  actor: Actor | null,
  { id, storageKey, sha256, image, encoded, texts, focalPoint, audited }: Insert,
) {
  const { type } = encoded
  const name = cleanFileName(image.name, `image.${extensionOf[type]}`)
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('media')
      .values({
        id,
        storageKey,
        sha256,
        name,
        type,
        ...texts,
        focalX: focalPoint?.x ?? null,
        focalY: focalPoint?.y ?? null,
        createdBy: actor?.id ?? null,
        updatedBy: actor?.id ?? null,
        ...(await fileColumns(trx, encoded)),
      })
      .execute()
    await image.beside?.(trx, id)
    const event = { action: 'upload', entityType: 'media', entityId: id, entityTitle: name } as const
    await recordAudit(trx, actor, { ...event, ...(audited && { after: audited }) })
  })
}

type Edit = z.output<typeof mediaEndpoints.edit.body>
type Fields = Pick<Media, 'alt' | 'caption' | 'credit' | 'focalPoint'>

const changedFields = (before: Fields, given: Omit<Edit, 'version'>): Omit<Edit, 'version'> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Fields]),
    ),
  )

/**
 * Changes the texts or the focal point of a picture; a job makes the square again. What changes nothing makes no new version.
 * @throws ProblemError not_found, forbidden, needs_publisher, stale_version (with the picture as it is now)
 */
export async function editMedia(db: Services['db'], actor: Actor, id: string, edit: Edit): Promise<Media> {
  return db.transaction().execute(async (trx) => {
    const { version, ...given } = edit
    const row = await lockedMedia(trx, id, actor, version)
    const before = { alt: row.alt, caption: row.caption, credit: row.credit, focalPoint: focalPointOf(row) }
    const { focalPoint, ...texts } = changedFields(before, given)
    if (focalPoint === undefined && Object.keys(texts).length === 0) return theMedia(trx, id, actor)
    await requireUnpublished(trx, askerOf(actor), [id])
    const focal = focalPoint === undefined ? {} : { focalX: focalPoint?.x ?? null, focalY: focalPoint?.y ?? null }
    await trx
      .updateTable('media')
      .set({ ...texts, ...focal, version: version + 1, updatedAt: sql<string>`now()`, updatedBy: actor.id })
      .where('id', '=', id)
      .execute()
    const after = { ...texts, ...(focalPoint !== undefined && { focalPoint }) }
    await recordAudit(trx, actor, {
      action: 'edit',
      entityType: 'media',
      entityId: id,
      entityTitle: row.name,
      before: Object.fromEntries(Object.entries(before).filter(([name]) => name in after)),
      after,
    })
    if (Object.keys(texts).length > 0) {
      const item: UndoItem = {
        itemId: id,
        part: 'texts',
        before: Object.fromEntries(Object.entries(before).filter(([name]) => name in texts)),
        after: { version: version + 1, versionBefore: version },
      }
      await recordUndoStep(trx, actor.id, { noun: 'media', action: 'texts', title: row.name }, [item])
    }
    if (focalPoint !== undefined) await addJob(trx, 'crop_media', { id }, { key: `crop_media ${id}` })
    return theMedia(trx, id, actor)
  })
}
