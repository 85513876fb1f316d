import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { browserOf } from '../session/browser-name.ts'
import { OwnPasswordField } from './own-password-field.tsx'
import { useAddPasskey } from './second-step-api.ts'

type Props = { onClose: () => void; onAdded: (recoveryCodes: string[] | null) => void }

/** Names a new passkey and has the browser make it. */
export function PasskeyDialog({ onClose, onAdded }: Props) {
  const { t } = useLingui()
  const [name, setName] = useState(() => browserOf(navigator.userAgent) ?? t`Passkey`)
  const [password, setPassword] = useState('')
  const add = useAddPasskey()
  const submit = async () => {
    const added = await add.mutateAsync({ password, name })
    if (!added) return t`The browser made no passkey: it was cancelled, or this device has one already.`
    onAdded(added.recoveryCodes)
    return false
  }
  return (
    <FormDialog
      title={<Trans>Add a passkey</Trans>}
      submitLabel={<Trans>Make a passkey</Trans>}
      ready={name.trim() !== '' && password !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t`Name of the passkey`}
        description={t`For example, the device it is on`}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <OwnPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}
