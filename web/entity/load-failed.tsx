import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useProblemText } from '../api/problem-text.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown instead of a list or a form that could not be loaded. */
export function LoadFailed({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => unknown }) {
  const { sentence, requestId } = useProblemText()(error)
  return (
    <EmptyState
      kind="failed"
      title={title}
      action={
        <Button variant="default" onClick={() => void onRetry()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {sentence}
      {requestId && (
        <Text size="xs" mt={4}>
          <Trans>
            Request <code>{requestId}</code>
          </Trans>
        </Text>
      )}
    </EmptyState>
  )
}
