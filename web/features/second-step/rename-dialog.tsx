import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Passkey } from '#contract/second-step.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { useRenamePasskey } from './second-step-api.ts'

export function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useLingui()
  const [name, setName] = useState(passkey.name)
  const rename = useRenamePasskey()
  return (
    <FormDialog
      title={<Trans>Rename the passkey</Trans>}
      submitLabel={<Trans>Rename</Trans>}
      size="sm"
      ready={name.trim() !== ''}
      onSubmit={async () => void (await rename.mutateAsync({ id: passkey.id, name }))}
      onClose={onClose}
    >
      <TextInput
        label={t`Name of the passkey`}
        maxLength={60}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
