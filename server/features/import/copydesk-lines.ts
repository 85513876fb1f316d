import { z } from 'zod'
import { ArticleFields } from '#contract/article-fields.ts'
import { albumEndpoints } from '#contract/albums.ts'
import { AuthorFields } from '#contract/authors.ts'
import { categoryEndpoints } from '#contract/categories.ts'
import { Id } from '#contract/id.ts'
import { TagFields } from '#contract/tags.ts'
import { line, text } from '#contract/text.ts'

export const EXPORT_FORMAT = 1
export const EXPORT_MANIFEST = 'copydesk-export.json'

/** In the order of import: each points only at those before it. */
export const exportKinds = ['media', 'author', 'tag', 'category', 'album', 'article'] as const
export type ExportKind = (typeof exportKinds)[number]
export const linesFile = (kind: ExportKind): string => `${kind}.jsonl`

export const ExportManifest = z.object({
  format: z.int(),
  /** Of the Copydesk that wrote it. */
  version: z.string(),
  /** Which installation it was: the same in every export of it. */
  site: z.uuid(),
  exportedAt: z.iso.datetime(),
  files: z.record(z.enum(exportKinds), z.object({ lines: z.int(), sha256: z.string() })),
})
export type ExportManifest = z.output<typeof ExportManifest>

const time = z.iso.datetime()
const Photo = z.strictObject({ media: Id, alt: z.string().max(300), caption: z.string().max(2000) })

/** One line of each file. `fields` is what the endpoint that makes the item takes, so it is checked as every other input. */
export const exportLines = {
  media: z.strictObject({
    id: Id,
    /** Within the folder. */
    file: z.string().regex(/^files\/[0-9a-f-]{36}\.[a-z]{3,4}$/),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    name: z.string().max(255),
    fields: z.strictObject({ alt: line(300), caption: text(500), credit: line(200) }),
    focalPoint: z.strictObject({ x: z.number(), y: z.number() }).nullable(),
  }),
  author: z.strictObject({ id: Id, fields: AuthorFields.omit({ user: true }) }),
  tag: z.strictObject({ id: Id, fields: TagFields }),
  category: z.strictObject({ id: Id, fields: categoryEndpoints.create.body.omit({ position: true }) }),
  album: z.strictObject({
    id: Id,
    fields: albumEndpoints.create.body,
    cover: Id.nullable(),
    status: z.enum(['draft', 'published', 'archived']),
    photos: z.array(Photo),
  }),
  article: z.strictObject({
    id: Id,
    status: z.enum(['draft', 'in_review', 'scheduled', 'published', 'archived']),
    createdAt: time,
    publishedAt: time.nullable(),
    fields: ArticleFields.partial().required({ title: true }),
    /** What readers see, where that is something else. */
    live: ArticleFields.partial().required({ title: true }).nullable(),
  }),
} as const
export type ExportLine<Kind extends ExportKind = ExportKind> = z.output<(typeof exportLines)[Kind]>
