import { Trans, useLingui } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import type { Role } from '#contract/permissions.ts'
import { InvitationRequest } from '#contract/users.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useBylineChoice } from './byline-choice.tsx'
import { type IssuedLink, LinkDialog, type LinkTarget } from './link-dialog.tsx'
import { RoleField } from './role-field.tsx'
import { useInvitationLink, useInvitations, useInviteUser } from './user-api.ts'

/** @param onClose whether there is a link to hand over now */
type Props = { onClose: (hasLink: boolean) => void }

/** Mails someone a link with which they make their account; without a mail server, shows it. */
export function InviteDialog({ onClose }: Props) {
  const { t } = useLingui()
  const invite = useInviteUser()
  const issue = useInvitationLink()
  const form = useContractForm(InvitationRequest, { email: '', role: 'author' as Role })
  const { data: mails } = useInvitations()
  const address = form.watch('email').trim().toLowerCase()
  const isInvited = mails?.items.some(({ email, state }) => state === 'open' && email.toLowerCase() === address)
  const { value: byline, field: bylineField } = useBylineChoice({
    email: form.watch('email'),
    role: form.watch('role'),
  })
  const [made, setMade] = useState<{ target: LinkTarget; link: IssuedLink }>()
  /** Where it cannot be made, the list of invitations offers it. */
  const showLink = async (target: LinkTarget) => {
    try {
      setMade({ target, link: await issue.mutateAsync(target.id) })
    } catch {
      const { email } = target
      notifyDone(t`Invitation for ${email} written to a file. Copy its link from the list of invitations.`)
      onClose(true)
    }
  }
  const send = form.handleSubmit(async (invitation) => {
    try {
      const { id, email, mailFolder, replaced } = await invite.mutateAsync({ ...invitation, byline })
      if (mailFolder === null) {
        notifyDone(
          replaced
            ? t`Invitation sent again to ${email}; the link before does not work any more`
            : t`Invitation sent to ${email}`,
        )
        onClose(false)
      } else await showLink({ kind: 'invitation', id, email, replaced })
    } catch (error) {
      if (!form.show(error)) throw error
    }
  })
  if (made)
    return <LinkDialog target={made.target} made={made.link} issue={issue.mutateAsync} onClose={() => onClose(true)} />
  return (
    <FormDialog
      title={t`Invite someone`}
      submitLabel={mails?.mailFolder ? <Trans>Invite</Trans> : <Trans>Send the invitation</Trans>}
      onSubmit={async () => {
        await send()
        return false
      }}
      onClose={() => onClose(false)}
    >
      <Text size="sm" c="dimmed">
        {mails?.mailFolder ? (
          <Trans>
            No mail server is set, so no mail is sent. You get a link to hand over: it works once, and for 7 days.
          </Trans>
        ) : (
          <Trans>They get a mail with a link. It works once, and for 7 days.</Trans>
        )}
      </Text>
      <TextInput
        label={t`E-mail address`}
        type="email"
        autoComplete="off"
        data-autofocus
        description={isInvited && <Trans>This address has an open invitation. A new one ends its link.</Trans>}
        error={form.errorOf('email')}
        {...form.register('email')}
      />
      <Controller
        control={form.control}
        name="role"
        render={({ field }) => <RoleField value={field.value} onChange={field.onChange} />}
      />
      {bylineField}
    </FormDialog>
  )
}
