import { Trans, useLingui } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { AddressChange } from '#contract/session.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { PasswordField } from './password-field.tsx'
import { useChangeAddress } from './session-api.ts'

/** Changes my e-mail address. @param email the one that I have */
export function AddressDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useLingui()
  const change = useChangeAddress()
  const form = useContractForm(AddressChange, { email: '', password: '' })
  const submit = form.handleSubmit(async (given) => {
    try {
      const { email: address } = await change.mutateAsync(given)
      notifyDone(t`Your e-mail address is ${address} now`)
      onClose()
    } catch (error) {
      if (!form.show(error)) throw error
    }
  })
  return (
    <FormDialog
      title={<Trans>Change your e-mail address</Trans>}
      submitLabel={<Trans>Change</Trans>}
      onSubmit={async () => {
        await submit()
        return false
      }}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <Trans>The new address signs you in and gets our mails from now on. {email} is told that it was changed.</Trans>
      </Text>
      <TextInput
        label={t`New e-mail address`}
        type="email"
        autoComplete="email"
        data-autofocus
        error={form.errorOf('email')}
        {...form.register('email')}
      />
      <PasswordField
        username={email}
        label={t`Your password`}
        autoComplete="current-password"
        error={form.errorOf('password')}
        {...form.register('password')}
      />
    </FormDialog>
  )
}
