import { z } from 'zod'
import { Id } from './id.ts'
import { ById, endpoint, VersionOnly } from './endpoint.ts'
import { entityFields, listReply, rankedListQuery } from './list.ts'
import { choice, idOf, yesNo } from './list-filter.ts'
import { MediaTransform } from './media-transform.ts'
import { line } from './text.ts'
import { UndoPointer } from './undo.ts'
import { Version } from './version.ts'

export const MEDIA_MAX_BYTES = 25 * 1024 * 1024
export const MEDIA_MAX_PIXELS = 50_000_000
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const
/** `thumb` is the whole picture, `square` the part around its focal point. */
export const variantNames = ['thumb', 'square', '640', '1280', '1920'] as const
/** The sizes in which the console looks at a picture, the smallest first. */
export const previewSizes = ['thumb', '640', '1280'] as const

/**
 * A picture as other entities show it. Addresses are paths on this server. `url` never changes, so texts may keep it;
 * `thumb` names the state of the file, so what it answers may be kept permanently.
 */
export const MediaRef = z.object({
  id: Id,
  url: z.string(),
  thumb: z.string(),
  /** Counts the changes of the files; see `freshAddress`. */
  fileVersion: z.int(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
})
export type MediaRef = z.output<typeof MediaRef>

/** An address for showing: it names the state of the file, so a replaced picture is seen at once. Not for stored texts. */
export const freshAddress = (url: string, fileVersion: number): string => `${url}?v=${fileVersion}`

/** How long the texts of a picture may be. */
export const MEDIA_TEXT_MOST = { alt: 300, caption: 500, credit: 200 } as const
export const mediaTextNames = ['alt', 'caption', 'credit'] as const
const texts = {
  alt: line(MEDIA_TEXT_MOST.alt),
  caption: line(MEDIA_TEXT_MOST.caption),
  credit: line(MEDIA_TEXT_MOST.credit),
}

/** The text parts an upload may carry. */
export const MediaUploadTexts = z.strictObject(texts).partial()

const MediaTexts = z.strictObject({
  ...texts,
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
  /** Never changes, and neither do those of the variants: texts keep them. `thumb` is for showing only. */
  url: z.string(),
  thumb: z.string(),
  fileVersion: z.int(),
  /** When the photo was taken, by the camera's own clock, as `2026-05-01T12:30:00`. For the console only. */
  capturedAt: z.iso.datetime({ local: true }).nullable(),
  /** Articles and authors that show it, trashed ones and what readers see included, and photos in albums. */
  uses: z.int(),
  /** Similar pictures outside the trash, itself left out. */
  duplicates: z.int(),
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
  /**
   * What the person who asks may do with it; `write` covers texts, replacing, trash and restoring. `needsPublisher`: it is
   * the person's own, but readers see it, so only someone who may publish changes it.
   */
  can: z.object({ write: z.boolean(), purge: z.boolean(), needsPublisher: z.boolean() }),
  /** True in the answer to an upload whose very bytes were here already. */
  existing: z.boolean().optional(),
  /** In the answer to an upload or a replacement: which empty texts were filled with what the file said. */
  textsFromFile: z.array(z.enum(mediaTextNames)).optional(),
})
export type Media = z.output<typeof Media>

/** One place that shows the picture. `title` is null when the person who asks may not read that article or album. */
export const MediaUse = z.object({
  type: z.enum(['article', 'author', 'album', 'ad', 'setting']),
  /** Of the logo, which belongs to no item, the picture's own. */
  id: Id,
  title: z.string().nullable(),
  places: z.array(z.enum(['cover', 'socialImage', 'body', 'published', 'avatar', 'photo', 'creative', 'logo'])),
  trashed: z.boolean(),
})
export type MediaUse = z.output<typeof MediaUse>

/** A picture after a change, and how to undo the change. */
const ChangedMedia = Media.extend({ undo: UndoPointer })

/** Why a picture of another site was not taken over. */
export const addressFaults = [
  'address_refused',
  'address_unreachable',
  'address_too_slow',
  'address_not_a_picture',
  'address_too_large',
] as const
export type AddressFault = (typeof addressFaults)[number]

/** Sorted by `similar`, similar pictures are together. */
export const mediaList = rankedListQuery({
  sorts: ['createdAt', 'name', 'bytes', 'uses', 'similar'],
  defaultSort: '-createdAt',
  filters: {
    type: choice(imageTypes),
    missingAlt: yesNo(),
    unused: yesNo(),
    /** Has similar pictures. */
    duplicates: yesNo(),
    /** Similar to this picture; itself included. */
    likeOf: idOf(),
    uploader: idOf(),
    /** What is in the trash and may be restored by the person who asks. */
    trashed: yesNo(),
  },
})
export type MediaListQuery = z.output<typeof mediaList.query>

export const mediaEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/media',
    summary: 'List media files',
    access: 'media.read',
    query: mediaList.query,
    reply: listReply(Media),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/media/:id',
    summary: 'One media file, also in the trash for who may restore it',
    access: 'media.read',
    params: ById,
    reply: Media,
  }),
  /**
   * The smallest file that is at least of this size, or the largest there is. The public addresses of a picture in the
   * trash do not answer; this one does, for who may restore it.
   */
  preview: endpoint({
    method: 'GET',
    path: '/api/media/:id/preview',
    summary: 'What a picture looks like, in the trash too for who may restore it',
    access: 'media.read',
    params: ById,
    query: z.strictObject({ size: z.enum(previewSizes).default('thumb') }),
    produces: 'image/*',
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
  /**
   * The server fetches it, from the open internet only. 200 with `existing` when these very bytes are a picture already. What
   * fails is 400 with the field `address` and one of `addressFaults`, or `unreadable_file`.
   */
  fromAddress: endpoint({
    method: 'POST',
    path: '/api/media/from-address',
    summary: 'Take over a picture of another site',
    access: 'media.write',
    body: z.strictObject({ address: z.string().min(1).max(4000) }),
    reply: Media,
    status: 201,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/media/:id',
    summary: 'Change the texts of a picture',
    access: 'media.write',
    params: ById,
    body: MediaTexts.partial().extend({ version: Version }),
    reply: Media,
  }),
  replace: endpoint({
    method: 'POST',
    path: '/api/media/:id/replace',
    summary: 'Put a finished upload in the place of a picture; its addresses stay',
    access: 'media.write',
    params: ById,
    /** `copyOf`: the picture of the library that has this very file, which is to be shown here, too. */
    body: z.strictObject({ upload: Id, version: Version, copyOf: Id.optional() }),
    reply: ChangedMedia,
  }),
  /**
   * `replacement`: at the same addresses, with the way to undo it. `newPicture`: beside it, with its texts; `existing` where the same
   * was made before. What cannot be done is 400 with the field named.
   */
  transform: endpoint({
    method: 'POST',
    path: '/api/media/:id/transform',
    summary: 'Turn, mirror and crop a picture, in its place or as a new one',
    access: 'media.write',
    params: ById,
    body: MediaTransform.extend({ version: Version, as: z.enum(['replacement', 'newPicture']) }),
    reply: Media.extend({ undo: UndoPointer.optional() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/media/:id',
    summary: 'Move an unused picture to the trash',
    access: 'media.write',
    params: ById,
    status: 204,
  }),
  trash: endpoint({
    method: 'POST',
    path: '/api/media/:id/trash',
    summary: 'Move an unused picture to the trash for thirty days; its public addresses stop answering',
    access: 'media.write',
    params: ById,
    body: VersionOnly,
    reply: ChangedMedia,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/media/:id/restore',
    summary: 'Take a picture out of the trash',
    access: 'media.write',
    params: ById,
    body: VersionOnly,
    reply: Media,
  }),
  purge: endpoint({
    method: 'POST',
    path: '/api/media/:id/purge',
    summary: 'Delete a picture in the trash permanently, with its files',
    access: 'media.purge',
    params: ById,
    body: VersionOnly,
    status: 204,
  }),
}
