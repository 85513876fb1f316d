import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { EmptyState } from '../empty-state.tsx'
import type { ListControl } from '../list-state.ts'
import { type Filter, setFilters } from './filter-bar.tsx'

type Props = {
  list: ListControl
  /** The filters of the list: those that are set are named when nothing matches. */
  filters?: readonly Filter[]
  /** “No tag matches” */
  noMatch: string
  /** What else to try when nothing matches. */
  hint?: ReactNode
  /** What the button does that takes all filters away; as a rule it says just that. */
  clearLabel?: string
  /** “No tags yet” */
  nothing: string
  /** Why there is nothing yet, and the first step. */
  children?: ReactNode
  action?: ReactNode
}

/** Why a list shows no rows, and what to do about it. */
export function ListEmpty({ list, filters: known = [], noMatch, hint, clearLabel, nothing, children, action }: Props) {
  const { t } = useLingui()
  const { q, filters, page } = list.state
  if (page > 1)
    return (
      <EmptyState
        kind="no-match"
        title={t`This page is past the end`}
        action={
          <Button variant="default" onClick={() => list.update({ page: 1 })}>
            <Trans>Go to the first page</Trans>
          </Button>
        }
      />
    )
  if (q || Object.keys(filters).length > 0)
    return (
      <EmptyState
        kind="no-match"
        title={noMatch}
        action={
          <Button variant="default" onClick={() => list.update({ q: '', filters: {} })}>
            {clearLabel ?? <Trans>Clear search and filters</Trans>}
          </Button>
        }
      >
        <FiltersSet filters={setFilters(known, filters)} values={filters} />
        {hint}
      </EmptyState>
    )
  return (
    <EmptyState kind="nothing" title={nothing} action={action}>
      {children}
    </EmptyState>
  )
}

type SetProps = { filters: readonly Filter[]; values: ListControl['state']['filters'] }

function FiltersSet({ filters, values }: SetProps) {
  if (filters.length === 0) return null
  const names = filters.map((filter, index) => {
    const said = filter.describe?.(values)
    return (
      <Fragment key={filter.key}>
        {index > 0 && ' · '}
        {filter.label}
        {said !== undefined && <>: {said}</>}
      </Fragment>
    )
  })
  return (
    <div>
      <Trans>Filters set: {names}</Trans>
    </div>
  )
}
