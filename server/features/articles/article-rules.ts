import {
  actionFits,
  articleActionNames,
  articleActions,
  type ArticleAction,
  type ArticleSituation,
  type ArticleState,
} from '#contract/article-actions.ts'
import type { Article } from '#contract/articles.ts'
import { allows, mayChangePublished, scopeCovers, scopeOf, type Permission, type Role } from '#contract/permissions.ts'

/** Who looks at or changes an article, as far as its rows care. */
export type Viewer = { id: string; role: Role }

/** What decides about an article beside who asks. `own`: created by the person, or carrying their byline. */
export type ArticleAccess = ArticleSituation & { own: boolean }

/** Whether the permission reaches this article. */
export function reaches(viewer: Viewer, permission: Permission, { own, state }: ArticleAccess): boolean {
  return scopeCovers(scopeOf(viewer.role, permission), { own, published: state === 'published' })
}

/** Whether the person may see the article only as its readers do: not the working copy, not the notes. */
export const seesOnlyPublished = (viewer: Viewer, { own }: ArticleAccess): boolean => {
  const scope = scopeOf(viewer.role, 'articles.read')
  return scope === 'published' || (scope === 'own+published' && !own)
}

/** The states an article can be edited in. What is scheduled was approved: only those who approve may change it. */
export const editFits = (viewer: Viewer, access: ArticleAccess): boolean =>
  access.state !== 'trashed' && (access.state !== 'scheduled' || reaches(viewer, 'articles.publish', access))

/** Trashing an article that readers see takes it away from them: that needs the right to publish. */
export const needsPublisher = ({ role }: Viewer, action: ArticleAction, { state }: ArticleAccess): boolean =>
  action === 'trash' && state === 'published' && !mayChangePublished(role, 'articles')

/** Whether the person may start a draft of their own from its working copy. */
export const mayDuplicate = (viewer: Viewer, access: ArticleAccess): boolean =>
  allows(viewer.role, 'articles.write') && seesWorkingCopy(viewer, access) && access.state !== 'trashed'

/** Whether the person may show its working copy to people without an account. Asked again each time such a link is opened. */
export const maySharePreview = (viewer: Viewer, access: ArticleAccess): boolean =>
  reaches(viewer, 'articles.write', access) && seesWorkingCopy(viewer, access) && access.state !== 'trashed'

const seesWorkingCopy = (viewer: Viewer, access: ArticleAccess): boolean =>
  reaches(viewer, 'articles.read', access) && !seesOnlyPublished(viewer, access)

/** What the person may do with the article now: the one answer behind every button and every refusal. */
export function canDo(viewer: Viewer, access: ArticleAccess): Article['can'] {
  const actions = articleActionNames.map((name) => [
    name,
    reaches(viewer, articleActions[name].permission, access) &&
      actionFits(name, access) &&
      !needsPublisher(viewer, name, access),
  ])
  return {
    ...(Object.fromEntries(actions) as Record<ArticleAction, boolean>),
    write: reaches(viewer, 'articles.write', access) && editFits(viewer, access),
    purge: reaches(viewer, 'articles.purge', access) && access.state === 'trashed',
    duplicate: mayDuplicate(viewer, access),
    sharePreview: maySharePreview(viewer, access),
  }
}

export const stateOf = (row: { status: Exclude<ArticleState, 'trashed'>; deletedAt: string | null }): ArticleState =>
  row.deletedAt ? 'trashed' : row.status

/** The permission an action on many needs: the same as on one. */
export const bulkPermission = (action: string): Permission =>
  action in articleActions ? articleActions[action as ArticleAction].permission : 'articles.write'
