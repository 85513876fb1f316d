import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { scopeOf } from '#contract/permissions.ts'
import type { Viewer } from './article-rules.ts'
import { isOneOfOwn } from './article-row-queries.ts'

export type Condition = RawBuilder<SqlBool>

/** What decides who sees an article outside the trash, in the words of the rows that are asked: columns, or facets. */
export type VisibilityFacts = {
  /** Created by the viewer, or carrying their byline. Only asked of people who may see more of what is their own. */
  own: () => Condition
  /** Published, and readers see the working copy. */
  publishedAsIs: Condition
  /** Published, and the working copy differs from what readers see. */
  publishedWithChanges: Condition
}

/** What is asked for besides, of the working copy and of what readers see. */
type Asked = {
  working: Condition
  live: Condition
  /** Only what readers do not see, such as drafts and unpublished changes: of these, people who see what is published have their own alone. */
  onlyUnpublished?: boolean
}

export const always: Condition = sql`true`
export const never: Condition = sql`false`
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length ? sql`(${sql.join(conditions, sql` and `)})` : always

/**
 * Which articles outside the trash this person may see and which of these fit what is asked for: the one condition behind
 * lists, searches, facets, counts and bulk actions. What people may not see of a working copy cannot be found by it
 * either: for them, `live` decides. The same rule for a single article is `reaches` with `seesOnlyPublished`.
 */
export function visible(viewer: Viewer, facts: VisibilityFacts, { working, live, onlyUnpublished }: Asked): Condition {
  const scope = scopeOf(viewer.role, 'articles.read')
  if (scope === 'all') return working
  const own = scope === 'own+published' ? facts.own() : never
  if (onlyUnpublished) return all([own, working])
  if (working === always && live === always)
    return sql`(${facts.publishedAsIs} or ${facts.publishedWithChanges} or ${own})`
  // Arms that can each use an index, rather than one decision per row. Texts are compared last: it costs most.
  return sql`(${all([facts.publishedAsIs, working])} or ${all([own, working])}
    or ${all([facts.publishedWithChanges, sql`(${own}) is not true`, live])})`
}

/** The facts in the columns of `article`. */
export const articleFacts = (viewer: Viewer, ownOf = isOneOfOwn): VisibilityFacts => ({
  own: () => ownOf(viewer.id),
  publishedAsIs: sql`(status = 'published' and deleted_at is null and not has_changes)`,
  publishedWithChanges: sql`(status = 'published' and deleted_at is null and has_changes)`,
})
