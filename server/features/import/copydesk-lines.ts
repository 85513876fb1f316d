import { z } from 'zod'
import { AdFields, reviewedFields } from '#contract/ad-fields.ts'
import { adStatuses } from '#contract/ad-actions.ts'
import { ArticleFields } from '#contract/article-fields.ts'
import { albumEndpoints } from '#contract/albums.ts'
import { AuthorFields } from '#contract/authors.ts'
import { categoryEndpoints } from '#contract/categories.ts'
import { Id } from '#contract/id.ts'
import { locales } from '#contract/locale.ts'
import { roles } from '#contract/permissions.ts'
import { PlacementFields } from '#contract/placements.ts'
import { TagFields } from '#contract/tags.ts'
import { Email, line, requiredLine, text } from '#contract/text.ts'
import { snippetEndpoints } from '#contract/snippets.ts'
import { ZoneName } from '#contract/zoned-time.ts'

/** 2 has accounts, placements, ads, versions, owners and redirects beside what 1 has, and later snippets. */
export const EXPORT_FORMAT = 2
export const EXPORT_MANIFEST = 'copydesk-export.json'

/** In the order of import: each points only at those before it. */
export const exportKinds = [
  'account',
  'media',
  'author',
  'tag',
  'category',
  'album',
  'snippet',
  'placement',
  'ad',
  'article',
  'version',
] as const
export type ExportKind = (typeof exportKinds)[number]
export const linesFile = (kind: ExportKind): string => `${kind}.jsonl`

export const ExportManifest = z.object({
  format: z.int(),
  /** Of the Copydesk that wrote it. */
  version: z.string(),
  /** Which installation it was: the same in every export of it. */
  site: z.uuid(),
  exportedAt: z.iso.datetime(),
  /** An older format, or an export without versions, lacks some kinds. */
  files: z.partialRecord(z.enum(exportKinds), z.object({ lines: z.int(), sha256: z.string() })),
})
export type ExportManifest = z.output<typeof ExportManifest>

const time = z.iso.datetime()
/** The account that made it; null in format 1, and where that is gone. */
const owner = Id.nullable().default(null)
/** Old addresses that lead to it. */
const redirects = z
  .array(
    z
      .string()
      .max(2000)
      .regex(/^\/(?!\/)/),
  )
  .default([])
const reviewed = Object.fromEntries(reviewedFields.map((name) => [name, true])) as Record<
  (typeof reviewedFields)[number],
  true
>
const Photo = z.strictObject({ media: Id, alt: z.string().max(300), caption: z.string().max(2000) })

/** One line of each file. `fields` is what the endpoint that makes the item takes, so it is checked as every other input. */
export const exportLines = {
  /** Neither a password nor a second step, in any form. */
  account: z.strictObject({
    id: Id,
    status: z.enum(['active', 'suspended']),
    fields: z.strictObject({
      email: Email,
      name: requiredLine(120),
      role: z.enum(roles),
      locale: z.enum(locales),
      timeZone: ZoneName.nullable(),
    }),
  }),
  media: z.strictObject({
    id: Id,
    owner,
    /** Within the folder. */
    file: z.string().regex(/^files\/[0-9a-f-]{36}\.[a-z]{3,4}$/),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    name: z.string().max(255),
    fields: z.strictObject({ alt: line(300), caption: text(500), credit: line(200) }),
    focalPoint: z.strictObject({ x: z.number(), y: z.number() }).nullable(),
  }),
  author: z.strictObject({ id: Id, redirects, fields: AuthorFields.partial({ user: true }) }),
  tag: z.strictObject({ id: Id, redirects, fields: TagFields }),
  category: z.strictObject({ id: Id, redirects, fields: categoryEndpoints.create.body.omit({ position: true }) }),
  album: z.strictObject({
    id: Id,
    owner,
    redirects,
    fields: albumEndpoints.create.body,
    cover: Id.nullable(),
    status: z.enum(['draft', 'published', 'archived']),
    photos: z.array(Photo),
  }),
  snippet: z.strictObject({ id: Id, owner, fields: snippetEndpoints.create.body }),
  placement: z.strictObject({ id: Id, fields: PlacementFields }),
  ad: z.strictObject({
    id: Id,
    owner,
    status: z.enum(adStatuses),
    fields: AdFields,
    /** What readers see, or saw last; null before the first approval. */
    live: AdFields.pick(reviewed).nullable(),
    rejection: z.string().max(1000),
  }),
  article: z.strictObject({
    id: Id,
    owner,
    redirects,
    status: z.enum(['draft', 'in_review', 'scheduled', 'published', 'archived']),
    /** The number of its newest text; 0 where its versions are not in the export. */
    version: z.int().min(0).default(0),
    createdAt: time,
    publishedAt: time.nullable(),
    fields: ArticleFields.partial().required({ title: true }),
    /** What readers see, where that is something else. */
    live: ArticleFields.partial().required({ title: true }).nullable(),
  }),
  /** An earlier text of an article, those of each article in their order. */
  version: z.strictObject({
    id: Id,
    article: Id,
    version: z.int().min(1),
    createdAt: time,
    createdBy: Id.nullable(),
    reason: z.string().max(60),
    fields: ArticleFields.partial().required({ title: true }),
  }),
} as const
export type ExportLine<Kind extends ExportKind = ExportKind> = z.output<(typeof exportLines)[Kind]>
