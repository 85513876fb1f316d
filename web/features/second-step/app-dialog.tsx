import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { AppSecret } from '#contract/second-step.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { AppSecretView } from './app-secret-view.tsx'
import { CodeField } from './code-field.tsx'
import { OwnPasswordField } from './own-password-field.tsx'
import { beginApp, useConfirmApp } from './second-step-api.ts'

type Props = { onClose: () => void; onAdded: (recoveryCodes: string[] | null) => void }

/** The password, then the secret of a new app and its first code. */
export function AppDialog({ onClose, onAdded }: Props) {
  const [password, setPassword] = useState('')
  const [secret, setSecret] = useState<AppSecret>()
  const [code, setCode] = useState('')
  const confirm = useConfirmApp()
  const submit = async () => {
    if (!secret) {
      setSecret(await beginApp(password))
      return false
    }
    onAdded((await confirm.mutateAsync(code)).recoveryCodes)
    return false
  }
  return (
    <FormDialog
      title={<Trans>Authenticator app</Trans>}
      submitLabel={secret ? <Trans>Set up the app</Trans> : <Trans>Continue</Trans>}
      ready={secret ? code.trim() !== '' : password !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {secret ? (
        <>
          <AppSecretView {...secret} />
          <CodeField value={code} onChange={(event) => setCode(event.currentTarget.value)} />
        </>
      ) : (
        <OwnPasswordField value={password} onChange={setPassword} />
      )}
    </FormDialog>
  )
}
