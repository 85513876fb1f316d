import { z } from 'zod'
import { Id } from './id.ts'
import { albumActionNames, albumRequirements, albumStates, albumStatuses } from './album-actions.ts'
import { ById, endpoint, VersionOnly } from './endpoint.ts'
import { entityFields, listReply, rankedListQuery } from './list.ts'
import { choice, day, idOf, yesNo } from './list-filter.ts'
import { imageTypes, MediaRef } from './media.ts'
import { Day, line, requiredLine, Slug, text, saysOf } from './text.ts'
import { UndoPointer } from './undo.ts'
import { Version } from './version.ts'

/** How many photos one album holds. */
export const ALBUM_PHOTOS_MOST = 10_000
/** How many photos are added, or read, in one request. */
export const ALBUM_PHOTOS_PAGE = 1000

const fields = z.strictObject({
  title: requiredLine(160),
  slug: Slug,
  description: text(2000),
  /** The day of what it shows. */
  eventDate: Day.nullable(),
  place: line(160),
  /** An author. */
  photographer: Id.nullable(),
})

/** What a person edits. */
export const AlbumFields = fields.extend({
  /** A media file that is among its photos. Null: the first photo. */
  cover: Id.nullable(),
})
export type AlbumFields = z.output<typeof AlbumFields>

const canNames = ['write', ...albumActionNames, 'needsPublisher'] as const

export const Album = z.object({
  ...entityFields,
  ...AlbumFields.shape,
  photographerName: z.string().nullable(),
  status: z.enum(albumStatuses),
  publishedAt: z.iso.datetime().nullable(),
  /** The chosen cover, else the first photo; null where there is none. Its `alt` is the one the album shows. */
  coverImage: MediaRef.nullable(),
  photos: z.int(),
  /** Photos with no alternative text, neither here nor on the media file. */
  missingAlt: z.int(),
  /** What it lacks before it can be published. */
  missing: z.array(z.enum(albumRequirements)),
  /** `needsPublisher`: the person may write such albums, but readers see this one, so only who may publish changes it. */
  can: z.object(
    Object.fromEntries(canNames.map((name) => [name, z.boolean()])) as Record<(typeof canNames)[number], z.ZodBoolean>,
  ),
})
export type Album = z.output<typeof Album>

export const albumList = rankedListQuery({
  sorts: ['title', 'eventDate', 'updatedAt', 'photos'],
  defaultSort: '-updatedAt',
  filters: {
    /** Left out: all but those in the trash. */
    status: choice(albumStates),
    photographer: idOf(),
    missingAlt: yesNo(),
    /** Day of the event, from this one to that one, both included. */
    from: day(),
    to: day(),
  },
})
export type AlbumListQuery = z.output<typeof albumList.query>

/** The filters of the list without page and order: what "all that match" means in a bulk action. */
export const AlbumFilter = albumList.filter
export type AlbumFilter = z.output<typeof AlbumFilter>

/** How many albums one bulk action changes. */
export const ALBUM_BULK_MOST = 500
export const albumBulkActions = ['publish', 'unpublish', 'archive', 'trash', 'restore'] as const

const AlbumBulk = z
  .strictObject({
    action: z.enum(albumBulkActions),
    ids: z
      .array(Id)
      .min(1)
      .max(ALBUM_BULK_MOST)
      .refine((list) => new Set(list).size === list.length, saysOf('repeated'))
      .optional(),
    filter: AlbumFilter.optional(),
    /** How many the person saw selected. */
    expectedCount: z.int().min(1).max(ALBUM_BULK_MOST),
  })
  .refine((body) => (body.ids === undefined) !== (body.filter === undefined), {
    path: ['ids'],
    message: 'either ids or filter',
  })

/** A media file at its place in an album; the same file is in an album once. */
export const AlbumPhoto = z.object({
  /** Of the photo in this album; the media file's own id is `media`. */
  id: Id,
  media: Id,
  url: z.string(),
  /** As in `MediaRef`: for showing, it names the state of the file. */
  thumb: z.string(),
  fileVersion: z.int(),
  width: z.int(),
  height: z.int(),
  type: z.enum(imageTypes),
  name: z.string(),
  /** The album's own texts; empty: readers get those of the media file. */
  alt: z.string(),
  caption: z.string(),
  mediaAlt: z.string(),
  mediaCaption: z.string(),
  credit: z.string(),
  /** By the camera's own clock, as `2026-05-01T12:30:00`. */
  capturedAt: z.iso.datetime({ local: true }).nullable(),
  focalPoint: z.object({ x: z.number(), y: z.number() }).nullable(),
})
export type AlbumPhoto = z.output<typeof AlbumPhoto>

const Photos = z
  .array(Id)
  .min(1)
  .max(ALBUM_PHOTOS_MOST)
  .refine((list) => new Set(list).size === list.length, saysOf('repeated'))

/** Characters of a photo's own texts. */
export const PHOTO_TEXTS_MOST = { alt: 300, caption: 500 }
const PhotoTexts = z
  .strictObject({ alt: line(PHOTO_TEXTS_MOST.alt), caption: line(PHOTO_TEXTS_MOST.caption) })
  .partial()
const givesText = (body: { alt?: string | undefined; caption?: string | undefined }) =>
  body.alt !== undefined || body.caption !== undefined

/** Where photos go: in front of this photo, or to the end. */
const before = Id.nullable()

/**
 * The album after the change, and how to undo it: null where nothing changed. Where the album's version is
 * exactly one more than the caller's, no one else has changed the album in between.
 */
const photosReply = <F extends z.ZodRawShape>(more: F) =>
  z.object({ album: Album, undo: UndoPointer.nullable(), ...more })
/** `skipped`: asked for, but no longer in the album. */
const changedReply = photosReply({ changed: z.int(), skipped: z.int() })

/** An album after an action, and how to undo the action. */
const ChangedAlbum = Album.extend({ undo: UndoPointer })
export type ChangedAlbum = z.output<typeof ChangedAlbum>

const action = <const Name extends string>(name: Name, access: 'albums.publish' | 'albums.trash', summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/albums/:id/${name}`,
    summary,
    access,
    params: ById,
    body: VersionOnly,
    reply: ChangedAlbum,
  })

const photoAction = <const Name extends string, const B extends z.ZodType, const R extends z.ZodType>(
  name: Name,
  summary: string,
  body: B,
  reply: R,
) =>
  endpoint({
    method: 'POST',
    path: `/api/albums/:id/photos/${name}`,
    summary,
    access: 'albums.write',
    params: ById,
    body,
    reply,
  })

/** An article that shows the album. `title` is null when the person who asks may not read the article. */
export const AlbumUse = z.object({
  type: z.literal('article'),
  id: Id,
  title: z.string().nullable(),
  /** In the text that is edited, in the text that readers see. */
  places: z.array(z.enum(['body', 'published'])),
  trashed: z.boolean(),
})
export type AlbumUse = z.output<typeof AlbumUse>

export const albumEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/albums',
    summary: 'List albums; the search looks into title, place and description',
    access: 'albums.read',
    query: albumList.query,
    reply: listReply(Album),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/albums/:id',
    summary: 'One album, without its photos',
    access: 'albums.read',
    params: ById,
    reply: Album,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/albums',
    summary: 'Start an album',
    access: 'albums.write',
    body: fields.partial().extend({ title: fields.shape.title }),
    reply: Album,
    status: 201,
    oncePerKey: true,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/albums/:id',
    summary: 'Change an album; readers of a published one see it at once, and its old address leads to the new one',
    access: 'albums.write',
    params: ById,
    body: AlbumFields.partial().extend({ version: Version }),
    reply: Album,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/albums/:id',
    summary: 'Move an album to the trash',
    access: 'albums.trash',
    params: ById,
    status: 204,
  }),
  publish: action('publish', 'albums.publish', 'Publish'),
  unpublish: action('unpublish', 'albums.publish', 'Back to draft'),
  archive: action('archive', 'albums.publish', 'Archive'),
  trash: action('trash', 'albums.trash', 'Move to the trash'),
  restore: action('restore', 'albums.trash', 'Bring back as a draft'),
  bulk: endpoint({
    method: 'POST',
    path: '/api/albums/bulk',
    summary: 'One action on many albums, each for itself; refused when they are not as many as were seen',
    access: 'albums.write',
    body: AlbumBulk,
    /** `undo`: of all that was changed; null when nothing was. */
    reply: z.object({
      results: z.array(z.object({ id: z.uuid(), title: z.string(), ok: z.boolean(), code: z.string().nullable() })),
      undo: UndoPointer.nullable(),
    }),
  }),
  purge: endpoint({
    method: 'POST',
    path: '/api/albums/:id/purge',
    summary: 'Delete a trashed album permanently; its media files stay',
    access: 'albums.purge',
    params: ById,
    body: VersionOnly,
    status: 204,
  }),
  uses: endpoint({
    method: 'GET',
    path: '/api/albums/:id/uses',
    summary: 'Which articles show the album',
    access: 'albums.read',
    params: ById,
    reply: z.object({ items: z.array(AlbumUse), total: z.int() }),
  }),
  photos: endpoint({
    method: 'GET',
    path: '/api/albums/:id/photos',
    summary: 'Photos in their order. Where `version` is not that of the page before, begin again',
    access: 'albums.read',
    params: ById,
    query: z.strictObject({
      /** `next` of the page before. */
      after: z
        .string()
        .regex(/^-?\d{1,16}$/)
        .optional(),
      limit: z.coerce.number<string | number>().int().min(1).max(ALBUM_PHOTOS_PAGE).default(ALBUM_PHOTOS_PAGE),
    }),
    /** `version`: of the album. `next`: null on the last page. */
    reply: z.object({ items: z.array(AlbumPhoto), version: z.int(), next: z.string().nullable() }),
  }),
  addPhotos: endpoint({
    method: 'POST',
    path: '/api/albums/:id/photos',
    summary: 'Add media files, in this order, in front of a photo or at the end',
    access: 'albums.write',
    params: ById,
    body: z.strictObject({
      media: Photos.max(ALBUM_PHOTOS_PAGE),
      before: before.default(null),
    }),
    /** `added`: the new photos, in their order; `present`: media files that were in the album already, and stay where they are. */
    reply: photosReply({ added: z.array(AlbumPhoto), present: z.array(Id) }),
  }),
  movePhotos: photoAction(
    'move',
    'Move photos in front of another one or to the end; among each other they keep the order they have',
    z.strictObject({ photos: Photos, before }),
    changedReply,
  ),
  sortPhotos: photoAction(
    'sort',
    'Put all photos in the order of capture time or file name; those without a capture time come last, by name',
    z.strictObject({ by: z.enum(['capturedAt', 'name']), direction: z.enum(['asc', 'desc']).default('asc') }),
    changedReply,
  ),
  writeTexts: photoAction(
    'texts',
    'Write the same texts to photos; {n} becomes 1, 2, 3 … in the album’s order. onlyEmpty: where the album has none yet',
    PhotoTexts.extend({ photos: Photos, onlyEmpty: z.boolean().default(false) }).refine(givesText, {
      path: ['alt'],
      message: 'either alt or caption',
    }),
    changedReply,
  ),
  editPhoto: endpoint({
    method: 'PATCH',
    path: '/api/albums/:id/photos/:photo',
    summary: 'Change the texts of one photo; stale_version where a text is no longer what `base` says it was',
    access: 'albums.write',
    params: z.strictObject({ id: Id, photo: Id }),
    /** `base`: the text before the change. Left out: any text is overwritten. */
    body: PhotoTexts.extend({ base: PhotoTexts.optional() }).refine(givesText, {
      path: ['alt'],
      message: 'either alt or caption',
    }),
    reply: photosReply({ photo: AlbumPhoto }),
  }),
  removePhotos: photoAction(
    'remove',
    'Take photos out of the album; their media files stay',
    z.strictObject({ photos: Photos }),
    changedReply,
  ),
  transferPhotos: photoAction(
    'transfer',
    'Move or copy photos, with their texts, to the end of another album. What is there already is not doubled: a move takes it out here',
    z.strictObject({ photos: Photos, to: Id, mode: z.enum(['move', 'copy']) }),
    /** `changed`: moved or copied; `present`: were in the other album already. */
    photosReply({ to: Album, changed: z.int(), present: z.int(), skipped: z.int() }),
  ),
}
