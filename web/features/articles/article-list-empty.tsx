import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { ApiError } from '../../api/call.ts'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEmpty } from '../../ui/data-table/list-empty.tsx'
import type { ListControl } from '../../ui/list-state.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useAllowed } from '../session/session-api.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'

/** Why the list shows no article, and what to do about it. */
export function ArticleListEmpty({ list, onNew }: { list: ListControl; onNew: () => void }) {
  const { t } = useLingui()
  const mayWrite = useAllowed('articles.write')
  const mayImport = useAllowed('import.run')
  const { q, filters } = list.state

  if (filters['status'] === 'trashed' && !q && Object.keys(filters).length === 1 && list.state.page === 1)
    return (
      <EmptyState kind="nothing" title={t`The trash is empty`}>
        <Trans>Articles that are moved here can be restored for 30 days.</Trans>
      </EmptyState>
    )
  return (
    <ListEmpty
      list={list}
      noMatch={q ? t`No article matches “${q}”` : t`No article matches these filters`}
      hint={<Trans>Check the spelling, or look for less.</Trans>}
      clearLabel={q ? undefined : t`Clear filters`}
      nothing={mayWrite ? t`No articles yet` : t`Nothing is published yet`}
      action={
        mayWrite && (
          <Button variant="default" onClick={onNew}>
            <Trans>Write the first article</Trans>
          </Button>
        )
      }
    >
      {mayWrite && (
        <>
          <Trans>What you write is here, from the first draft to what readers see.</Trans>
          <SentenceGap />
          {mayImport && (
            <Trans>
              Coming from WordPress?{' '}
              <Anchor component={ScreenLink} inherit to={paths.import}>
                Import your site
              </Anchor>
              .
            </Trans>
          )}
        </>
      )}
    </ListEmpty>
  )
}

/** The list could not be loaded, or may not be seen. */
export function ArticleListFailed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useLingui()
  const { sentence } = useProblemText()(error)
  if (error instanceof ApiError && error.code === 'forbidden')
    return (
      <EmptyState kind="forbidden" title={t`You may not see articles`}>
        {sentence}
      </EmptyState>
    )
  return <LoadFailed title={t`The articles could not be loaded`} error={error} onRetry={onRetry} />
}
