import { z } from 'zod'
import { Id } from './id.ts'
import { ARTICLE_LIMITS, articleFieldNames, ArticleFields, articleReplyFields } from './article-fields.ts'
import { articleActionNames, articleStatuses, publishRequirements } from './article-actions.ts'
import { ById, endpoint, VersionOnly } from './endpoint.ts'
import { ArticleCalendarQuery } from './article-calendar.ts'
import { ArticleFilter, ArticleListQuery } from './article-list.ts'
import { entityFields, listReply, ListTotal, PersonRef } from './list.ts'
import { MediaRef } from './media.ts'
import { Day, line, text, TimeInput } from './text.ts'
import { UndoPointer } from './undo.ts'
import { Version } from './version.ts'

const choiceReasons = ['beforeChoice', 'choice'] as const

export const ArticleCreate = ArticleFields.partial().extend({ title: line(ARTICLE_LIMITS.title) })
export const ArticleEdit = ArticleFields.partial().extend({
  version: Version,
  /**
   * `autosave` may share a history entry with the one before; the others always make their own. `beforeChoice`: the version of
   * someone who is about to choose from it and another person's; `choice`: what they chose.
   */
  reason: z.enum(['save', 'autosave', ...choiceReasons]).default('save'),
})

const canNames = ['write', 'purge', 'duplicate', 'sharePreview', ...articleActionNames] as const
const Can = z.object(
  Object.fromEntries(canNames.map((name) => [name, z.boolean()])) as Record<(typeof canNames)[number], z.ZodBoolean>,
)

/** Where readers find it on the outside site; null: not published, or the settings name no site. */
const siteUrl = z.string().nullable()

/** Who submitted it for review, or its unpublished changes where it is published; null: not in review. */
const submission = z.object({ at: z.iso.datetime(), by: PersonRef.nullable(), message: z.string() }).nullable()

export const returnReasons = [...publishRequirements, 'unpublishAt'] as const

const AuthorRef = z.object({ id: Id, displayName: z.string() })
const CategoryRef = z.object({ id: Id, name: z.string(), path: z.array(z.string()), sharesName: z.boolean() })
const TagRef = z.object({ id: Id, name: z.string() })

/** Where an article has the words of a search that its title does not show. */
export const ArticleFound = z.object({
  in: z.enum(articleFieldNames),
  /** The whole text, or a part of it. */
  text: z.string(),
  /** Where the words are: from and to, in UTF-16 units. */
  marks: z.array(z.object({ from: z.int(), to: z.int() })),
})
export type ArticleFound = z.output<typeof ArticleFound>

/** A row of the list. */
const { createdBy: _createdBy, ...rowFields } = entityFields
export const ArticleSummary = z.object({
  ...rowFields,
  title: z.string(),
  slug: z.string(),
  status: z.enum(articleStatuses),
  /** Published, and edited since: readers still see the older text. */
  hasChanges: z.boolean(),
  submission,
  featured: z.boolean(),
  authors: z.array(AuthorRef),
  primaryCategory: z.object({ id: Id, name: z.string() }).nullable(),
  publishAt: z.iso.datetime().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  wordCount: z.int(),
  cover: z.object({ thumb: z.string(), alt: z.string() }).nullable(),
  siteUrl,
  /** Of a list that was searched. */
  found: ArticleFound.optional(),
  /** What is allowed; the rest is left out. */
  can: Can.partial(),
})
export type ArticleSummary = z.output<typeof ArticleSummary>

/** Names of what the ids of an article point at, so that no further call is needed to show it. */
const refs = z.object({
  authors: z.array(AuthorRef),
  categories: z.array(CategoryRef),
  tags: z.array(TagRef),
  media: z.array(MediaRef),
})

export const Article = z.object({
  ...entityFields,
  ...articleReplyFields,
  status: z.enum(articleStatuses),
  hasChanges: z.boolean(),
  submission,
  /** Who wrote the changes that readers do not see yet; empty where it is not published. */
  changedBy: z.array(PersonRef),
  publishedAt: z.iso.datetime().nullable(),
  /** What readers see now, where it is public. */
  live: z
    .object({ slug: z.string(), title: z.string(), publishedAt: z.iso.datetime(), updatedAt: z.iso.datetime() })
    .nullable(),
  siteUrl,
  /** Why a reviewer sent it back. It is kept when it is submitted again, and cleared when it is published. */
  returnNote: z.string(),
  /** When, by whom, and the entry of the history with the text that was returned; null where it was not. */
  returned: z.object({ at: z.iso.datetime(), by: PersonRef.nullable(), revision: Id.nullable() }).nullable(),
  /** What it lacked when its planned time came, so that it went back to draft; `unpublishAt` lay in the past. Else empty. */
  returnMissing: z.array(z.enum(returnReasons)),
  /** The search term that it was started from; null, too, where that was dismissed, and for people who see only what readers see. */
  searchTerm: z.string().nullable(),
  wordCount: z.int(),
  readingTime: z.int(),
  missing: z.array(z.enum(publishRequirements)),
  can: Can,
  refs,
})
export type Article = z.output<typeof Article>

/** An article after an action of the state table. */
export const ArticleActionReply = Article.extend({
  /** Null for what the history of the article restores. */
  undo: UndoPointer.nullable(),
})
export type ArticleActionReply = z.output<typeof ArticleActionReply>

export const Revision = z.object({
  id: Id,
  version: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: PersonRef.nullable(),
  reason: z.enum(['create', 'save', 'autosave', ...choiceReasons, 'restore', 'import', ...articleActionNames]),
  title: z.string(),
  wordCount: z.int(),
})
export type Revision = z.output<typeof Revision>
const Content = z.object(articleReplyFields)
export const RevisionContent = Revision.extend({ content: Content, refs })
export type RevisionContent = z.output<typeof RevisionContent>

const PublishedContent = z.object({ content: Content, refs })
export type PublishedContent = z.output<typeof PublishedContent>

/** Someone else who has the article open to write it; the caller, too, where it is open in another tab of theirs. */
const PresentPerson = PersonRef.extend({
  since: z.iso.datetime(),
  /** Something was typed within the last minute. */
  writing: z.boolean(),
})
export type PresentPerson = z.output<typeof PresentPerson>

export const ArticlePresence = z.object({
  version: z.int(),
  /** Who is writing first, then who came first; at most 50. */
  others: z.array(PresentPerson),
})
export type ArticlePresence = z.output<typeof ArticlePresence>

const ByRevision = z.strictObject({ id: Id, revision: Id })

const action = <const Name extends string, const B extends z.ZodType>(
  name: Name,
  access: 'articles.write' | 'articles.publish' | 'articles.trash',
  summary: string,
  body: B,
) =>
  endpoint({
    method: 'POST',
    path: `/api/articles/:id/${name}`,
    summary,
    access,
    params: ById,
    body,
    reply: ArticleActionReply,
  })

/**
 * `facetsAsOf`: since when the index of the filters may be out of date, for some seconds; null when it is not. `totalFollows`: more match
 * than `total`, which were not all counted: `total` of the endpoints does.
 */
export const ArticleListReply = listReply(ArticleSummary).extend({
  facetsAsOf: z.iso.datetime().nullable(),
  totalFollows: z.literal(true).optional(),
})
export type ArticleListReply = z.output<typeof ArticleListReply>

/** Days in their order, all that were asked for, each with its first articles by time. A total that is not exact: at least so many. */
export const ArticleCalendar = z.object({
  timeZone: z.string(),
  days: z.array(ListTotal.extend({ day: Day, items: z.array(ArticleSummary) })),
})
export type ArticleCalendar = z.output<typeof ArticleCalendar>

export const articleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/articles',
    summary: 'List articles',
    access: 'articles.read',
    query: ArticleListQuery,
    reply: ArticleListReply,
  }),
  total: endpoint({
    method: 'GET',
    path: '/api/articles/total',
    summary: 'How many articles match: for a list whose page came before its total',
    access: 'articles.read',
    query: ArticleFilter,
    reply: ListTotal,
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/api/articles/calendar',
    summary: 'What is published, scheduled and planned on each of some days, at most six weeks',
    access: 'articles.read',
    query: ArticleCalendarQuery,
    reply: ArticleCalendar,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/articles/:id',
    summary: 'One article',
    access: 'articles.read',
    params: ById,
    reply: Article,
  }),
  version: endpoint({
    method: 'GET',
    path: '/api/articles/:id/version',
    summary: 'The version of an article: whether what a screen shows is still the newest',
    access: 'articles.read',
    params: ById,
    reply: z.object({ version: z.int() }),
  }),
  presence: endpoint({
    method: 'POST',
    path: '/api/articles/:id/presence',
    summary:
      'Say that a tab has an article open to write it, for 45 seconds; who else has, and the version of the article',
    access: 'articles.write',
    params: ById,
    body: z.strictObject({
      /** Chosen at random by the tab. */
      tab: z.string().regex(/^[\w-]{8,40}$/),
      /** Something was typed there since the last call. */
      typed: z.boolean().default(false),
      /** What was typed there before is submitted, published or the like: no one is writing it any more. */
      finished: z.boolean().default(false),
      /** The tab closes, or is no longer in front. */
      leaving: z.boolean().default(false),
    }),
    reply: ArticlePresence,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/articles',
    summary: 'Start a draft',
    access: 'articles.write',
    body: ArticleCreate,
    reply: Article,
    status: 201,
    oncePerKey: true,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/articles/:id',
    summary: 'Change an article; on a published one, its working copy',
    access: 'articles.write',
    params: ById,
    body: ArticleEdit,
    reply: Article,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/articles/:id/duplicate',
    summary: 'Start a draft with the content of this article',
    access: 'articles.write',
    params: ById,
    reply: Article,
    status: 201,
    oncePerKey: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/articles/:id',
    summary: 'Move an article to the trash',
    access: 'articles.trash',
    params: ById,
    status: 204,
  }),
  purge: endpoint({
    method: 'POST',
    path: '/api/articles/:id/purge',
    summary: 'Delete a trashed article permanently',
    access: 'articles.purge',
    params: ById,
    body: VersionOnly,
    status: 204,
  }),
  submit: action(
    'submit',
    'articles.write',
    'Submit for review; on a published article, its changes',
    VersionOnly.extend({ message: text(ARTICLE_LIMITS.note).default('') }),
  ),
  withdraw: action('withdraw', 'articles.write', 'Back to editing: no longer in review', VersionOnly),
  return: action(
    'return',
    'articles.publish',
    'Back to the writer with a note; a draft, or on a published article its changes',
    VersionOnly.extend({ note: text(ARTICLE_LIMITS.note).default('') }),
  ),
  schedule: action(
    'schedule',
    'articles.publish',
    'Publish at a time to come',
    VersionOnly.extend({ publishAt: TimeInput }),
  ),
  publish: action('publish', 'articles.publish', 'Publish, or publish the changes', VersionOnly),
  discard: action('discard', 'articles.write', 'Drop the unpublished changes', VersionOnly),
  unpublish: action('unpublish', 'articles.publish', 'Back to draft', VersionOnly),
  archive: action('archive', 'articles.publish', 'Archive', VersionOnly),
  trash: action('trash', 'articles.trash', 'Move to the trash', VersionOnly),
  restore: action('restore', 'articles.trash', 'Bring back as a draft', VersionOnly),
  revisions: endpoint({
    method: 'GET',
    path: '/api/articles/:id/revisions',
    summary: 'History, newest first',
    access: 'articles.read',
    params: ById,
    reply: z.object({ items: z.array(Revision) }),
  }),
  revision: endpoint({
    method: 'GET',
    path: '/api/articles/:id/revisions/:revision',
    summary: 'One historic version',
    access: 'articles.read',
    params: ByRevision,
    reply: RevisionContent,
  }),
  restoreRevision: endpoint({
    method: 'POST',
    path: '/api/articles/:id/revisions/:revision/restore',
    summary: 'Make a historic version the newest',
    access: 'articles.write',
    params: ByRevision,
    body: VersionOnly,
    reply: Article,
  }),
  published: endpoint({
    method: 'GET',
    path: '/api/articles/:id/published',
    summary: 'What readers see of an article, to compare its changes with',
    access: 'articles.read',
    params: ById,
    reply: PublishedContent,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/articles/:id/preview',
    summary: 'The page as a reader would see it',
    access: 'articles.read',
    params: ById,
    reply: z.object({ html: z.string() }),
  }),
  slug: endpoint({
    method: 'GET',
    path: '/api/articles/slug',
    summary: 'A free slug for a title',
    access: 'articles.write',
    query: z.strictObject({ title: line(ARTICLE_LIMITS.title), article: Id.optional() }),
    reply: z.object({ slug: z.string() }),
  }),
}
