import { Trans } from '@lingui/react/macro'
import { Alert, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useProblemText } from '../../api/problem-text.tsx'

/** What went wrong with a form as a whole, above its button. */
export function FormProblem({ error, children }: { error: unknown; children?: ReactNode }) {
  const problemText = useProblemText()
  if (!error) return null
  const { sentence, requestId } = problemText(error)
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert" p="sm">
      <Text size="sm">{children || sentence}</Text>
      {requestId && (
        <Text size="xs" c="dimmed" mt={2}>
          <Trans>
            Request <code>{requestId}</code>
          </Trans>
        </Text>
      )}
    </Alert>
  )
}
