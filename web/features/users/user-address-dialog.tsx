import { Trans, useLingui } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { Email } from '#contract/text.ts'
import type { User } from '#contract/users.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useEditUser } from './user-api.ts'

const Address = z.strictObject({ email: Email })

/** Gives someone another e-mail address. */
export function UserAddressDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useLingui()
  const edit = useEditUser()
  const form = useContractForm(Address, { email: user.email })
  const { name, email } = user
  const submit = form.handleSubmit(async (change) => {
    try {
      await edit.mutateAsync({ user, change })
      notifyDone(t`Saved: ${name}`)
      onClose()
    } catch (error) {
      if (!form.show(error)) throw error
    }
  })
  return (
    <FormDialog
      title={<Trans>Change the e-mail address of {name}</Trans>}
      submitLabel={<Trans>Change</Trans>}
      ready={form.watch('email').trim() !== email}
      onSubmit={async () => {
        await submit()
        return false
      }}
      onClose={onClose}
    >
      <TextInput
        label={t`E-mail address`}
        type="email"
        autoComplete="off"
        data-autofocus
        error={form.errorOf('email')}
        {...form.register('email')}
      />
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          It signs {name} in, and gets the mails, from now on. {email} is told that it was changed; a link for a new
          password that was sent there stops working. Sessions go on.
        </Trans>
      </Text>
    </FormDialog>
  )
}
