import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useProblemText } from '../../api/problem-text.tsx'
import { LocalLinkNote } from '../../entity/local-link-note.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { dateFormat } from '../../ui/formats.ts'

/** What a link is for: the id of an invitation, of a reset, or of a person who asked for none; and the address of the person. */
export type LinkTarget = {
  kind: 'invitation' | 'reset' | 'password'
  id: string
  email: string
  /** An earlier link ended for it, which could still be used. */
  replaced?: boolean
}
export type IssuedLink = { url: string; expiresAt: string }
type Props = {
  target: LinkTarget | undefined
  /** Makes a new link; every earlier one ends. */
  issue: (id: string) => Promise<IssuedLink>
  /** A link that was just made, to be shown at once. */
  made?: IssuedLink
  onClose: () => void
}

/** Says first that a new link ends the one before; then shows it, the only time that it can be seen. */
export function LinkDialog({ target, issue, made, onClose }: Props) {
  const { t } = useLingui()
  return (
    <Modal
      opened={target !== undefined}
      onClose={onClose}
      // A link cannot be shown again.
      closeOnClickOutside={false}
      title={target?.kind === 'invitation' ? t`Link of the invitation` : t`Link to set a new password`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {target && <NewLink key={target.id} target={target} issue={issue} {...(made && { made })} onClose={onClose} />}
    </Modal>
  )
}

function NewLink({ target, issue, made, onClose }: Props & { target: LinkTarget }) {
  const problemText = useProblemText()
  const [link, setLink] = useState(made)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  if (link)
    return <LinkToCopy target={target} link={link} isFirst={link === made && !target.replaced} onClose={onClose} />
  const make = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      setLink(await issue(target.id))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const { kind, email } = target
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {kind === 'password' ? (
          <Trans>
            With it {email} sets a new password. It works for 10 minutes: make it when you can hand it over. Links made
            before stop working.
          </Trans>
        ) : (
          <Trans>Links are kept nowhere, so a new one is made. The link that {email} has now stops working.</Trans>
        )}
      </Text>
      {failure !== undefined && (
        <Alert color="red" role="alert">
          {problemText(failure).sentence}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button data-autofocus loading={busy} onClick={() => void make()}>
          <Trans>Make a new link</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

type LinkToCopyProps = { target: LinkTarget; link: IssuedLink; isFirst: boolean; onClose: () => void }

function LinkToCopy({ target: { kind, email }, link: { url, expiresAt }, isFirst, onClose }: LinkToCopyProps) {
  const { t, i18n } = useLingui()
  const timeZone = useTimeZone()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const until = dateFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(expiresAt),
  )
  return (
    <Stack gap="md">
      <Text size="sm">
        {kind !== 'invitation' ? (
          <Trans>
            Whoever opens this link sets the password of <b style={{ overflowWrap: 'anywhere' }}>{email}</b>. Give it to
            this person only.
          </Trans>
        ) : (
          <Trans>
            This link makes the account of <b style={{ overflowWrap: 'anywhere' }}>{email}</b>. Give it to this person
            only.
          </Trans>
        )}
        <SentenceGap />
        {isFirst ? (
          <Trans>It works once, until {until}.</Trans>
        ) : (
          <Trans>It works once, until {until}. Links issued before do not work any more.</Trans>
        )}
      </Text>
      <TextInput
        label={t`Link`}
        value={url}
        readOnly
        ref={field}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <LocalLinkNote url={url} />
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
