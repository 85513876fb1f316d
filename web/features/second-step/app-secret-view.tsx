import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { AppSecret } from '#contract/second-step.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import classes from './second-step.module.css'

// Without it the key can still be typed.
const QrCode = lazyPart(async () => (await import('./qr-code.tsx')).QrCode, { quiet: true })

/** What an authenticator app needs: a QR code to scan, and the same as text. */
export function AppSecretView({ secret, address }: AppSecret) {
  const { t } = useLingui()
  const grouped = secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
  return (
    <Stack gap="sm">
      <Text size="sm">
        <Trans>Scan this code with an authenticator app on your phone, or type the key into it.</Trans>
      </Text>
      <Box mih={200}>
        <QrCode text={address} label={t`QR code for the authenticator app; the key below says the same`} />
      </Box>
      <div>
        <Text size="sm" fw={500} mb={4}>
          <Trans>Setup key</Trans>
        </Text>
        <div className={classes.secret}>{grouped}</div>
        <Group mt={8}>
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                size="xs"
                onClick={copy}
                leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              >
                {copied ? <Trans>Copied</Trans> : <Trans>Copy the key</Trans>}
              </Button>
            )}
          </CopyButton>
        </Group>
      </div>
    </Stack>
  )
}
