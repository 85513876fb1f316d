import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MeantKind } from '#contract/search.ts'
import { ApiError } from '../../api/call.ts'
import { AddButton } from '../../ui/data-table/add-button.tsx'
import type { Column, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { DisplayMenu } from '../../ui/data-table/display-menu.tsx'
import { FilterBar } from '../../ui/data-table/filter-bar.tsx'
import { ListEmpty } from '../../ui/data-table/list-empty.tsx'
import { ListFrame } from '../../ui/data-table/list-frame.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { EntityList, Filters } from './entity-list.ts'
import { ListFailed } from './list-failed.tsx'
import { type FilterControls, filtersOf } from './list-filters.tsx'
import { type BuiltInView, ViewTabs } from './view-tabs.tsx'

const DidYouMean = lazyPart(async () => (await import('./did-you-mean.tsx')).DidYouMean)

/** What a list says that shows no row. */
export type EmptyTexts = {
  /** “No tag matches” */
  noMatch: string
  /** What else to try when nothing matches. */
  hint?: ReactNode
  /** What the button does that takes all filters away; as a rule it says just that. */
  clearLabel?: string | undefined
  /** “No tags yet” */
  nothing: string
  /** Why there is nothing yet. */
  why?: ReactNode
  /** “Add the first tag”: a button that does what `add` does. */
  addFirst?: ReactNode
  /** The first step, where that is not `add`. */
  firstStep?: ReactNode
}

type Props<Row extends { id: string }, F extends Filters, Own extends Filters> = {
  list: EntityList<Row, F, Own>
  /** “Tags” */
  title: string
  /** “Search tags and synonyms” */
  searchLabel: string
  /** “The tags could not be loaded” */
  failed: string
  /** “You may not see tags”, for people whom the server refuses them. */
  forbidden?: string
  empty: EmptyTexts
  /** Offers words that this list has, where a search finds nothing. */
  meant?: MeantKind
  /** Instead of what `empty` says; undefined where that is right. */
  emptyState?: ReactNode
  columns: readonly Column<Row>[]
  /** One control for each filter of the list. */
  filters?: FilterControls<F & Own>
  /** More after the filters. */
  afterFilters?: ReactNode
  /** The views that everyone has. `screen`: what saved views are filed under. */
  views?: { screen: string; builtIn: readonly BuiltInView[] }
  /** Tabs of another kind instead of views. */
  tabs?: ReactNode
  rowName: (row: Row) => string
  /** Leave out where rows cannot be opened. */
  rowHref?: (row: Row) => string
  actionsOf: (row: Row) => readonly RowAction[]
  /** Whether rows can be selected. */
  selectable?: boolean
  /** What can be done with the selected rows; takes the place of the toolbar while there are any. */
  bulk?: ReactNode
  /** Adds one, by a button and by the key `c`. */
  add?: { label: string; to: string } | { label: string; run: () => void } | false
  /** Beside the title where there is no `add`. */
  beside?: ReactNode
  /** Instead of the menu of columns and density, or around it. */
  display?: (columns: ReactNode) => ReactNode
  /** A quiet line about the rows; announced when it comes. */
  note?: ReactNode
  /** Nothing is counted yet: neither a number nor pages. */
  uncounted?: boolean
  /** Everything is on one page. */
  whole?: boolean
  /** The table has a name of its own. */
  tableLabel?: string
  /** Above the table. */
  intro?: ReactNode
  /** Instead of the table: a grid, for instance. */
  body?: ((empty: ReactNode) => ReactNode) | undefined
  /** Another part of the screen that has the place of rows, filters and columns; `count` of what it shows, `countText` in words. */
  instead?: { count: number; countText: string; body: ReactNode } | undefined
  /** Dialogs and panels. */
  children?: ReactNode
}

/** The screen of a list. A noun gives columns, filters, views and actions; what all lists have in common is here. */
export function EntityListPage<Row extends { id: string }, F extends Filters, Own extends Filters>(
  props: Props<Row, F, Own>,
) {
  const { list, instead, title, columns, add, bulk, views, empty: said, body } = props
  const { page, select } = list
  const { navigate } = useScreen()
  const isSlow = !page.error && page.failureReason instanceof ApiError && page.failureReason.code === 'busy'
  const runAdd = () => add && ('to' in add ? navigate(add.to) : add.run())
  const empty = props.emptyState ?? (
    <ListEmpty
      list={list}
      {...(props.filters && { filters: filtersOf(props.filters) })}
      noMatch={said.noMatch}
      hint={
        props.meant ? (
          <DidYouMean kind={props.meant} list={list}>
            {said.hint}
          </DidYouMean>
        ) : (
          said.hint
        )
      }
      clearLabel={said.clearLabel}
      nothing={said.nothing}
      action={
        add && said.addFirst ? (
          <Button variant="default" onClick={runAdd}>
            {said.addFirst}
          </Button>
        ) : (
          said.firstStep
        )
      }
    >
      {said.why}
    </ListEmpty>
  )
  const menu = <DisplayMenu list={list} columns={columns} />
  const table = () => (
    <>
      {props.intro}
      <DataTable
        label={props.tableLabel ?? title}
        columns={columns}
        rows={page.data?.items}
        stale={page.isPlaceholderData}
        list={list}
        select={props.selectable ? select : undefined}
        rowName={props.rowName}
        {...(props.rowHref && { rowHref: props.rowHref })}
        actionsOf={props.actionsOf}
        empty={empty}
      />
    </>
  )
  return (
    <>
      <ListFrame
        title={title}
        list={list}
        page={
          instead ? { items: [], total: instead.count, totalIsExact: true } : props.uncounted ? undefined : page.data
        }
        {...((props.whole || instead) && { whole: true })}
        countText={instead?.countText}
        searchLabel={props.searchLabel}
        primary={add ? <AddButton label={add.label} onAdd={runAdd} /> : props.beside}
        views={views ? <ViewTabs {...views} list={list} /> : props.tabs}
        filters={
          instead ? undefined : (
            <>
              {props.filters && <FilterBar list={list} filters={filtersOf(props.filters)} />}
              {props.afterFilters}
            </>
          )
        }
        display={instead ? undefined : props.display ? props.display(menu) : menu}
        bulk={select.some && bulk}
        note={isSlow ? <Trans>This takes longer than usual. It is being tried again…</Trans> : props.note}
      >
        {instead ? (
          instead.body
        ) : page.error && !page.data ? (
          <ListFailed {...props} error={page.error} onRetry={page.refetch} />
        ) : (
          (body?.(empty) ?? table())
        )}
      </ListFrame>
      {props.children}
    </>
  )
}
