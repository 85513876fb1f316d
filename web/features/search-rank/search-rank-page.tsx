import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconChartLine, IconEye, IconEyeOff, IconPencilPlus } from '@tabler/icons-react'
import { searchRankEndpoints, searchRankHours, searchRankWindows } from '#contract/search-rank.ts'
import { ExportCsvButton } from '../../entity/file-download.tsx'
import { useEntityList } from '../../entity/list/entity-list.ts'
import { EntityListPage } from '../../entity/list/entity-list-page.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import { choiceFilter } from '../../ui/data-table/filter-choices.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { writeListState } from '../../ui/list-address.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { ReaderSnippet } from '../events/reader-snippet.tsx'
import { useAllowed } from '../session/session-api.ts'
import { useTermActions } from './search-rank-actions.tsx'
import { useSearchRank } from './search-rank-api.ts'
import { type TermRow, useSearchRankColumns } from './search-rank-columns.tsx'
import { searchRankShape, tabOf, windowOf } from './search-rank-shape.ts'
import { SearchRankTabList } from './search-rank-tab-list.tsx'
import { useSearchRankWords } from './search-rank-words.ts'
import classes from './search-rank.module.css'
import { SearchTermPanel } from './search-term-panel.tsx'

/** As the page of the site calls the script. */
const REPORT = `copydesk.search(term, results)\ncopydesk.searchClick(term, 'ARTICLE_ID', position)`

/** What readers search for, and what they do not find. */
export function SearchRankPage() {
  const { t } = useLingui()
  const list = useEntityList(searchRankShape, useSearchRank)
  const { state, page: ranking } = list
  const [tab, window] = [tabOf(state.filters), windowOf(state.filters)]
  const trendDays = (2 * searchRankHours[window]) / 24
  const { term, ...filters } = state.filters
  const words = useSearchRankWords()
  const actions = useTermActions(window)
  const mayCreate = useAllowed('articles.write') ?? false
  const withTerm = (next: string | undefined) => ({
    filters: { ...filters, ...(next !== undefined && { term: next }) },
  })
  const open = (next: string) => list.update({ ...withTerm(next), page: state.page })

  const actionsOf = (row: TermRow): RowAction[] => {
    const refused = ranking.data?.can.write
      ? {}
      : { unavailable: t`Only administrators and editors decide about search terms` }
    return [
      {
        key: 'open',
        label: t`Open the term`,
        icon: <IconChartLine size={16} />,
        quick: true,
        run: () => open(row.term),
      },
      ...(mayCreate
        ? [
            {
              key: 'draft',
              label: t`Start a draft`,
              icon: <IconPencilPlus size={16} />,
              quick: tab === 'no-results',
              run: () => void actions.startDraft(row.term),
            },
          ]
        : []),
      row.hidden
        ? {
            key: 'show',
            label: t`Show again`,
            icon: <IconEye size={16} />,
            divided: true,
            run: () => void actions.show(row.term),
            ...refused,
          }
        : {
            key: 'hide',
            label: t`Hide`,
            icon: <IconEyeOff size={16} />,
            divided: true,
            run: () => void actions.hide(row.term),
            ...refused,
          },
    ]
  }

  const isNew = ranking.data?.asOf === null
  const { page: _page, pageSize: _size, ...asked } = list.query
  return (
    <EntityListPage
      list={list}
      title={t`Search ranking`}
      searchLabel={t`Search these terms`}
      failed={t`The search ranking could not be loaded`}
      uncounted={isNew}
      beside={
        ranking.data?.asOf && (
          <Text size="sm" c="dimmed">
            <Trans>
              As of <RelativeTime value={ranking.data.asOf} />
            </Trans>
          </Text>
        )
      }
      tabs={
        <div className={classes.views}>
          <SearchRankTabList list={list} />
          {/* Not a SegmentedControl: its indicator is drawn again each time this kept screen is hidden or shown. */}
          <div role="group" aria-label={t`Period`} className={classes.periods}>
            <Button.Group>
              {searchRankWindows.map((value) => (
                <Button
                  key={value}
                  size="compact-sm"
                  variant={value === window ? 'light' : 'default'}
                  aria-pressed={value === window}
                  onClick={() => list.update({ filters: { ...filters, window: value } })}
                >
                  {words.windows[value]}
                </Button>
              ))}
            </Button.Group>
          </div>
        </div>
      }
      columns={useSearchRankColumns(tab, ranking.data?.items.some(({ drafts }) => drafts.length > 0) ?? false)}
      filters={{
        tab: null,
        window: null,
        term: null,
        hidden: choiceFilter({
          key: 'hidden',
          label: t`Show`,
          icon: <IconEyeOff size={14} />,
          choices: [{ value: 'true', label: t`Hidden terms` }],
        }),
      }}
      afterFilters={
        !isNew && (
          <ExportCsvButton
            endpoint={searchRankEndpoints.exportList}
            query={asked}
            name={`${t`Search ranking`} ${words.windows[window]} ${words.tabs[tab]}`}
          />
        )
      }
      rowName={(row) => row.term}
      rowHref={(row) => writeListState(searchRankShape, { ...state, ...withTerm(row.term) })}
      actionsOf={actionsOf}
      intro={
        <p className={classes.rule}>
          {words.rules[tab]}
          <SentenceGap />
          <Trans>“Results” are those of the last search, whatever the period.</Trans>
          {ranking.data && !ranking.data.compared && (
            <>
              <SentenceGap />
              {t`Trends appear after ${plural(trendDays, { one: '# day', other: '# days' })} of counting, when there is a period before to compare with.`}
            </>
          )}
        </p>
      }
      empty={{ noMatch: t`No term matches`, nothing: t`No term matches` }}
      emptyState={
        state.q || filters.hidden || state.page > 1 ? undefined : (
          <EmptyState kind="nothing" title={words.empty[tab]}>
            {words.rules[tab]}
          </EmptyState>
        )
      }
      body={
        isNew
          ? () => (
              <ReaderSnippet>
                <Text mt="md" size="sm">
                  <Trans>
                    Report searches from your search page, with the number of results, and each result that is opened:
                  </Trans>
                </Text>
                <pre>
                  <code>{REPORT}</code>
                </pre>
              </ReaderSnippet>
            )
          : undefined
      }
    >
      {actions.dialog}
      <SearchTermPanel
        term={term}
        window={window}
        actions={actions}
        onClose={() => list.update({ ...withTerm(undefined), page: state.page })}
      />
    </EntityListPage>
  )
}
