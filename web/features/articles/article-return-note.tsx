import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { Article } from '#contract/articles.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

/** The words over the note of a return; without a note it may have been scheduled before, not in review. */
export function useReturnTitle() {
  const { t } = useLingui()
  return ({ status, returnNote }: Article): string => {
    if (returnNote !== '') return status === 'published' ? t`Changes sent back with a note` : t`Sent back with a note`
    return status === 'published' ? t`Changes sent back` : t`This is a draft again`
  }
}

/** Why an article, or its changes, was sent back, by whom and when. */
export function ReturnNote({ article: { returned, returnNote } }: { article: Article }) {
  const { t } = useLingui()
  const who = returned?.by?.name ?? t`Copydesk`
  return (
    <>
      {returned && (
        <Text size="sm" c="dimmed">
          <Trans>
            {who}, <RelativeTime value={returned.at} />
          </Trans>
        </Text>
      )}
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {returnNote || t`There is no note about why. Ask ${who}, if it is not clear.`}
      </Text>
    </>
  )
}
