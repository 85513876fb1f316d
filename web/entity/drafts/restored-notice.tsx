import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { exactWords } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'

type Props = {
  /** When the text was typed, ISO 8601. */
  at: string
  onUndo: () => void
  /** Takes the line away; the text stays. Left out where saving does that. */
  onClose?: () => void
}

/** Says that text of an earlier visit, which never reached the server, is in the fields again. */
export function RestoredNotice({ at, onUndo, onClose }: Props) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const when = exactWords(new Date(at), i18n.locale, zone)
  return (
    <Alert
      icon={<IconDeviceFloppy size={18} />}
      color="gray"
      mb="md"
      role="status"
      withCloseButton={onClose !== undefined}
      closeButtonLabel={t`Close`}
      {...(onClose && { onClose })}
    >
      <Group gap="xs" justify="space-between">
        <span>
          <Trans>Unsaved text from {when} is back in its fields.</Trans>
        </span>
        <Button size="compact-sm" variant="default" onClick={onUndo}>
          <Trans>Undo</Trans>
        </Button>
      </Group>
    </Alert>
  )
}
