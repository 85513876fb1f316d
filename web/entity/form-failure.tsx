import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { ApiError } from '../api/call.ts'
import { useProblemText } from '../api/problem-text.tsx'
import { SentenceGap } from '../ui/sentence-gap.tsx'

type Props<Entity> = {
  error: unknown
  /** Shows the newest state; what was typed is given up. */
  onTake: (current: Entity) => void
  /** Saves what was typed over the newest state. */
  onKeep: (current: Entity) => void
}

/** What went wrong with a form as a whole; of a change by somebody else, who, and what to do about it. */
export function FormFailure<Entity>({ error, onTake, onKeep }: Props<Entity>) {
  const { sentence, requestId } = useProblemText()(error)
  const problem = error instanceof ApiError && error.code === 'stale_version' ? error.problem : undefined
  if (problem?.current) {
    const current = problem.current as Entity
    return (
      <>
        <Text size="sm">
          {problem.changedBy ? (
            <Trans>{problem.changedBy} changed this while you were editing. Nothing was overwritten.</Trans>
          ) : (
            <Trans>Someone else changed this while you were editing. Nothing was overwritten.</Trans>
          )}
        </Text>
        <Group gap="xs" mt={8}>
          <Button size="compact-sm" variant="default" onClick={() => onKeep(current)}>
            <Trans>Save mine over it</Trans>
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onTake(current)}>
            <Trans>Show theirs and drop mine</Trans>
          </Button>
        </Group>
      </>
    )
  }
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
