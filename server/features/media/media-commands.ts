import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Media, mediaEndpoints, MediaUse } from '#contract/media.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { reach, type Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { cleanFileName } from './file-name-rules.ts'
import { encodeImage, inspectImage, type EncodedImage } from './image-encode.ts'
import { createGate } from './image-gate.ts'
import { findMedia, findMediaBySha256 } from './media-queries.ts'
import { extensionOf, fileNameOf, mayWrite, type Asker } from './media-rules.ts'
import { findMediaUses } from './media-use-queries.ts'

const encodeInTurn = createGate({ running: 2, waiting: 30 })

/** What the person may do with rows of the library; the system (null) may do all. */
export const askerOf = (actor: Actor | null): Asker => ({
  id: actor?.id ?? '',
  scope: actor ? reach(actor, 'media.write') : 'all',
})

export type NewImage = {
  bytes: Buffer
  /** As the client called it; cleaned here. */
  name: string
  alt?: string
  caption?: string
  credit?: string
  /** Aborted when nobody waits for the picture any more. */
  signal?: AbortSignal
}

/**
 * Puts a picture into the library: checked, re-encoded, stored, then written as a row. Bytes that are here already
 * give the picture that exists. On any failure neither files nor a row remain.
 * @param actor null for the system
 * @throws ProblemError unsupported_media_type, unreadable_file (both name `file`), busy, storage_full
 */
export async function storeImage(
  services: Pick<Services, 'db' | 'storage'>,
  actor: Actor | null,
  image: NewImage,
): Promise<{ media: Media; existing: boolean }> {
  const { db, storage } = services
  const sha256 = createHash('sha256').update(image.bytes).digest()
  const there = await findMediaBySha256(db, sha256, askerOf(actor))
  if (there) return { media: there, existing: true }

  await inspectImage(image.bytes)
  const encoded = await encodeInTurn(async () => {
    image.signal?.throwIfAborted()
    return encodeImage(image.bytes)
  })
  const id = uuidv7()
  const storageKey = `${id.slice(-2)}/${id}`
  const files = [encoded.original, ...encoded.variants].map((file) => ({
    key: `${storageKey}/${fileNameOf(encoded.type, file.name)}`,
    bytes: file.bytes,
  }))
  try {
    for (const { key, bytes } of files) {
      image.signal?.throwIfAborted()
      await storage.put(key, bytes)
    }
    await insertImage(db, actor, { id, storageKey, sha256, image, encoded })
  } catch (error) {
    for (const { key } of files) await storage.remove(key)
    if (uniqueViolation(error) !== 'media_sha256') throw error
    // The same bytes arrived twice at the same time, and the other was first.
    const first = await findMediaBySha256(db, sha256, askerOf(actor))
    if (!first) throw error
    return { media: first, existing: true }
  }
  return { media: await theMedia(db, id, actor), existing: false }
}

type Insert = { id: string; storageKey: string; sha256: Buffer; image: NewImage; encoded: EncodedImage }

async function insertImage(
  db: Services['db'],
  actor: Actor | null,
  { id, storageKey, sha256, image, encoded }: Insert,
) {
  const { type, original, variants } = encoded
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
        bytes: original.bytes.length,
        width: original.width,
        height: original.height,
        alt: image.alt ?? '',
        caption: image.caption ?? '',
        credit: image.credit ?? '',
        createdBy: actor?.id ?? null,
        updatedBy: actor?.id ?? null,
        variants: JSON.stringify(variants.map(({ bytes, ...variant }) => ({ ...variant, bytes: bytes.length }))),
      })
      .execute()
    await recordAudit(trx, actor, { action: 'upload', entityType: 'media', entityId: id, entityTitle: name })
  })
}

type Edit = z.output<typeof mediaEndpoints.edit.body>

/**
 * Changes the texts or the focal point of a picture.
 * @throws ProblemError not_found, forbidden, stale_version (with the picture as it is now)
 */
export async function editMedia(db: Services['db'], actor: Actor, id: string, edit: Edit): Promise<Media> {
  return db.transaction().execute(async (trx) => {
    const before = await lockedMedia(trx, id, actor)
    if (before.version !== edit.version) {
      const current = await theMedia(trx, id, actor)
      throw new ProblemError('stale_version', { current, changedBy: current.updatedBy?.name ?? null })
    }
    const { version: _version, focalPoint, ...texts } = edit
    const focal = focalPoint === undefined ? {} : { focalX: focalPoint?.x ?? null, focalY: focalPoint?.y ?? null }
    await trx
      .updateTable('media')
      .set({ ...texts, ...focal, version: before.version + 1, updatedAt: sql<string>`now()`, updatedBy: actor.id })
      .where('id', '=', id)
      .execute()
    const { alt, caption, credit } = before
    await recordAudit(trx, actor, {
      action: 'edit',
      entityType: 'media',
      entityId: id,
      entityTitle: before.name,
      before: { alt, caption, credit },
      after: texts,
    })
    return theMedia(trx, id, actor)
  })
}

/**
 * Moves an unused picture to the trash; its public addresses stop answering.
 * @throws ProblemError not_found, forbidden, in_use (with the places)
 */
export async function removeMedia(db: Services['db'], actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { name } = await lockedMedia(trx, id, actor)
    const uses = await findMediaUses(trx, id, { id: actor.id, scope: reach(actor, 'articles.read') })
    if (uses.total > 0) throw new ProblemError('in_use', { reasons: uses.items.map(sayUse) })
    const gone = { deletedAt: sql<string>`now()`, updatedAt: sql<string>`now()`, updatedBy: actor.id }
    await trx
      .updateTable('media')
      .set((eb) => ({ ...gone, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, actor, { action: 'trash', entityType: 'media', entityId: id, entityTitle: name })
  })
}

/** The row, locked against other changes and against new uses, if the actor may change it. */
async function lockedMedia(trx: Db, id: string, actor: Actor) {
  const row = await trx
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ProblemError('not_found')
  if (!mayWrite(askerOf(actor), row)) throw new ProblemError('forbidden')
  return row
}

async function theMedia(db: Db, id: string, actor: Actor | null): Promise<Media> {
  const media = await findMedia(db, id, askerOf(actor))
  if (!media) throw new ProblemError('not_found')
  return media
}

function sayUse({ type, title, places, trashed }: MediaUse): string {
  const words = { cover: 'cover', socialImage: 'social image', body: 'text', published: 'published', avatar: 'avatar' }
  const where = places.map((place) => words[place]).join(', ')
  const what = title === null ? `an ${type} you may not read` : `${type} “${title}”`
  return `${what} (${where}${trashed ? ', in the trash' : ''})`
}
