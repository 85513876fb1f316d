import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useProblemText } from '../api/problem-text.tsx'
import { SentenceGap } from '../ui/sentence-gap.tsx'

/** What went wrong with a form as a whole. */
export function FormFailure({ error }: { error: unknown }) {
  const { sentence, requestId } = useProblemText()(error)
  return (
    <Text size="sm" component="div">
      {sentence}
      <SentenceGap />
      {requestId && (
        <Trans>
          Request <code>{requestId}</code>
        </Trans>
      )}
    </Text>
  )
}
