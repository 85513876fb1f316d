import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useRef, useState } from 'react'
import type { ArticleSummary } from '#contract/articles.ts'
import { useEntityList } from '../../entity/list/entity-list.ts'
import { EntityListPage } from '../../entity/list/entity-list-page.tsx'
import { fetchScreen } from '../../api/early-calls.ts'
import { paths } from '../../paths.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useToFront } from '../../ui/keep-alive.tsx'
import { addPart } from '../../ui/parts.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { cancelTypeAhead, startTypeAhead } from '../../ui/type-ahead.ts'
import { useAllowed } from '../session/session-api.ts'
import { useArticleList, useCountedPage, usePurgeArticle } from './article-api.ts'
import { type BulkOptions, type BulkTarget, type TargetRow, useBulkRun } from './article-bulk-run.ts'
import type { BulkAction } from './article-bulk-words.ts'
import { useArticleColumns } from './article-columns.tsx'
import { useArticleFilters } from './article-filters.tsx'
import { ArticleTrashEmpty, useArticleEmptyTexts } from './article-list-empty.tsx'
import { ArticleListNote } from './article-list-note.tsx'
import {
  articleListShape,
  isOfCalendar,
  isOfReviews,
  isSortOfReviews,
  useArticleViews,
  withSortOfFilter,
} from './article-list-shape.ts'
import { isReviewed, type Review } from './article-reviewed.ts'
import { useArticleRowActions } from './article-row-actions.tsx'
import { useArticleProblemText } from './article-words.ts'
import { useCalendarZone } from './calendar-link.ts'

const ArticleBulkBar = lazyPart(async () => (await import('./article-bulk-bar.tsx')).ArticleBulkBar)
const ArticleBulkReport = lazyPart(async () => (await import('./article-bulk-report.tsx')).ArticleBulkReport)
const ArticleAuthorDialog = lazyPart(async () => (await import('./article-author-dialog.tsx')).ArticleAuthorDialog)
const ArticleCategoryDialog = lazyPart(async () => (await import('./article-name-dialogs.tsx')).ArticleCategoryDialog)
const ArticleTagsDialog = lazyPart(async () => (await import('./article-name-dialogs.tsx')).ArticleTagsDialog)
const ArticleTagsRemovalDialog = lazyPart(
  async () => (await import('./article-tags-removal-dialog.tsx')).ArticleTagsRemovalDialog,
)
const ArticleNameOffers = lazyPart(async () => (await import('./article-name-offers.tsx')).ArticleNameOffers)
const ArticlePreviewDialog = lazyPart(async () => (await import('./article-preview-dialog.tsx')).ArticlePreviewDialog)
const ArticlePreviewLinksDialog = lazyPart(
  async () => (await import('./article-preview-links-dialog.tsx')).ArticlePreviewLinksDialog,
)
const ArticleReviewDialog = lazyPart(async () => (await import('./article-review-dialog.tsx')).ArticleReviewDialog)
// What is opened next from here, as a rule.
addPart(() => Promise.resolve(fetchScreen(paths.articleAdd)))

/** With so few results, words may have been meant as a name. */
const FEW = 5

type Selected = Review['target']

/** Bulk actions whose dialog asks for names. */
const asking = ['addTags', 'removeTags', 'setCategory', 'setAuthors'] as const
type Asking = (typeof asking)[number]
const asks = (action: BulkAction): action is Asking => (asking as readonly string[]).includes(action)

/** All articles the person may see: find, sort, choose, act. */
export function ArticleListPage() {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const mayWrite = useAllowed('articles.write') ?? false
  const mayPublish = useAllowed('articles.publish') ?? false
  const calendarZone = useCalendarZone()
  const zones = useMemo(() => ({ calendar: calendarZone }), [calendarZone])
  const listed = withSortOfFilter(useEntityList(articleListShape, useArticleList, zones))
  // Its selection is told by the rows alone: a total that follows is of another moment.
  const list = { ...listed, page: useCountedPage(listed.query, listed.page) }
  const { select, page, state, query } = list
  const [review, setReview] = useState<Review & { ofSelection?: true }>()
  const showList = useToFront()
  const reviewToPublish = (rows: readonly TargetRow[]) => {
    showList()
    setReview({ action: 'publish', target: { rows } })
  }
  const bulk = useBulkRun(showList, mayPublish ? reviewToPublish : undefined)
  const purgeArticle = usePurgeArticle()
  const problemText = useArticleProblemText()
  const [previewed, setPreviewed] = useState<ArticleSummary>()
  const [shared, setShared] = useState<ArticleSummary>()
  const [purging, setPurging] = useState<ArticleSummary>()
  const [asked, setAsked] = useState<{ action: Asking; target: Selected }>()
  const actionsOf = useArticleRowActions({
    run: (action, target) => void bulk.run(action, target),
    review: setReview,
    preview: setPreviewed,
    sharePreview: setShared,
    purge: setPurging,
  })

  const { sort, page: _page, pageSize: _size, ...filter } = query
  const selected = (): Selected =>
    select.selection.all
      ? { filter, count: page.data?.total ?? 0, sort }
      : { rows: [...select.selection.rows.values()], sort }
  const runOn = async (action: BulkAction, target: BulkTarget, options?: BulkOptions) => {
    const done = await bulk.run(action, target, options)
    if (done) select.clear()
    return done
  }
  const askOrRun = (action: BulkAction) => {
    const target = selected()
    if (isReviewed(action, target)) setReview({ action, target, ofSelection: true })
    else if (asks(action)) setAsked({ action, target })
    else void runOn(action, target)
  }
  const dialogOf = ({ action, target }: NonNullable<typeof asked>) => {
    const count = 'rows' in target ? target.rows.length : target.count
    const onClose = () => setAsked(undefined)
    const run = (way: BulkAction, values: readonly string[]) => void runOn(way, target, { values })
    if (action === 'setAuthors') return <ArticleAuthorDialog count={count} onRun={run} onClose={onClose} />
    const runHere = (values: readonly string[]) => run(action, values)
    if (action === 'removeTags')
      return <ArticleTagsRemovalDialog target={target} count={count} onRun={runHere} onClose={onClose} />
    const Dialog = action === 'addTags' ? ArticleTagsDialog : ArticleCategoryDialog
    return <Dialog count={count} onRun={runHere} onClose={onClose} />
  }
  const isOpening = useRef(false)
  const newArticle = async () => {
    if (isOpening.current) return
    // What is typed from now on is the title. The list stays until the form can come.
    startTypeAhead(t`Title`)
    isOpening.current = true
    try {
      await import('./article-edit-page.tsx')
      navigate(paths.articleAdd)
    } catch {
      cancelTypeAhead()
      notifyFailure(t`A new article could not be opened. Check the connection and try again.`)
    } finally {
      // Not a state: who reads the message may press the key before the list is drawn again.
      isOpening.current = false
    }
  }

  const isOfScheduled =
    (state.filters.status === 'scheduled' && !isOfCalendar(state.filters)) || state.sort.endsWith('publishAt')
  const isTrash = state.filters.status === 'trashed' && !state.q && Object.keys(state.filters).length === 1

  return (
    <EntityListPage
      list={list}
      title={t`Articles`}
      meant="articles"
      searchLabel={t`Search articles`}
      failed={t`The articles could not be loaded`}
      forbidden={t`You may not see articles`}
      add={mayWrite && { label: t`New article`, run: () => void newArticle() }}
      columns={useArticleColumns({
        ofScheduled: isOfScheduled,
        ofCalendar: isOfCalendar(state.filters),
        ofReviews: isOfReviews(state.filters) || isSortOfReviews(state.sort),
      })}
      filters={useArticleFilters(state.filters)}
      views={{ screen: 'articles', builtIn: useArticleViews(mayWrite, mayPublish) }}
      note={
        page.data?.facetsAsOf ? (
          <ArticleListNote />
        ) : (
          state.q &&
          page.data &&
          page.data.total <= FEW && (
            <ArticleNameOffers
              q={state.q}
              onChoose={(filter, id) => list.update({ q: '', filters: { ...state.filters, [filter]: id } })}
            />
          )
        )
      }
      rowName={(article) => article.title || t`Untitled`}
      rowHref={(article) => paths.article(article.id)}
      actionsOf={actionsOf}
      selectable={mayWrite}
      bulk={<ArticleBulkBar select={select} page={page.data} progress={bulk.progress} onRun={askOrRun} />}
      empty={useArticleEmptyTexts(state)}
      emptyState={isTrash && state.page === 1 ? <ArticleTrashEmpty /> : undefined}
    >
      {previewed && <ArticlePreviewDialog article={previewed} onClose={() => setPreviewed(undefined)} />}
      {review && (
        <ArticleReviewDialog
          {...review}
          run={review.ofSelection ? runOn : bulk.run}
          onClose={() => setReview(undefined)}
        />
      )}
      {asked && dialogOf(asked)}
      {shared && <ArticlePreviewLinksDialog article={shared} onClose={() => setShared(undefined)} />}
      {bulk.report && <ArticleBulkReport report={bulk.report} onClose={bulk.closeReport} />}
      {purging && (
        <Confirm
          opened
          danger
          title={t({ message: `Delete “${purging.title || t`Untitled`}” permanently?`, context: 'an article' })}
          confirmLabel={t`Delete permanently`}
          onClose={() => setPurging(undefined)}
          onConfirm={async () => {
            try {
              await purgeArticle.mutateAsync(purging)
              notifyDone(t({ message: `Deleted “${purging.title}” permanently`, context: 'an article' }))
              return undefined
            } catch (failure) {
              return problemText(failure).sentence
            }
          }}
        >
          <Trans>The article and its whole history are removed. This cannot be undone.</Trans>
        </Confirm>
      )}
    </EntityListPage>
  )
}
