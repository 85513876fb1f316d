import { useLingui } from '@lingui/react/macro'
import { articleStates } from '#contract/article-actions.ts'
import { articleLanguages } from '#contract/articles.ts'
import { AGE_PATTERN } from '#contract/list.ts'
import { dayPresets } from '../../ui/data-table/day-presets.ts'
import type { ListShape } from '../../ui/list-state.ts'
import type { BuiltInView } from '../saved-views/view-tabs.tsx'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/
const yes = /^true$/
const preset = new RegExp(`^(${dayPresets.join('|')})$`)

/** What the article list can be asked for. */
export const articleListShape: ListShape = {
  filters: {
    status: new RegExp(`^(${articleStates.join('|')})$`),
    author: uuid,
    category: uuid,
    tag: uuid,
    mine: yes,
    featured: yes,
    hasChanges: yes,
    changesSubmitted: yes,
    changed: preset,
    from: time,
    to: time,
    published: preset,
    publishedFrom: time,
    publishedTo: time,
    olderThan: AGE_PATTERN,
    missingCover: yes,
    language: new RegExp(`^(${articleLanguages.join('|')})$`),
  },
  sorts: ['updatedAt', 'createdAt', 'publishedAt', 'publishAt', 'title'],
  defaultSort: '-updatedAt',
  searchSort: 'relevance',
  columns: ['status', 'authors', 'category', 'changed', 'published', 'words'],
  hiddenAtFirst: ['authors', 'category'],
}

/** The views that everyone has; those who cannot write see published articles only, and need no more than one. */
export function useArticleViews(mayWrite: boolean, mayPublish: boolean): BuiltInView[] {
  const { t } = useLingui()
  const all = { name: t`All`, query: '' }
  if (!mayWrite) return [all]
  return [
    all,
    { name: t`My drafts`, query: 'status=draft&mine=true' },
    { name: t`In review`, query: 'status=in_review' },
    { name: mayPublish ? t`Changes to review` : t`Changes in review`, query: 'changesSubmitted=true' },
    { name: t`Unpublished changes`, query: 'hasChanges=true' },
    { name: t`Scheduled`, query: 'status=scheduled&sort=publishAt' },
    { name: t`Published`, query: 'status=published&sort=-publishedAt' },
    { name: t`Trash`, query: 'status=trashed' },
  ]
}
