import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Passkey } from '#contract/second-step.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { OwnPasswordField } from './own-password-field.tsx'
import { useMethods, useRemoveApp, useRemovePasskey } from './second-step-api.ts'

/** Removes a passkey, or the authenticator app when none is given. */
export function RemoveDialog({ passkey, onClose }: { passkey?: Passkey; onClose: () => void }) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const methods = useMethods().data
  const [removeApp, removePasskey] = [useRemoveApp(), useRemovePasskey()]
  const isLast = methods !== undefined && methods.passkeys.length + (methods.app ? 1 : 0) === 1
  const name = passkey?.name ?? ''
  const submit = async () => {
    await (passkey ? removePasskey.mutateAsync({ id: passkey.id, password }) : removeApp.mutateAsync(password))
    notifyDone(passkey ? t`Removed ${name}` : t`Removed the authenticator app`)
  }
  return (
    <FormDialog
      title={passkey ? <Trans>Remove {name}?</Trans> : <Trans>Remove the authenticator app?</Trans>}
      submitLabel={<Trans>Remove</Trans>}
      danger
      ready={password !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {isLast ? (
          <Trans>This is the last one: two-step sign-in will be off, and your recovery codes will stop working.</Trans>
        ) : (
          <Trans>It will no longer sign you in. The other methods stay.</Trans>
        )}
      </Text>
      <OwnPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}
