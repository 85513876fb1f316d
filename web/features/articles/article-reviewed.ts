import { type ReviewedAction, reviewedActions } from '#contract/article-bulk.ts'
import type { BulkTarget } from './article-bulk-run.ts'

/** An action that readers notice, and on which articles. */
export type Review = { action: ReviewedAction; target: Exclude<BulkTarget, { reviewed: unknown }> }

/** Whether an action is shown before it is done: one that readers notice. Drafts go to the trash without a question. */
export function isReviewed(action: string, target: Review['target']): action is ReviewedAction {
  if (!(reviewedActions as readonly string[]).includes(action)) return false
  return action !== 'trash' || mayBePublic(target)
}

const mayBePublic = (target: Review['target']): boolean =>
  'rows' in target
    ? target.rows.some(({ status }) => status === 'published')
    : target.filter.status === undefined || target.filter.status === 'published'
