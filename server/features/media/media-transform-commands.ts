import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type MediaTransform, transformFault } from '#contract/media-transform.ts'
import type { Media, mediaEndpoints } from '#contract/media.ts'
import type { UndoPointer } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError, staleVersion } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { withEncodeSlot } from './encode-queue.ts'
import { encodeImage } from './image-encode.ts'
import { digestOf, storeFile } from './media-commands.ts'
import { lockedToReplace, replaceFile } from './media-replace-commands.ts'
import { askerOf, lockRows, theMedia } from './media-row-commands.ts'
import { fileNameOf, focalPointOf } from './media-rules.ts'
import { movedFocalPoint, nameOfEdited } from './media-transform-rules.ts'
import { findMediaBySha256 } from './media-view-queries.ts'

type Transform = z.output<typeof mediaEndpoints.transform.body>
type Row = Awaited<ReturnType<typeof lockRows>>[number]

/** New pictures of one name that are told apart by number; after that they share the last one. */
const NUMBERED_MOST = 50

/**
 * Turns, mirrors and crops a picture: in its place, as `replaceMedia` does, or as a new picture beside it, which takes over its
 * texts and may be made of any picture of the library. Either is made of the stored original and is the picture that is there
 * when the same was made before.
 * @throws ProblemError not_found, stale_version, invalid_input with the field named; for a replacement also forbidden,
 * needs_publisher and, where nothing is seen of the change, already_here; those of storeImage
 */
export async function transformMedia(
  services: Services,
  actor: Actor,
  id: string,
  { version, as, ...transform }: Transform,
): Promise<Media & { existing?: boolean; undo?: UndoPointer }> {
  const { db, storage } = services
  const isReplacement = as === 'replacement'
  // Asked first, so that no one waits for pixels in vain; asked again on the locked row.
  const old = await db
    .transaction()
    .execute((trx) => (isReplacement ? lockedToReplace(trx, id, actor, version) : rowToCopy(trx, id, actor, version)))
  const fault = transformFault(transform, old)
  if (fault) throw invalidField(fault.path, fault.code, messages[fault.code], fault.limit)

  return withEncodeSlot(actor.id, async () => {
    const stored = await storage.open(`${old.storageKey}/${fileNameOf(old.type, 'original')}`)
    if (!stored) throw new ProblemError('not_found')
    const focalPoint = movedFocalPoint(focalPointOf(old), transform, old)
    const sizes = isReplacement ? old.variants.map(({ name }) => name) : []
    const made = await encodeImage(await buffer(stored.stream), { type: old.type, focalPoint, sizes, transform })
    // What the camera said is in no stored file.
    const encoded = { ...made, capturedAt: old.capturedAt }
    const sha256 = digestOf(encoded.original.bytes)
    const twin = await findMediaBySha256(db, sha256, askerOf(actor))
    if (isReplacement) {
      if (sha256.equals(old.sha256)) throw new ProblemError('already_here', { current: await theMedia(db, id, actor) })
      const file = { encoded, sha256, focalPoint, isCopy: twin !== undefined, texts: encoded.texts }
      return replaceFile(services, actor, old, file, { audited: auditedOf(transform) })
    }
    if (twin) return { ...twin, existing: true }
    const { alt, caption, credit } = old
    const image = { name: await freeName(db, old.name), alt, caption, credit }
    const file = { encoded, sha256, focalPoint, audited: { from: id, ...auditedOf(transform) } }
    const { media, existing } = await storeFile(services, actor, image, file)
    return existing ? { ...media, existing } : media
  })
}

const messages = {
  crop_outside: 'is outside of the picture',
  crop_too_small: 'is too small',
  changes_nothing: 'This changes nothing',
}

/** What was done, as the audit log keeps it; the part as a geometry: width, height, from the left, from the top. */
const auditedOf = ({ rotate, flip, crop }: MediaTransform) => ({
  ...(rotate !== 0 && { rotate }),
  ...(flip && { flip }),
  ...(crop && { crop: `${crop.width}×${crop.height}+${crop.x}+${crop.y}` }),
})

/** A picture of the library, whoever's it is: who may upload could also load it down and send the part again. */
async function rowToCopy(trx: Db, id: string, actor: Actor, version: number): Promise<Row> {
  const [row] = await lockRows(trx, [id])
  if (!row || row.deletedAt !== null) throw new ProblemError('not_found')
  if (row.version !== version) throw staleVersion(await theMedia(trx, id, actor))
  return row
}

async function freeName(db: Db, name: string): Promise<string> {
  const names = Array.from({ length: NUMBERED_MOST }, (_, index) => nameOfEdited(name, index + 1))
  const taken = await db
    .selectFrom('media')
    .select(sql<string>`lower(name)`.as('name'))
    .where(
      sql`lower(name)`,
      'in',
      names.map((one) => sql<string>`lower(${one}::text)`),
    )
    .where('deletedAt', 'is', null)
    .execute()
  const found = new Set(taken.map((row) => row.name))
  return names.find((one) => !found.has(one.toLowerCase())) ?? names.at(-1) ?? name
}
