import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useProblemText } from '../../api/problem-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ListControl } from '../../ui/list-state.ts'

type Props = {
  list: ListControl
  /** “No tag matches” */
  noMatch: string
  /** “No tags yet” */
  nothing: string
  /** Why there is nothing yet, and the first step. */
  children: ReactNode
  action: ReactNode
}

/** Why a list of names shows none, and what to do about it. */
export function NameListEmpty({ list, noMatch, nothing, children, action }: Props) {
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
            <Trans>Clear search and filters</Trans>
          </Button>
        }
      />
    )
  return (
    <EmptyState kind="nothing" title={nothing} action={action}>
      {children}
    </EmptyState>
  )
}

/** A list or a form could not be loaded. */
export function NameListFailed({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const { sentence, requestId } = useProblemText()(error)
  return (
    <EmptyState
      kind="failed"
      title={title}
      action={
        <Button variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {sentence}{' '}
      {requestId && (
        <Trans>
          Request <code>{requestId}</code>
        </Trans>
      )}
    </EmptyState>
  )
}
