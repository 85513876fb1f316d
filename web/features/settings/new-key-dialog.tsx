import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, CopyButton, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { DELIVERY_KEY_NAME_MAX, type DeliveryScope, deliveryScopes } from '#contract/delivery-keys.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { useCreateDeliveryKey } from './delivery-key-api.ts'
import { useScopeName } from './scope-names.ts'

const DAY = 86_400_000
const NEVER = ''

/** Asks what a new key is for, then shows it, the only time that it can be seen. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const scopeName = useScopeName()
  const create = useCreateDeliveryKey()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<DeliveryScope[]>([...deliveryScopes])
  const [days, setDays] = useState('365')
  const [made, setMade] = useState<{ key: string; name: string }>()
  if (made) return <MadeKey value={made.key} name={made.name} onClose={onClose} />
  const periods = [
    { value: '30', label: t`30 days` },
    { value: '90', label: t`90 days` },
    { value: '365', label: t`1 year` },
    { value: NEVER, label: t`It does not expire` },
  ]
  return (
    <FormDialog
      title={<Trans>Make a key</Trans>}
      submitLabel={<Trans>Make the key</Trans>}
      ready={name.trim() !== '' && scopes.length > 0}
      onClose={onClose}
      onSubmit={async () => {
        const expiresAt = days === NEVER ? null : new Date(Date.now() + Number(days) * DAY).toISOString()
        setMade(await create.mutateAsync({ name, scopes, expiresAt }))
        return false
      }}
    >
      <TextInput
        label={t({ message: 'Name', context: 'of a key' })}
        description={t`What uses it, such as “Website” or “App”.`}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={DELIVERY_KEY_NAME_MAX}
        autoComplete="off"
        required
        data-autofocus
      />
      <Checkbox.Group
        label={t`What it opens`}
        value={scopes}
        onChange={(next) => setScopes(next as DeliveryScope[])}
        required
      >
        <Group gap="lg" mt={6}>
          {deliveryScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeName(scope)} />
          ))}
        </Group>
      </Checkbox.Group>
      <NativeSelect
        label={t`Expires after`}
        data={periods}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function MadeKey({ value, name, onClose }: { value: string; name: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Modal
      opened
      onClose={onClose}
      // It cannot be shown again.
      closeOnClickOutside={false}
      title={t`The key ${name}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        <Text size="sm">
          <Trans>Copy the key now: it is stored nowhere, and cannot be shown again.</Trans>
        </Text>
        <TextInput
          label={t({ message: 'Key', context: 'of the delivery API' })}
          value={value}
          readOnly
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <CopyButton value={value} timeout={4000}>
            {({ copied, copy }) => (
              <Button leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
                <span aria-live="polite">{copied ? <Trans>Copied</Trans> : <Trans>Copy the key</Trans>}</span>
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Modal>
  )
}
