import { Trans, useLingui } from '@lingui/react/macro'
import { IconStarFilled } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { ArticleFound, ArticleSummary } from '#contract/articles.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { listed } from '../../ui/listed.ts'
import { Person } from '../../ui/person.tsx'
import { PlannedTime, RelativeTime } from '../../ui/relative-time.tsx'
import { Marked } from '../../ui/marked.tsx'
import classes from './article-columns.module.css'
import { fieldLabels } from './article-field-labels.ts'
import { ArticleStatusDot, stateOf } from './article-status.tsx'
import { numberFormat } from '../../ui/formats.ts'

/**
 * The columns of the article list.
 * @param given.ofScheduled the publish dates are to come: they are put in order by the planned time
 * @param given.ofCalendar all of them are in the calendar: drafts and reviews have a date there, too
 * @param given.ofReviews all of them wait for review: since when is a column
 */
export function useArticleColumns({
  ofScheduled,
  ofCalendar,
  ofReviews,
}: {
  ofScheduled: boolean
  ofCalendar: boolean
  ofReviews: boolean
}): Column<ArticleSummary>[] {
  const { t, i18n } = useLingui()
  return useMemo(
    () => [
      {
        key: 'title',
        header: t`Title`,
        sort: 'title',
        cell: (article) => <TitleCell article={article} />,
      },
      {
        key: 'status',
        header: t`Status`,
        width: 220,
        narrow: 168,
        cell: (article) => (
          <ArticleStatusDot
            status={stateOf(article)}
            hasChanges={article.hasChanges}
            isSubmitted={article.submission !== null}
          />
        ),
      },
      {
        key: 'authors',
        header: t`Authors`,
        width: 168,
        narrow: 128,
        onPhone: 'left-out',
        cell: (article) => <Authors authors={article.authors} />,
      },
      {
        key: 'category',
        header: t`Category`,
        width: 136,
        narrow: 104,
        onPhone: 'left-out',
        cell: (article) => article.primaryCategory?.name ?? <span className={classes.none}>–</span>,
      },
      ...(ofReviews
        ? [
            {
              key: 'submitted',
              header: t`In review since`,
              sort: 'submittedAt',
              sortKind: 'time' as const,
              width: 152,
              narrow: 124,
              onPhone: 'labelled' as const,
              cell: ({ submission, updatedAt }: ArticleSummary) => <RelativeTime value={submission?.at ?? updatedAt} />,
            },
          ]
        : []),
      {
        key: 'changed',
        header: t`Changed`,
        sort: 'updatedAt',
        sortFirst: 'desc',
        width: 152,
        narrow: 124,
        cell: (article) => (
          <span className={classes.changed}>
            {article.updatedBy && <Person name={article.updatedBy.name} withName={false} />}
            <RelativeTime value={article.updatedAt} />
          </span>
        ),
      },
      {
        key: 'published',
        header: t`Publish date`,
        ...(ofScheduled
          ? { sort: 'publishAt', sortKind: 'planned' as const }
          : ofCalendar
            ? { sort: 'publishedAt', sortKind: 'planned' as const }
            : { sort: 'publishedAt', sortFirst: 'desc' as const }),
        // A planned time has its hour, and of another year the year as well.
        width: ofScheduled || ofCalendar ? 204 : 156,
        ...(!ofScheduled && !ofCalendar && { narrow: 120 }),
        onPhone: ofCalendar ? 'labelled' : 'left-out',
        cell: (article) => <PublishDate article={article} withPlans={ofCalendar} />,
      },
      {
        key: 'words',
        header: t`Words`,
        width: 76,
        align: 'end',
        onPhone: 'left-out',
        cell: (article) => numberFormat(i18n.locale).format(article.wordCount),
      },
    ],
    [t, i18n.locale, ofScheduled, ofCalendar, ofReviews],
  )
}

function TitleCell({ article }: { article: ArticleSummary }) {
  const { t, i18n } = useLingui()
  const quiet = [
    listed(
      article.authors.map(({ displayName }) => displayName),
      i18n.locale,
    ),
    article.primaryCategory?.name,
  ]
  return (
    <div className={classes.name}>
      <div className={classes.first}>
        <span className={classes.title} title={article.title}>
          {article.title || <Trans>Untitled</Trans>}
        </span>
        {article.featured && <IconStarFilled size={12} className={classes.star} aria-label={t`Featured`} role="img" />}
      </div>
      <div className={classes.second}>{quiet.filter(Boolean).join(' · ') || <Trans>No author yet</Trans>}</div>
      {article.found && <Found found={article.found} />}
    </div>
  )
}

/** Where the words of a search are, as the title does not show them. The text of the article needs no name. */
function Found({ found }: { found: ArticleFound }) {
  const { t } = useLingui()
  const place = found.in === 'tags' ? t`Tag` : t(fieldLabels[found.in])
  return (
    <div className={classes.found}>
      {found.in !== 'body' && `${place}: `}
      <Marked {...found} />
    </div>
  )
}

function Authors({ authors }: { authors: ArticleSummary['authors'] }) {
  const { i18n } = useLingui()
  const [first, ...rest] = authors
  if (!first) return <span className={classes.none}>–</span>
  return (
    <span
      className={classes.changed}
      title={listed(
        authors.map(({ displayName }) => displayName),
        i18n.locale,
      )}
    >
      <Person name={first.displayName} />
      {rest.length > 0 && <span className={classes.none}>+{rest.length}</span>}
    </span>
  )
}

function PublishDate({ article, withPlans }: { article: ArticleSummary; withPlans: boolean }) {
  const { t } = useLingui()
  const state = stateOf(article)
  if (state === 'scheduled' && article.publishAt)
    return <PlannedTime value={article.publishAt} overdue={t`not published yet`} />
  if (withPlans && state !== 'published' && article.publishAt) return <PlannedTime value={article.publishAt} />
  if (state !== 'scheduled' && article.publishedAt) return <RelativeTime value={article.publishedAt} />
  return <span className={classes.none}>–</span>
}
