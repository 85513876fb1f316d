import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import type { Role } from '#contract/permissions.ts'
import { userEndpoints } from '#contract/users.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { useContractForm } from '../session/contract-form.ts'
import { FormProblem } from '../session/form-problem.tsx'
import { RoleField } from './role-field.tsx'
import { useInviteUser } from './user-api.ts'

/** Mails someone a link with which they make their account. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Modal opened={opened} onClose={onClose} title={t`Invite someone`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <InviteForm onClose={onClose} />
    </Modal>
  )
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const invite = useInviteUser()
  const [failure, setFailure] = useState<unknown>()
  const form = useContractForm(userEndpoints.invite.body, { email: '', role: 'author' as Role })
  const submit = form.handleSubmit(async (invitation) => {
    setFailure(undefined)
    try {
      const { email } = await invite.mutateAsync(invitation)
      notifyDone(t`Invitation sent to ${email}`)
      onClose()
    } catch (error) {
      if (!form.show(error)) setFailure(error)
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>They get a mail with a link. It works once, and for 7 days.</Trans>
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
        <FormProblem error={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={form.formState.isSubmitting}>
            <Trans>Send the invitation</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
