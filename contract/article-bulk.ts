import { z } from 'zod'
import { articleStates } from './article-actions.ts'
import { ids } from './article-fields.ts'
import { ArticleFilter, ArticleListQuery } from './article-list.ts'
import { returnReasons } from './articles.ts'
import { runProgress } from './background-run.ts'
import { Id } from './id.ts'
import { ById, endpoint } from './endpoint.ts'
import { EXACT_TOTAL_MAX } from './list.ts'
import { problemCodes } from './problems.ts'
import { TimeInput } from './text.ts'
import { UndoPointer, UndoReport } from './undo.ts'

/** So many articles are changed before the reply; more of them, up to EXACT_TOTAL_MAX, by a job. */
export const BULK_AT_ONCE_MAX = 500
/** Actions that take no more than that: what goes public is read first, article by article. */
export const atOnceActions: readonly string[] = ['publish', 'schedule']
/** A day between one article and the next. */
export const STAGGER_MAX_MINUTES = 1440

/** What can be done to many articles at once. Each can be undone, as can `singleActions`. */
export const bulkActions = [
  'submit',
  'schedule',
  'publish',
  'unpublish',
  'archive',
  'trash',
  'restore',
  'feature',
  'unfeature',
  'addTags',
  'removeTags',
  'setCategory',
  'setAuthors',
  'replaceAuthor',
] as const

/** What is done to one article only, with words to or from its writer. */
const singleActions = ['return', 'withdraw'] as const

/** Changes of articles that can be undone from the trash. Moving there is not among them: the articles are there. */
export const articleChanges = [...bulkActions, ...singleActions].filter((action) => action !== 'trash')

/** Which articles: these, or all that match. */
const selection = {
  ids: ids(EXACT_TOTAL_MAX).optional(),
  filter: ArticleFilter.optional(),
  /** How many the person saw selected. */
  expectedCount: z.int().min(1).max(EXACT_TOTAL_MAX),
  /** The order of what is answered and, with a filter, of the times that `everyMinutes` gives. */
  sort: ArticleListQuery.shape.sort,
}
type Selection = { ids?: readonly string[] | undefined; filter?: object | undefined }
const isOne = (body: Selection) => (body.ids === undefined) !== (body.filter === undefined)
const eitherOne = { path: ['ids'], message: 'either ids or filter' }

/** Refuses more than `BULK_AT_ONCE_MAX` where the action takes no more. */
const withinLimit = ({ value, issues }: z.core.ParsePayload<{ action: string; expectedCount: number }>) => {
  if (!atOnceActions.includes(value.action) || value.expectedCount <= BULK_AT_ONCE_MAX) return
  issues.push({
    code: 'too_big',
    origin: 'number',
    maximum: BULK_AT_ONCE_MAX,
    inclusive: true,
    path: ['expectedCount'],
    input: value.expectedCount,
    message: `${value.action} takes at most ${BULK_AT_ONCE_MAX}`,
  })
}

export const ArticleBulk = z
  .strictObject({
    ...selection,
    action: z.enum(bulkActions),
    /**
     * Tags for addTags and removeTags, one category for setCategory, the authors for setAuthors; for replaceAuthor the author to replace and
     * the one who takes their place.
     */
    values: ids(20).optional(),
    /** The version of each of `ids` that the person saw: what was changed since is left alone. */
    versions: z.array(z.int32().min(1)).max(EXACT_TOTAL_MAX).optional(),
    /** For schedule: the time of the first one. */
    publishAt: TimeInput.optional(),
    /** For schedule: how long after it each further one goes out, in the order of `ids`; all of them at once where it is left out. */
    everyMinutes: z.int().min(0).max(STAGGER_MAX_MINUTES).optional(),
  })
  .check(withinLimit)
  .refine(isOne, eitherOne)
  .refine(({ ids: given, versions }) => versions === undefined || versions.length === given?.length, {
    path: ['versions'],
    message: 'one for each of ids',
  })
export type ArticleBulk = z.output<typeof ArticleBulk>

const Result = z.object({
  id: Id,
  title: z.string(),
  ok: z.boolean(),
  /** Why not; null when it worked. */
  code: z.enum(problemCodes).nullable(),
})

export const ArticleBulkReply = z.object({
  /**
   * `changed` is false for what was as wanted before. `hasChanges`: it is published, and readers see the change once its changes are
   * published.
   */
  results: z.array(Result.extend({ changed: z.boolean(), hasChanges: z.literal(true).optional() })),
  /** Undoes the action for every changed article; null when nothing changed. */
  undo: UndoPointer.nullable(),
  /** More than `BULK_AT_ONCE_MAX`: a job changes them, and `GET /api/articles/bulk/:id/progress` with the id of `undo` tells how far it is. */
  inBackground: z.literal(true).optional(),
})
export type ArticleBulkReply = z.output<typeof ArticleBulkReply>

/** How far a bulk action is that a job does. */
export const ArticleBulkProgress = z.object({
  ...runProgress,
  action: z.enum(bulkActions),
  /** So far. */
  report: z.object({
    changed: z.int(),
    /** How many were left as they were, because the action was refused for them; the first of these. The others were as wanted before. */
    refused: z.int(),
    left: UndoReport.shape.left,
  }),
  /** Undoes the action for every changed article; null while it is under way, and where nothing changed. */
  undo: UndoPointer.nullable(),
  /**
   * Of those that were changed, published ones whose readers see the change once it is published; of those that were restored, the
   * drafts. The first `BULK_AT_ONCE_MAX` and one more. Left out while it is under way, and where there are none.
   */
  waiting: z.array(Id).optional(),
})
export type ArticleBulkProgress = z.output<typeof ArticleBulkProgress>

/**
 * The actions that change what readers see, or will: asked about before they are done. Moving to the trash only where
 * readers see one of the articles.
 */
export const reviewedActions = ['schedule', 'publish', 'unpublish', 'archive', 'trash'] as const
export type ReviewedAction = (typeof reviewedActions)[number]

const BulkReview = z.object({
  /** All of them, or the first `BULK_AT_ONCE_MAX`. */
  items: z.array(
    Result.extend({
      version: z.int(),
      /** Null for what is not there. */
      state: z.enum(articleStates).nullable(),
      /** Where it is or will be. */
      slug: z.string(),
      /** Where readers find it now; null when they do not. */
      liveSlug: z.string().nullable(),
      /** What is missing to publish it; `unpublishAt`: the time to take it down has passed. */
      missing: z.array(z.enum(returnReasons)),
    }),
  ),
  /** Of all of them, where these are more: what can be done, how much of that readers find now, and what cannot be done, by reason. */
  all: z
    .object({
      ready: z.array(z.object({ id: Id, version: z.int() })),
      public: z.int(),
      refused: z.array(z.object({ code: z.enum(problemCodes), articles: z.int() })),
    })
    .optional(),
})
export type BulkReview = z.output<typeof BulkReview>

/** The tags that selected articles have, and how many of these have each. */
const SelectedTags = z.object({ items: z.array(z.object({ id: Id, name: z.string(), articles: z.int() })) })
export type SelectedTags = z.output<typeof SelectedTags>

export const articleBulkEndpoints = {
  run: endpoint({
    method: 'POST',
    path: '/api/articles/bulk',
    summary: 'One action on many articles',
    access: 'articles.write',
    body: ArticleBulk,
    reply: ArticleBulkReply,
  }),
  review: endpoint({
    method: 'POST',
    path: '/api/articles/bulk/review',
    summary: 'What an action would do to each of many articles, in the order of the list; changes nothing',
    access: 'articles.publish',
    body: z
      .strictObject({ ...selection, action: z.enum(reviewedActions) })
      .check(withinLimit)
      .refine(isOne, eitherOne),
    reply: BulkReview,
  }),
  progress: endpoint({
    method: 'GET',
    path: '/api/articles/bulk/:id/progress',
    summary: 'How far an action on many articles is that the person who asks began, or how it ended',
    access: 'articles.write',
    params: ById,
    reply: ArticleBulkProgress,
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/articles/bulk/current',
    summary: 'The action on many articles of the person who asks that is under way in the background; null for none',
    access: 'articles.write',
    reply: z.object({ id: Id.nullable() }),
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/articles/bulk/:id/stop',
    summary: 'Stop an action on many articles that the person who asks began; what is done by then can be undone',
    access: 'articles.write',
    params: ById,
    reply: ArticleBulkProgress,
  }),
  tags: endpoint({
    method: 'POST',
    path: '/api/articles/bulk/tags',
    summary: 'Which tags the articles have that the person may change, the most frequent first; changes nothing',
    access: 'articles.write',
    body: z.strictObject(selection).refine(isOne, eitherOne),
    reply: SelectedTags,
  }),
}
