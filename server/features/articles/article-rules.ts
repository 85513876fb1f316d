import {
  actionFits,
  articleActionNames,
  articleActions,
  type ArticleAction,
  type ArticleState,
} from '#contract/article-actions.ts'
import type { Article } from '#contract/articles.ts'
import { allows, scopeCovers, scopeOf, type Permission, type Role } from '#contract/permissions.ts'

/** Who looks at or changes an article, as far as its rows care. */
export type Viewer = { id: string; role: Role }

/** What decides about an article beside who asks. `own`: created by the person, or carrying their byline. */
export type Standing = { state: ArticleState; hasChanges: boolean; own: boolean }

/** Whether the permission reaches this article. */
export function reaches(viewer: Viewer, permission: Permission, { own, state }: Standing): boolean {
  return scopeCovers(scopeOf(viewer.role, permission), { own, published: state === 'published' })
}

/** Whether the person may see the article only as its readers do: not the working copy, not the notes. */
export const seesOnlyPublished = (viewer: Viewer, { own }: Standing): boolean => {
  const scope = scopeOf(viewer.role, 'articles.read')
  return scope === 'published' || (scope === 'own+published' && !own)
}

/** The states an article can be edited in. What is scheduled was approved: only those who approve may change it. */
export const editFits = (viewer: Viewer, standing: Standing): boolean =>
  standing.state !== 'trashed' && (standing.state !== 'scheduled' || reaches(viewer, 'articles.publish', standing))

/** Whether the person may start a draft of their own from its working copy. */
export const mayDuplicate = (viewer: Viewer, standing: Standing): boolean =>
  allows(viewer.role, 'articles.write') && seesWorkingCopy(viewer, standing) && standing.state !== 'trashed'

/** Whether the person may show its working copy to people without an account. Asked again each time such a link is opened. */
export const maySharePreview = (viewer: Viewer, standing: Standing): boolean =>
  reaches(viewer, 'articles.write', standing) && seesWorkingCopy(viewer, standing) && standing.state !== 'trashed'

const seesWorkingCopy = (viewer: Viewer, standing: Standing): boolean =>
  reaches(viewer, 'articles.read', standing) && !seesOnlyPublished(viewer, standing)

/** What the person may do with the article now: the one answer behind every button and every refusal. */
export function canDo(viewer: Viewer, standing: Standing): Article['can'] {
  const actions = articleActionNames.map((name) => [
    name,
    reaches(viewer, articleActions[name].permission, standing) && actionFits(name, standing.state, standing.hasChanges),
  ])
  return {
    ...(Object.fromEntries(actions) as Record<ArticleAction, boolean>),
    write: reaches(viewer, 'articles.write', standing) && editFits(viewer, standing),
    purge: reaches(viewer, 'articles.purge', standing) && standing.state === 'trashed',
    duplicate: mayDuplicate(viewer, standing),
    sharePreview: maySharePreview(viewer, standing),
  }
}

export const stateOf = (row: { status: Exclude<ArticleState, 'trashed'>; deletedAt: string | null }): ArticleState =>
  row.deletedAt ? 'trashed' : row.status

/** The permission an action on many needs: the same as on one. */
export const bulkPermission = (action: string): Permission =>
  action in articleActions ? articleActions[action as ArticleAction].permission : 'articles.write'
