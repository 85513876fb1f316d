import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'

type Props = {
  label: string
  theirs: React.ReactNode
  mine: React.ReactNode
  onResolve: (keepMine: boolean) => void
}

/** Both texts of a field that two people changed, and the choice between them. */
export function FieldConflict({ label, theirs, mine, onResolve }: Props) {
  return (
    <Alert color="yellow" mb="md" role="alert" title={<Trans>{label}: someone else changed this too</Trans>}>
      <Stack gap={6}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span c="dimmed" inherit>
            <Trans>Theirs:</Trans>
          </Text>{' '}
          {theirs}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span c="dimmed" inherit>
            <Trans>Yours:</Trans>
          </Text>{' '}
          {mine}
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => onResolve(true)}>
            <Trans>Keep mine</Trans>
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onResolve(false)}>
            <Trans>Use theirs</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
