import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Code } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'

/** That no mail leaves this server, where mails are instead, and what to do; nothing where a mail server is set. */
export function MailNotice({ folder }: { folder: string | null | undefined }) {
  const { t } = useLingui()
  if (!folder) return null
  return (
    <Alert m="md" color="gray" icon={<IconMailOff size={18} />} title={t`Mails are not sent`}>
      <Trans>
        No mail server is set (SMTP_URL), so mails are only written to files in{' '}
        <Code style={{ overflowWrap: 'anywhere' }}>{folder}</Code> on the server. Copy the link and hand it over
        yourself.
      </Trans>
    </Alert>
  )
}
