import { Trans, useLingui } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { Email, requiredLine } from '#contract/text.ts'
import type { User } from '#contract/users.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useMe } from '../session/session-api.ts'
import { useEditUser } from './user-api.ts'

const Identity = z.strictObject({ name: requiredLine(120), email: Email })

/** Gives someone another name or e-mail address. One’s own address is changed in the profile, with the password. */
export function UserIdentityDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useLingui()
  const edit = useEditUser()
  const isMine = useMe()?.id === user.id
  const form = useContractForm(Identity, { name: user.name, email: user.email })
  const { name, email } = user
  const submit = form.handleSubmit(async (given) => {
    const change = {
      ...(given.name !== name && { name: given.name }),
      ...(given.email !== email && { email: given.email }),
    }
    try {
      const { name: saved } = await edit.mutateAsync({ user, change })
      notifyDone(t`Saved: ${saved}`)
      onClose()
    } catch (error) {
      if (!form.show(error)) throw error
    }
  })
  return (
    <FormDialog
      title={isMine ? <Trans>Change your name</Trans> : <Trans>Change the name or e-mail address of {name}</Trans>}
      submitLabel={<Trans>Change</Trans>}
      ready={form.watch('name').trim() !== name || form.watch('email').trim() !== email}
      onSubmit={async () => {
        await submit()
        return false
      }}
      onClose={onClose}
    >
      <TextInput
        label={t({ message: 'Name', context: 'of a person' })}
        description={t`Readers see the name of the author profile, which stays as it is.`}
        autoComplete="off"
        data-autofocus
        error={form.errorOf('name')}
        {...form.register('name')}
      />
      {!isMine && (
        <TextInput
          label={t`E-mail address`}
          type="email"
          autoComplete="off"
          error={form.errorOf('email')}
          {...form.register('email')}
        />
      )}
      {form.watch('email').trim() !== email && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }} role="status">
          <Trans>
            The new address signs {name} in, and gets the mails, from now on. {email} is told that it was changed; a
            link for a new password that was sent there stops working. Sessions go on.
          </Trans>
        </Text>
      )}
    </FormDialog>
  )
}
