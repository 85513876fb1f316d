import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import {
  UPLOADS_OPEN_MAX_BYTES,
  UPLOADS_OPEN_MOST,
  type MediaUpload,
  type mediaUploadEndpoints,
} from '#contract/media-uploads.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { cleanFileName } from './file-name-rules.ts'

const keptFor = sql<string>`now() + interval '1 day'`
const reply = ['id', 'received as offset', 'bytes', 'expiresAt'] as const

type Begin = z.output<typeof mediaUploadEndpoints.begin.body>

/**
 * Begins an upload in pieces. Rows only: the next piece may reach another process, or this one after a restart.
 * @throws ProblemError too_many_requests when the person has too many or too large uploads under way
 */
export async function beginUpload({ db }: Services, actor: Actor, begin: Begin): Promise<MediaUpload> {
  const { name, bytes, alt = '', caption = '', credit = '' } = begin
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${actor.id}`}, 0))`.execute(trx)
    const { count, sum } = await trx
      .selectFrom('mediaUpload')
      .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(bytes), 0)`.as('sum')])
      .where('createdBy', '=', actor.id)
      .where('media', 'is', null)
      .where('expiresAt', '>', sql<string>`now()`)
      .executeTakeFirstOrThrow()
    if (count >= UPLOADS_OPEN_MOST || sum + bytes > UPLOADS_OPEN_MAX_BYTES)
      throw new ProblemError('too_many_requests', { detail: 'Too many uploads are under way', retryAfter: 60 })
    return trx
      .insertInto('mediaUpload')
      .values({
        id: uuidv7(),
        createdBy: actor.id,
        expiresAt: keptFor,
        name: cleanFileName(name, 'image'),
        bytes,
        alt,
        caption,
        credit,
        media: null,
      })
      .returning(reply)
      .executeTakeFirstOrThrow()
  })
}

const mine = (db: Db, actor: Actor, id: string) =>
  db
    .selectFrom('mediaUpload')
    .where('id', '=', id)
    .where('createdBy', '=', actor.id)
    .where('expiresAt', '>', sql<string>`now()`)

/** @throws ProblemError not_found, also for what someone else began */
export async function findUpload(db: Db, actor: Actor, id: string): Promise<MediaUpload> {
  const upload = await mine(db, actor, id).select(reply).executeTakeFirst()
  if (!upload) throw new ProblemError('not_found')
  return upload
}

/**
 * Adds a piece, whole or not at all.
 * @throws ProblemError not_found; wrong_offset with the upload as it is; too_large for more than was announced
 */
export async function appendPiece(
  { db }: Services,
  actor: Actor,
  id: string,
  offset: number,
  piece: Buffer,
): Promise<MediaUpload> {
  return db.transaction().execute(async (trx) => {
    const upload = await mine(trx, actor, id)
      .select([...reply, 'media'])
      .forUpdate()
      .executeTakeFirst()
    if (!upload) throw new ProblemError('not_found')
    const { media, ...current } = upload
    if (media || offset !== upload.offset) throw new ProblemError('wrong_offset', { current })
    if (offset + piece.length > upload.bytes)
      throw new ProblemError('too_large', {
        fields: [{ path: 'file', code: 'too_big', message: `${upload.bytes} bytes were announced` }],
      })
    await trx.insertInto('mediaUploadPiece').values({ uploadId: id, start: offset, bytes: piece }).execute()
    return trx
      .updateTable('mediaUpload')
      .set({ received: offset + piece.length, expiresAt: keptFor })
      .where('id', '=', id)
      .returning(reply)
      .executeTakeFirstOrThrow()
  })
}

/** @throws ProblemError not_found */
export async function cancelUpload(db: Db, actor: Actor, id: string): Promise<void> {
  const gone = await db
    .deleteFrom('mediaUpload')
    .where('id', '=', id)
    .where('createdBy', '=', actor.id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new ProblemError('not_found')
}

type Arrived =
  | { mediaId: string }
  | { mediaId: null; name: string; alt: string; caption: string; credit: string; bytes: number }

/**
 * An upload that has arrived whole: its texts, or the picture it has become already.
 * @throws ProblemError not_found; wrong_offset with the upload as it is while something is missing
 */
export async function arrivedUpload(db: Db, actor: Actor, id: string): Promise<Arrived> {
  const upload = await mine(db, actor, id).selectAll('mediaUpload').executeTakeFirst()
  if (!upload) throw new ProblemError('not_found')
  const { media, name, alt, caption, credit, bytes, expiresAt, received: offset } = upload
  if (media) return { mediaId: media }
  if (offset !== bytes) throw new ProblemError('wrong_offset', { current: { id, offset, bytes, expiresAt } })
  return { mediaId: null, name, alt, caption, credit, bytes }
}

/** Someone finished the upload in the meantime. */
export class FinishedMeanwhile extends Error {
  override readonly name = 'FinishedMeanwhile'
  readonly media: string
  constructor(media: string) {
    super('the upload is finished')
    this.media = media
  }
}

/**
 * The bytes of an upload that has arrived whole. A piece at a time: the driver holds each several times over.
 * @throws FinishedMeanwhile; ProblemError as arrivedUpload
 */
export async function arrivedBytes(db: Db, actor: Actor, id: string): Promise<Buffer> {
  const upload = await arrivedUpload(db, actor, id)
  if (upload.mediaId !== null) throw new FinishedMeanwhile(upload.mediaId)
  const whole = Buffer.allocUnsafeSlow(upload.bytes)
  for (let at = 0; at < whole.length;) {
    const piece = await db
      .selectFrom('mediaUploadPiece')
      .select('bytes')
      .where('uploadId', '=', id)
      .where('start', '=', at)
      .executeTakeFirst()
    // Who finishes or cancels it at this moment takes the pieces away: the upload says which.
    if (!piece) return arrivedBytes(db, actor, id)
    at += piece.bytes.copy(whole, at)
  }
  return whole
}

/** Deletes the pieces and stores the id of the picture, so that a repeated call gets the same answer. */
export async function completeUpload(trx: Db, id: string, media: string): Promise<void> {
  await trx.updateTable('mediaUpload').set({ media }).where('id', '=', id).execute()
  await trx.deleteFrom('mediaUploadPiece').where('uploadId', '=', id).execute()
}

/** Forgets uploads that no one went on with for a day. */
export async function sweepUploads(db: Db): Promise<void> {
  await db
    .deleteFrom('mediaUpload')
    .where('expiresAt', '<=', sql<string>`now()`)
    .execute()
}
