import { type ReviewedAction, reviewedActions } from '#contract/article-bulk.ts'
import type { BulkTarget } from './article-bulk-run.ts'

export const isReviewed = (action: string): action is ReviewedAction =>
  (reviewedActions as readonly string[]).includes(action)

/** An action that readers notice, and on which articles. */
export type Review = { action: ReviewedAction; target: Exclude<BulkTarget, { reviewed: unknown }> }
