import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

type Props = {
  label: string
  /** Someone else saved the other text, or it is an older one of this person that the browser kept. */
  kind: 'server' | 'browser'
  /** Who saved the other text, as far as it is known. */
  changedBy?: string | undefined
  other: ReactNode
  mine: ReactNode
  onResolve: (keepMine: boolean) => void
  ref?: Ref<HTMLDivElement> | undefined
}

/** Both texts of one field, and the choice between them. */
export function FieldConflict({ label, kind, changedBy, other, mine, onResolve, ref }: Props) {
  const { t } = useLingui()
  const isTheirs = kind === 'server'
  const title = !isTheirs
    ? t`${label}: this browser has another unsaved text of yours`
    : changedBy
      ? t`${label}: ${changedBy} changed this too`
      : t`${label}: someone else changed this too`
  return (
    <Alert ref={ref} tabIndex={-1} color="yellow" mb="md" role="alert" title={title}>
      <Stack gap={6}>
        <Version name={isTheirs ? t`Theirs:` : t`Unsaved text:`}>{other}</Version>
        <Version name={isTheirs ? t`Yours:` : t`In the field:`}>{mine}</Version>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => onResolve(true)}>
            {isTheirs ? <Trans>Keep mine</Trans> : <Trans>Keep what is in the field</Trans>}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onResolve(false)}>
            {isTheirs ? <Trans>Use theirs</Trans> : <Trans>Use the unsaved text</Trans>}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
      <Text span fw={600} inherit>
        {name}
      </Text>{' '}
      {children === '' || children === null || children === undefined ? <Trans>(empty)</Trans> : children}
    </Text>
  )
}
