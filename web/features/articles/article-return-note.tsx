import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { Article } from '#contract/articles.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

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
        {returnNote}
      </Text>
    </>
  )
}
