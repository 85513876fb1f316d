import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Code } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether an address leads nowhere from any other machine. */
const isLocalLink = (url: string): boolean => LOOPBACK.test(new URL(url).hostname)

/** Under a link to be handed over: that others cannot open it, and what to set first; nothing for an address of a host. */
export function LocalLinkNote({ url }: { url: string }) {
  const { t } = useLingui()
  if (!isLocalLink(url)) return null
  const { origin } = new URL(url)
  return (
    <Alert color="yellow" icon={<IconDeviceDesktop size={18} />} title={t`This link works on this machine only`}>
      <Trans>
        It begins with <Code style={{ overflowWrap: 'anywhere' }}>{origin}</Code>, which no other machine reaches. For
        others, the console needs an address of its own: whoever runs the server sets it as <Code>PUBLIC_URL</Code>{' '}
        (README, “Settings”); then make a new link.
      </Trans>
    </Alert>
  )
}
