import type { Permission } from './permissions.ts'

export const articleStatuses = ['draft', 'in_review', 'scheduled', 'published', 'archived'] as const
export type ArticleStatus = (typeof articleStatuses)[number]

/** The state an action looks at: the status, or `trashed` whatever the status is. */
export type ArticleState = ArticleStatus | 'trashed'
export const articleStates = [...articleStatuses, 'trashed'] as const

type ActionRule = {
  from: readonly ArticleState[]
  to: ArticleState
  permission: Permission
  /** Only where there are unpublished changes (`publish` on a published article, `discard`). */
  needsChanges?: readonly ArticleState[]
}

/** Which action is allowed in which state, and by whom: the one table of server and console. */
export const articleActions = {
  submit: { from: ['draft'], to: 'in_review', permission: 'articles.write' },
  return: { from: ['in_review', 'scheduled'], to: 'draft', permission: 'articles.publish' },
  schedule: { from: ['draft', 'in_review', 'scheduled'], to: 'scheduled', permission: 'articles.publish' },
  publish: {
    from: ['draft', 'in_review', 'scheduled', 'published'],
    to: 'published',
    permission: 'articles.publish',
    needsChanges: ['published'],
  },
  discard: { from: ['published'], to: 'published', permission: 'articles.write', needsChanges: ['published'] },
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
export function actionFits(action: ArticleAction, state: ArticleState, hasChanges: boolean): boolean {
  const rule: ActionRule = articleActions[action]
  if (!rule.from.includes(state)) return false
  return !rule.needsChanges?.includes(state) || hasChanges
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
    title: article.title.trim() === '',
    slug: article.slug === '',
    // A photo story has no words but is not empty.
    body: article.wordCount === 0 && !/<(?:img|video|iframe|audio|table)\b|<div data-album=/i.test(article.body),
    authors: article.authors.length === 0,
    primaryCategory: !article.primaryCategory,
    coverAlt: article.cover !== null && article.cover.alt.trim() === '',
  }
  return publishRequirements.filter((name) => missing[name])
}
