import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { OwnPasswordField } from './own-password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useNewRecoveryCodes } from './second-step-api.ts'

/** Shows recovery codes that were just made; without them asks for the password and makes new ones. */
export function CodesDialog({ codes, onClose }: { codes: string[] | undefined; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [made, setMade] = useState(codes)
  const make = useNewRecoveryCodes()
  if (made)
    return (
      <FormDialog
        key="made"
        showsOnce
        title={<Trans>Save your recovery codes</Trans>}
        cancelLabel={<Trans>I saved them</Trans>}
        onSubmit={() => undefined}
        onClose={onClose}
      >
        <RecoveryCodes codes={made} />
      </FormDialog>
    )
  return (
    <FormDialog
      title={<Trans>Make new recovery codes</Trans>}
      submitLabel={<Trans>Make new codes</Trans>}
      ready={password !== ''}
      onSubmit={async () => {
        setMade((await make.mutateAsync(password)).recoveryCodes)
        return false
      }}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>Your current codes will stop working.</Trans>
      </Text>
      <OwnPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}
