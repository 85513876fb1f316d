import { sql } from 'kysely'
import { mediaTextNames, type Media } from '#contract/media.ts'
import type { UndoPointer } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import { recordUndoStep, type UndoItem } from '../../db/undo-log.ts'
import { addJob } from '../../jobs/job-queue.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { encodeImage, type EncodedImage, inspectImage } from './image-encode.ts'
import { withEncodeSlot } from './encode-queue.ts'
import { digestOf, fileColumns } from './media-commands.ts'
import { keepOldFiles, putFiles, REPLACED_KEPT_MINUTES } from './media-file-commands.ts'
import { askerOf, lockedMedia, requireUnpublished, theMedia, unlessHere } from './media-row-commands.ts'
import { filledTexts, type FocalPoint, focalPointOf, sameShape } from './media-rules.ts'
import { findMediaBySha256 } from './media-view-queries.ts'

type LockedFile = Awaited<ReturnType<typeof lockedMedia>>

const fileFields = [
  'bytes',
  'width',
  'height',
  'variants',
  'capturedAt',
  'perceptualHashId',
  'focalX',
  'focalY',
  'complete',
  'isCopy',
] as const

export type ReplaceTarget = {
  id: string
  version: number
  /** The picture that has these bytes already, where both are to show them. */
  copyOf?: string | undefined
}

/** Texts that were empty and that the new file filled. */
type Texts = Pick<Media, (typeof mediaTextNames)[number]>
type Filled = Partial<Texts>

/** The columns of the old file, `sha256` as hex; and where the new files are, with the texts that they filled. */
export type ReplaceItem = UndoItem<
  { storageKey: string; sha256: string } & Pick<LockedFile, (typeof fileFields)[number]>,
  { storageKey: string; filled: Filled; version?: number; versionBefore?: number }
>

/**
 * Puts other bytes in the place of a picture. Its addresses stay, so the new bytes get the type in them, and
 * every size that was there is there again. Its texts stay, too; empty ones are filled with what the new file says. The
 * old files are kept while the change can be undone.
 * @param load fetches the new bytes into memory when it is their turn
 * @param beside what belongs into the same transaction
 * @throws ProblemError not_found, forbidden, needs_publisher, stale_version, already_here (also for the picture's own bytes, and
 * unless `copyOf` names the picture that has them), and those of storeImage; the old picture stays whole
 */
export async function replaceMedia(
  services: Services,
  actor: Actor,
  target: ReplaceTarget,
  load: () => Promise<Buffer>,
  beside: (trx: Db) => Promise<void>,
): Promise<Media & { undo: UndoPointer }> {
  // Asked first, so that no one waits for pixels in vain; asked again on the locked row.
  const old = await services.db.transaction().execute((trx) => lockedToReplace(trx, target.id, actor, target.version))
  return withEncodeSlot(actor.id, async () => replaceEncoded(services, actor, old, await load(), beside, target.copyOf))
}

async function replaceEncoded(
  services: Services,
  actor: Actor,
  old: LockedFile,
  bytes: Buffer,
  beside: (trx: Db) => Promise<void>,
  copyOf: string | undefined,
): Promise<Media & { undo: UndoPointer }> {
  const { db } = services
  const { id } = old
  const sha256 = digestOf(bytes)
  if (sha256.equals(old.sha256)) throw new ProblemError('already_here', { current: await theMedia(db, id, actor) })
  const twin = await findMediaBySha256(db, sha256, askerOf(actor))
  if (twin && twin.id !== copyOf) throw new ProblemError('already_here', { current: twin })

  const { metadata } = await inspectImage(bytes, old.type)
  const focalPoint = sameShape(metadata.autoOrient, old) ? focalPointOf(old) : null
  const sizes = old.variants.map(({ name }) => name)
  const encoded = await encodeImage(bytes, { type: old.type, focalPoint, sizes })
  const file = { encoded, sha256, focalPoint, isCopy: twin !== undefined, texts: textsOf(encoded.texts, twin) }
  return replaceFile(services, actor, old, file, { beside })
}

/** A file that takes the place of another. */
type NewFile = {
  encoded: EncodedImage
  sha256: Buffer
  focalPoint: FocalPoint
  /** Another picture of the library has it, too. */
  isCopy: boolean
  /** What empty texts are filled with. */
  texts: Texts
}

/**
 * The last step of `replaceMedia`, also for a file that was made of the old one.
 * @param beside what belongs into the same transaction
 * @param audited what else the audit log says
 * @throws ProblemError as replaceMedia
 */
export async function replaceFile(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  actor: Actor,
  { id, version }: Pick<LockedFile, 'id' | 'version'>,
  { encoded, sha256, focalPoint, isCopy, texts: ofFile }: NewFile,
  { beside, audited = {} }: { beside?: (trx: Db) => Promise<void>; audited?: object } = {},
): Promise<Media & { undo: UndoPointer }> {
  const { storageKey, discard } = await putFiles(storage, encoded)
  const there = () => findMediaBySha256(db, sha256, askerOf(actor))
  try {
    return await unlessHere(there, () =>
      db.transaction().execute(async (trx) => {
        const row = await lockedToReplace(trx, id, actor, version)
        const columns = {
          ...(await fileColumns(trx, encoded)),
          focalX: focalPoint?.x ?? null,
          focalY: focalPoint?.y ?? null,
          isCopy,
        }
        const { texts, fromFile } = filledTexts(row, ofFile)
        const filled = Object.fromEntries(fromFile.map((name) => [name, texts[name]]))
        const undo = await putInPlace(trx, actor, row, { ...columns, storageKey, sha256 }, filled, audited)
        await beside?.(trx)
        return { ...(await theMedia(trx, id, actor)), textsFromFile: fromFile, undo }
      }),
    )
  } catch (error) {
    await discard()
    throw error
  }
}

/** What the other picture says of these bytes counts before what the file says. */
const textsOf = (ofFile: Texts, twin: Media | undefined): Texts =>
  Object.fromEntries(mediaTextNames.map((name) => [name, twin?.[name] || ofFile[name]])) as Texts

/** A picture whose file the actor may replace, locked. @throws ProblemError as lockedMedia, and needs_publisher */
export async function lockedToReplace(trx: Db, id: string, actor: Actor, version: number): Promise<LockedFile> {
  const row = await lockedMedia(trx, id, actor, version)
  await requireUnpublished(trx, askerOf(actor), [id])
  return row
}

async function putInPlace(
  trx: Db,
  actor: Actor,
  row: LockedFile,
  columns: Awaited<ReturnType<typeof fileColumns>> & { storageKey: string; sha256: Buffer; isCopy: boolean },
  filled: Filled,
  audited: object,
): Promise<UndoPointer> {
  await trx
    .updateTable('media')
    .set({
      ...columns,
      ...filled,
      version: row.version + 1,
      fileVersion: row.fileVersion + 1,
      updatedAt: sql<string>`now()`,
      updatedBy: actor.id,
    })
    .where('id', '=', row.id)
    .execute()
  await keepOldFiles(trx, row, REPLACED_KEPT_MINUTES)
  const size = ({ bytes, width, height }: { bytes: number; width: number; height: number }) => ({
    bytes,
    width,
    height,
  })
  await recordAudit(trx, actor, {
    action: 'replace',
    entityType: 'media',
    entityId: row.id,
    entityTitle: row.name,
    before: size(row),
    after: { ...size(columns), ...filled, ...audited },
  })
  const item: ReplaceItem = {
    itemId: row.id,
    part: 'replace',
    before: { storageKey: row.storageKey, sha256: row.sha256.toString('hex'), ...pick(row) },
    after: { storageKey: columns.storageKey, filled, version: row.version + 1, versionBefore: row.version },
  }
  return recordUndoStep(trx, actor.id, { noun: 'media', action: 'replace', title: row.name }, [item])
}

const pick = (row: LockedFile) =>
  Object.fromEntries(fileFields.map((field) => [field, row[field]])) as Pick<LockedFile, (typeof fileFields)[number]>

/**
 * Restores the old file of a locked picture, with its own focal point; texts written since stay. The new files are kept as
 * long as the old ones would have been.
 * @throws ProblemError undo_expired when the old files are gone, needs_publisher
 */
export async function restoreFile(
  trx: Db,
  actor: Actor,
  row: LockedFile,
  { before, after }: ReplaceItem,
): Promise<void> {
  const { storageKey, sha256, variants, perceptualHashId, ...columns } = before
  const { filled } = after
  const { id } = row
  await requireUnpublished(trx, askerOf(actor), [id])
  const files = await trx
    .deleteFrom('mediaOldFile')
    .where('storageKey', '=', storageKey)
    .returning('storageKey')
    .executeTakeFirst()
  if (!files) throw new ProblemError('undo_expired')
  const hash = await hashStillThere(trx, perceptualHashId)
  // Texts that came with the new file go with it, unless they were edited since.
  const stillFilled = mediaTextNames.filter((name) => filled[name] !== undefined && row[name] === filled[name])
  const emptied = Object.fromEntries(stillFilled.map((name) => [name, '']))
  await trx
    .updateTable('media')
    .set({
      ...columns,
      ...emptied,
      ...hash,
      storageKey,
      sha256: Buffer.from(sha256, 'hex'),
      variants: JSON.stringify(variants),
      version: row.version + 1,
      fileVersion: row.fileVersion + 1,
      updatedAt: sql<string>`now()`,
      updatedBy: actor.id,
    })
    .where('id', '=', id)
    .execute()
  if (hash.complete === false) await addJob(trx, 'crop_media', { id }, { key: `crop_media ${id}` })
  await keepOldFiles(trx, row, REPLACED_KEPT_MINUTES)
}

/** A hash that no picture has is swept away: then it is made again from the file. */
async function hashStillThere(trx: Db, id: string | null) {
  if (id === null) return { perceptualHashId: null }
  const { rows } = await sql<{ id: string }>`select id from perceptual_hash where id = ${id} for key share`.execute(trx)
  return rows[0] ? { perceptualHashId: id } : { perceptualHashId: null, complete: false }
}

/** Gives up the old file of a replaced picture: it goes with the next sweep. */
export async function giveUpOldFile(trx: Db, { before: { storageKey } }: ReplaceItem): Promise<void> {
  await trx
    .updateTable('mediaOldFile')
    .set({ until: sql<string>`now()` })
    .where('storageKey', '=', storageKey)
    .execute()
}
