import { Trans, useLingui } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import type { Role } from '#contract/permissions.ts'
import { InvitationRequest } from '#contract/users.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useBylineChoice } from './byline-choice.tsx'
import { RoleField } from './role-field.tsx'
import { useInvitations, useInviteUser } from './user-api.ts'

/** @param onClose whether there is a link to hand over now */
type Props = { onClose: (hasLink: boolean) => void }

/** Mails someone a link with which they make their account. */
export function InviteDialog({ onClose }: Props) {
  const { t } = useLingui()
  const invite = useInviteUser()
  const form = useContractForm(InvitationRequest, { email: '', role: 'author' as Role })
  const { data: mails } = useInvitations()
  const { value: byline, field: bylineField } = useBylineChoice({
    email: form.watch('email'),
    role: form.watch('role'),
  })
  const send = form.handleSubmit(async (invitation) => {
    try {
      const { email, mailFolder } = await invite.mutateAsync({ ...invitation, byline })
      notifyDone(
        mailFolder
          ? t`Invitation for ${email} written to a file. Copy its link from the list of invitations.`
          : t`Invitation sent to ${email}`,
      )
      onClose(mailFolder !== null)
    } catch (error) {
      if (!form.show(error)) throw error
    }
  })
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
            No mail server is set, so the mail is only written to a file. You get a link to hand over: it works once,
            and for 7 days.
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
