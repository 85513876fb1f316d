import { useLingui } from '@lingui/react/macro'
import { IconCalendarOff, IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import type { ArticleSummary } from '#contract/articles.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { MenuAction } from '../../../ui/menu-entry.ts'
import { useAllowed } from '../../session/session-api.ts'
import { useBulkRun } from '../article-bulk-run.ts'
import type { Review } from '../article-reviewed.ts'
import { useArticleRowActions } from '../article-row-actions.tsx'
import { isMovable } from './calendar-move.ts'

const ArticleBulkReport = lazyPart(async () => (await import('../article-bulk-report.tsx')).ArticleBulkReport)
const ArticlePreviewDialog = lazyPart(async () => (await import('../article-preview-dialog.tsx')).ArticlePreviewDialog)
const ArticleReviewDialog = lazyPart(async () => (await import('../article-review-dialog.tsx')).ArticleReviewDialog)

/** Those actions of the list that have to do with planning. */
const OF_PLANNING: ReadonlySet<string> = new Set([
  'preview',
  'site',
  'submit',
  'publish',
  'schedule',
  'unpublish',
  'trash',
])

const none = () => {}

/** What can be done with an article of the calendar: its date first, then what the list offers. */
export function useCalendarActions(given: {
  move: (article: ArticleSummary) => void
  undate: (article: ArticleSummary) => void
}) {
  const { t } = useLingui()
  const mayWrite = useAllowed('articles.write') ?? false
  const [review, setReview] = useState<Review>()
  const [previewed, setPreviewed] = useState<ArticleSummary>()
  const bulk = useBulkRun(none)
  const listActionsOf = useArticleRowActions({
    run: (action, target) => void bulk.run(action, target),
    review: setReview,
    preview: setPreviewed,
    sharePreview: none,
    purge: none,
  })

  const dateEntriesOf = (article: ArticleSummary): MenuAction[] => {
    if (!mayWrite) return []
    const entry = {
      key: 'move',
      label: article.publishAt === null && article.status !== 'published' ? t`Put on a day…` : t`Move to…`,
      icon: <IconCalendarTime size={16} />,
    }
    if (!isMovable(article))
      return [
        {
          ...entry,
          unavailable:
            article.status === 'published'
              ? t`It is published: its date stays.`
              : t`Only those who publish can move what is scheduled.`,
        },
      ]
    const isPlanned = article.status !== 'scheduled' && article.publishAt !== null
    return [
      { ...entry, run: () => given.move(article) },
      ...(isPlanned
        ? [
            {
              key: 'undate',
              label: t`Remove the date`,
              icon: <IconCalendarOff size={16} />,
              run: () => given.undate(article),
            },
          ]
        : []),
    ]
  }
  const entriesOf = (article: ArticleSummary): MenuAction[] => {
    const isOffered = (key: string) => OF_PLANNING.has(key) && !(key === 'schedule' && article.status === 'scheduled')
    const all = listActionsOf(article)
    return [
      ...all.filter(({ key }) => key === 'open'),
      ...dateEntriesOf(article),
      ...all.filter(({ key }) => isOffered(key)),
    ]
  }
  const dialogs = (
    <>
      {previewed && <ArticlePreviewDialog article={previewed} onClose={() => setPreviewed(undefined)} />}
      {review && <ArticleReviewDialog {...review} run={bulk.run} onClose={() => setReview(undefined)} />}
      {bulk.report && <ArticleBulkReport report={bulk.report} onClose={bulk.closeReport} />}
    </>
  )
  return { entriesOf, dialogs }
}
