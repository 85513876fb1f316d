import { z } from 'zod'
import { ById, endpoint } from './endpoint.ts'
import { entityFields, Flag, listQuery, listReply } from './list.ts'
import { line } from './text.ts'

export const MEDIA_MAX_BYTES = 25 * 1024 * 1024
export const MEDIA_MAX_PIXELS = 50_000_000
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const
export const variantNames = ['thumb', '640', '1280', '1920'] as const

/** A picture as other entities show it. Addresses are paths on this server. */
export const MediaRef = z.object({
  id: z.uuid(),
  url: z.string(),
  thumb: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
})
export type MediaRef = z.output<typeof MediaRef>

/** The text parts an upload may carry. */
export const MediaUploadTexts = z.strictObject({ alt: line(300), caption: line(500), credit: line(200) }).partial()

const MediaTexts = z.strictObject({
  alt: line(300),
  caption: line(500),
  credit: line(200),
  /** 0–1 from the left and from the top. */
  focalPoint: z.strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }).nullable(),
})

export const Media = z.object({
  ...entityFields,
  ...MediaTexts.shape,
  name: z.string(),
  type: z.enum(imageTypes),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  url: z.string(),
  thumb: z.string(),
  variants: z.array(
    z.object({
      name: z.enum(variantNames),
      url: z.string(),
      type: z.string(),
      width: z.int(),
      height: z.int(),
      bytes: z.int(),
    }),
  ),
  /** What the person who asks may do with it; `write` covers texts and deletion. */
  can: z.object({ write: z.boolean() }),
  /** True in the answer to an upload whose very bytes were here already. */
  existing: z.boolean().optional(),
})
export type Media = z.output<typeof Media>

/** One place that shows the picture. `title` is null when the person who asks may not read that article. */
export const MediaUse = z.object({
  type: z.enum(['article', 'author']),
  id: z.uuid(),
  title: z.string().nullable(),
  places: z.array(z.enum(['cover', 'socialImage', 'body', 'published', 'avatar'])),
  trashed: z.boolean(),
})
export type MediaUse = z.output<typeof MediaUse>

export const MediaListQuery = listQuery(['createdAt', 'name', 'bytes'], '-createdAt', {
  type: z.enum(imageTypes).optional(),
  missingAlt: Flag.optional(),
})
export type MediaListQuery = z.output<typeof MediaListQuery>

export const mediaEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/media',
    summary: 'List media files',
    access: 'media.read',
    query: MediaListQuery,
    reply: listReply(Media),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/media/:id',
    summary: 'One media file',
    access: 'media.read',
    params: ById,
    reply: Media,
  }),
  uses: endpoint({
    method: 'GET',
    path: '/api/media/:id/uses',
    summary: 'Where a picture is used',
    access: 'media.read',
    params: ById,
    reply: z.object({ items: z.array(MediaUse), total: z.int() }),
  }),
  /** multipart/form-data with one part `file`; optional text parts alt, caption, credit before it. */
  upload: endpoint({
    method: 'POST',
    path: '/api/media',
    summary: 'Upload a picture',
    access: 'media.write',
    reply: Media,
    status: 201,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/media/:id',
    summary: 'Change the texts of a picture',
    access: 'media.write',
    params: ById,
    body: MediaTexts.partial().extend({ version: z.int().min(1) }),
    reply: Media,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/media/:id',
    summary: 'Delete an unused picture',
    access: 'media.write',
    params: ById,
    status: 204,
  }),
}
