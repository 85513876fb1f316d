import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import classes from './second-step.module.css'

/** Codes that were just made: the only time that they can be seen. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui()
  const text = `${codes.join('\n')}\n`
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'copydesk-recovery-codes.txt'
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }
  return (
    <Stack gap="sm">
      <Text size="sm">
        <Trans>Each code signs you in once if you lose your phone or passkey. Save them in a safe place.</Trans>
      </Text>
      <Alert color="yellow" variant="light" p="sm" icon={<IconAlertTriangle size={18} />}>
        <Trans>They are shown only this once.</Trans>
      </Alert>
      <ul className={classes.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="xs"
              onClick={copy}
              leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            >
              {copied ? <Trans>Copied</Trans> : <Trans>Copy the codes</Trans>}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" size="xs" leftSection={<IconDownload size={14} />} onClick={download}>
          <Trans>Download as a file</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
