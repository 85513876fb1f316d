import { z } from 'zod'
import { Id } from './id.ts'
import { ById, endpoint } from './endpoint.ts'
import { Media, MEDIA_MAX_BYTES, MediaUploadTexts } from './media.ts'

/** How much one piece of an upload may hold. */
export const UPLOAD_PIECE_MAX_BYTES = 4 * 1024 * 1024
/** How many uploads a person may have under way, and how many bytes these may announce together. */
export const UPLOADS_OPEN_MOST = 50
export const UPLOADS_OPEN_MAX_BYTES = 500 * 1024 * 1024

/** How far an upload has come: the next piece begins at `offset`. */
export const MediaUpload = z.object({
  id: Id,
  offset: z.int(),
  bytes: z.int(),
  /** Forgotten then, unless it was finished. */
  expiresAt: z.iso.datetime(),
})
export type MediaUpload = z.output<typeof MediaUpload>

/** An upload in pieces, which goes on after a cut. Only who began it finds it. */
export const mediaUploadEndpoints = {
  begin: endpoint({
    method: 'POST',
    path: '/api/media/uploads',
    summary: 'Begin an upload in pieces',
    access: 'media.write',
    body: MediaUploadTexts.extend({ name: z.string().max(2000), bytes: z.int().min(1).max(MEDIA_MAX_BYTES) }),
    reply: MediaUpload,
    status: 201,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/media/uploads/:id',
    summary: 'How far an upload has come',
    access: 'media.write',
    params: ById,
    reply: MediaUpload,
  }),
  /**
   * The body is the piece itself, `application/octet-stream`, at most UPLOAD_PIECE_MAX_BYTES. It is taken whole or not at
   * all. 409 `wrong_offset` carries the upload as it is in `current`.
   */
  append: endpoint({
    method: 'PATCH',
    path: '/api/media/uploads/:id',
    summary: 'Add the next piece, sent as application/octet-stream of at most 4 MB',
    access: 'media.write',
    params: ById,
    query: z.strictObject({ offset: z.coerce.number<string | number>().int().min(0).max(MEDIA_MAX_BYTES) }),
    reply: MediaUpload,
  }),
  /** 200 with `existing` when these very bytes are a picture already. For a replacement ask `media.replace` instead. */
  finish: endpoint({
    method: 'POST',
    path: '/api/media/uploads/:id/finish',
    summary: 'Make a picture of an upload that is complete',
    access: 'media.write',
    params: ById,
    reply: Media,
    status: 201,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/media/uploads/:id',
    summary: 'Give an upload up',
    access: 'media.write',
    params: ById,
    status: 204,
  }),
}
