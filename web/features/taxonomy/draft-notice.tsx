import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { exactWords } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'

type Props = {
  /** When it was typed. */
  at: string
  onBringBack: () => void
  onDiscard: () => void
  /** What it says, where the fields do not stand right below. */
  children?: ReactNode
}

/** Text of an earlier visit that never reached the server, offered where it was typed. */
export function DraftNotice({ at, onBringBack, onDiscard, children }: Props) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const when = exactWords(new Date(at), i18n.locale, zone)
  return (
    <Alert
      icon={<IconDeviceFloppy size={18} />}
      color="yellow"
      title={t`Text from ${when} was not saved, but kept in this browser`}
    >
      {children}
      <Group gap="xs" mt={4}>
        <Button size="compact-sm" onClick={onBringBack}>
          <Trans>Bring it back</Trans>
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          <Trans>Throw it away</Trans>
        </Button>
      </Group>
    </Alert>
  )
}
