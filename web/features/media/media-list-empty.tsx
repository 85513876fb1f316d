import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useProblemText } from '../../api/problem-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ListControl } from '../../ui/list-state.ts'

/** Why no picture is shown, and the next step. */
export function MediaListEmpty({ list, upload }: { list: ListControl; upload: ReactNode }) {
  const { t } = useLingui()
  const { q, filters, page } = list.state
  const isPlain = !q && Object.keys(filters).length === 0
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
  if (isPlain)
    return (
      <EmptyState kind="nothing" title={t`No pictures yet`} action={upload}>
        {upload ? (
          <Trans>Upload pictures here, or drop or paste them anywhere on this page.</Trans>
        ) : (
          <Trans>What editors and authors upload appears here.</Trans>
        )}
      </EmptyState>
    )
  const only = q || Object.keys(filters).length > 1 ? '' : Object.keys(filters)[0]
  const title =
    only === 'missingAlt'
      ? t`Every picture has an alt text`
      : only === 'trashed'
        ? t`The trash holds no pictures`
        : only === 'duplicates'
          ? t`No two pictures look the same`
          : only === 'unused'
            ? t`Every picture is used somewhere`
            : q
              ? t`No picture matches “${q}”`
              : t`No picture matches these filters`
  return (
    <EmptyState
      kind="no-match"
      title={title}
      action={
        <Button variant="default" onClick={() => list.update({ q: '', filters: {} })}>
          <Trans>Show all pictures</Trans>
        </Button>
      }
    >
      {q && <Trans>The search looks at file names, alt texts and captions.</Trans>}
    </EmptyState>
  )
}

/** The library could not be loaded. */
export function MediaListFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui()
  const { sentence, requestId } = useProblemText()(error)
  return (
    <EmptyState
      kind="failed"
      title={t`The library could not be loaded`}
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
