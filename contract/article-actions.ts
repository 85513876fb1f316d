import type { Permission } from './permissions.ts'
import { isVisible } from './visible-text.ts'

export const articleStatuses = ['draft', 'in_review', 'scheduled', 'published', 'archived'] as const
export type ArticleStatus = (typeof articleStatuses)[number]

/** The state an action looks at: the status, or `trashed` whatever the status is. */
export type ArticleState = ArticleStatus | 'trashed'
export const articleStates = [...articleStatuses, 'trashed'] as const

type ActionRule = {
  from: readonly ArticleState[]
  to: ArticleState
  permission: Permission
  /**
   * On a published article the action is about its unpublished changes: it needs them (`any`, or those that are or are not
   * submitted for review) and leaves the article published.
   */
  changes?: 'any' | 'submitted' | 'unsubmitted'
}

/** What decides whether an action is possible. `isSubmitted`: its unpublished changes wait for review. */
export type ArticleSituation = { state: ArticleState; hasChanges: boolean; isSubmitted: boolean }

/** Which action is allowed in which state, and by whom: the one table of server and console. */
export const articleActions = {
  submit: { from: ['draft', 'published'], to: 'in_review', permission: 'articles.write', changes: 'unsubmitted' },
  withdraw: { from: ['in_review', 'published'], to: 'draft', permission: 'articles.write', changes: 'submitted' },
  return: {
    from: ['in_review', 'scheduled', 'published'],
    to: 'draft',
    permission: 'articles.publish',
    changes: 'submitted',
  },
  schedule: { from: ['draft', 'in_review', 'scheduled'], to: 'scheduled', permission: 'articles.publish' },
  publish: {
    from: ['draft', 'in_review', 'scheduled', 'published'],
    to: 'published',
    permission: 'articles.publish',
    changes: 'any',
  },
  discard: { from: ['published'], to: 'published', permission: 'articles.write', changes: 'any' },
  unpublish: { from: ['published', 'scheduled'], to: 'draft', permission: 'articles.publish' },
  archive: { from: ['draft', 'published'], to: 'archived', permission: 'articles.publish' },
  trash: {
    from: ['draft', 'in_review', 'scheduled', 'published', 'archived'],
    to: 'trashed',
    permission: 'articles.trash',
  },
  restore: { from: ['trashed', 'archived'], to: 'draft', permission: 'articles.trash' },
} as const satisfies Record<string, ActionRule>

export type ArticleAction = keyof typeof articleActions
export const articleActionNames = Object.keys(articleActions) as [ArticleAction, ...ArticleAction[]]

/** Whether the state table lets the action happen; permission is asked separately. */
export function actionFits(action: ArticleAction, { state, hasChanges, isSubmitted }: ArticleSituation): boolean {
  const { from, changes }: ActionRule = articleActions[action]
  if (!from.includes(state)) return false
  if (state !== 'published' || !changes) return true
  return hasChanges && (changes === 'any' || isSubmitted === (changes === 'submitted'))
}

/** Whether the action is impossible because there are no unpublished changes. */
export function lacksChanges(action: ArticleAction, { state, hasChanges }: ArticleSituation): boolean {
  const { from, changes }: ActionRule = articleActions[action]
  return state === 'published' && !hasChanges && changes !== undefined && from.includes(state)
}

/** The state after the action. */
export function stateAfter(action: ArticleAction, state: ArticleState): ArticleState {
  const { to, changes }: ActionRule = articleActions[action]
  return state === 'published' && changes ? state : to
}

/** What must be there before readers may see an article; each name is shown in words and jumps to its field. */
export const publishRequirements = ['title', 'slug', 'body', 'authors', 'primaryCategory', 'coverAlt'] as const
export type PublishRequirement = (typeof publishRequirements)[number]

/** What is still missing, in the order of the form. Empty: ready to publish. */
export function missingToPublish(article: {
  title: string
  slug: string
  wordCount: number
  body: string
  authors: readonly unknown[]
  primaryCategory: unknown
  cover: { alt: string } | null
}): PublishRequirement[] {
  const missing: Record<PublishRequirement, boolean> = {
    title: !isVisible(article.title),
    slug: article.slug === '',
    // A photo story has no words but is not empty.
    body: article.wordCount === 0 && !/<(?:img|video|iframe|audio|table)\b|<div data-album=/i.test(article.body),
    authors: article.authors.length === 0,
    primaryCategory: !article.primaryCategory,
    coverAlt: article.cover !== null && article.cover.alt.trim() === '',
  }
  return publishRequirements.filter((name) => missing[name])
}
