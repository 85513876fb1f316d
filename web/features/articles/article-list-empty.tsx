import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { EmptyTexts } from '../../entity/list/entity-list-page.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useAllowed } from '../session/session-api.ts'
import type { ArticleListControl } from './article-list-shape.ts'

/** Why the list shows no article. */
export function useArticleEmptyTexts({ q, filters }: ArticleListControl['state']): EmptyTexts {
  const { t } = useLingui()
  const mayWrite = useAllowed('articles.write')
  const mayImport = useAllowed('import.run')
  const isFiltered = Object.keys(filters).length > 0
  return {
    noMatch: q ? t`No article matches “${q}”` : t`No article matches these filters`,
    hint: (
      <>
        {q && <Trans>Check the spelling, or search for fewer words.</Trans>}
        {q && isFiltered && <SentenceGap />}
        {isFiltered && <Trans>Remove a filter, or choose other values.</Trans>}
      </>
    ),
    clearLabel: q ? undefined : t`Clear filters`,
    nothing: mayWrite ? t`No articles yet` : t`Nothing is published yet`,
    addFirst: <Trans>Write the first article</Trans>,
    why: mayWrite && (
      <>
        <Trans>What you write is here, from the first draft to what readers see.</Trans>
        <SentenceGap />
        {mayImport && (
          <Trans>
            Coming from WordPress?{' '}
            <Anchor component={ScreenLink} to={paths.import} inherit underline="always">
              Import your site
            </Anchor>
            .
          </Trans>
        )}
      </>
    ),
  }
}

/** The list of what is in the trash, without anything in it. */
export function ArticleTrashEmpty() {
  const { t } = useLingui()
  return (
    <EmptyState kind="nothing" title={t`The trash is empty`}>
      <Trans>Articles that are moved here can be restored for 30 days.</Trans>
    </EmptyState>
  )
}
