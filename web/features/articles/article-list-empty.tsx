import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { ApiError } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ListControl } from '../../ui/list-state.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useAllowed } from '../session/session-api.ts'
import { useArticleProblemText } from './article-words.ts'

/** Why the list shows no article, and what to do about it. */
export function ArticleListEmpty({ list, onNew }: { list: ListControl; onNew: () => void }) {
  const { t } = useLingui()
  const mayWrite = useAllowed('articles.write')
  const mayImport = useAllowed('import.run')
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
  if (filters['status'] === 'trashed' && !q && Object.keys(filters).length === 1)
    return (
      <EmptyState kind="nothing" title={t`The trash is empty`}>
        <Trans>Articles that are moved here can be restored for 30 days.</Trans>
      </EmptyState>
    )
  if (q || Object.keys(filters).length > 0)
    return (
      <EmptyState
        kind="no-match"
        title={q ? t`No article matches “${q}”` : t`No article matches these filters`}
        action={
          <Button variant="default" onClick={() => list.update({ q: '', filters: {} })}>
            {q ? <Trans>Clear search and filters</Trans> : <Trans>Clear filters</Trans>}
          </Button>
        }
      >
        <Trans>Check the spelling, or look for less.</Trans>
      </EmptyState>
    )
  if (!mayWrite) return <EmptyState kind="nothing" title={t`Nothing is published yet`} />
  return (
    <EmptyState
      kind="nothing"
      title={t`No articles yet`}
      action={
        <Button variant="default" onClick={onNew}>
          <Trans>Write the first article</Trans>
        </Button>
      }
    >
      <Trans>What you write stands here, from the first draft to what readers see.</Trans>{' '}
      {mayImport && (
        <Trans>
          Coming from WordPress?{' '}
          <Anchor component={ScreenLink} inherit to={paths.import}>
            Import your site
          </Anchor>
          .
        </Trans>
      )}
    </EmptyState>
  )
}

/** The list could not be loaded, or may not be seen. */
export function ArticleListFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui()
  const { sentence, requestId } = useArticleProblemText()(error)
  if (error instanceof ApiError && error.code === 'forbidden')
    return (
      <EmptyState kind="forbidden" title={t`You may not see articles`}>
        {sentence}
      </EmptyState>
    )
  return (
    <EmptyState
      kind="failed"
      title={t`The articles could not be loaded`}
      action={
        <Button variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {sentence}
      {requestId && (
        <>
          {' '}
          <Trans>
            Request <code>{requestId}</code>
          </Trans>
        </>
      )}
    </EmptyState>
  )
}
