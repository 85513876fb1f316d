import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTimeZone } from '../../ui/time-zone.ts'

export type IssuedLink = { kind: 'invitation' | 'reset'; email: string; url: string; expiresAt: string }

/** A link that was issued just now: the only time it can be seen. */
export function LinkDialog({ link, onClose }: { link: IssuedLink | undefined; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Modal
      opened={link !== undefined}
      onClose={onClose}
      title={link?.kind === 'reset' ? t`Link to set a new password` : t`Link of the invitation`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {link && <LinkToCopy link={link} onClose={onClose} />}
    </Modal>
  )
}

function LinkToCopy({ link: { kind, email, url, expiresAt }, onClose }: { link: IssuedLink; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const timeZone = useTimeZone()
  const until = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(expiresAt),
  )
  return (
    <Stack gap="md">
      <Text size="sm">
        {kind === 'reset' ? (
          <Trans>
            Whoever opens this link sets the password of <b style={{ overflowWrap: 'anywhere' }}>{email}</b>. Give it to
            this person only.
          </Trans>
        ) : (
          <Trans>
            This link makes the account of <b style={{ overflowWrap: 'anywhere' }}>{email}</b>. Give it to this person
            only.
          </Trans>
        )}{' '}
        <Trans>It works once, until {until}. Links issued before do not work any more.</Trans>
      </Text>
      <TextInput
        label={t`Link`}
        value={url}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <CopyButton value={url} timeout={4000}>
          {({ copied, copy }) => (
            <Button leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
              <span aria-live="polite">{copied ? <Trans>Copied</Trans> : <Trans>Copy link</Trans>}</span>
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
