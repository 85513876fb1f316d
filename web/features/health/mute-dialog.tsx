import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { HealthCheckName } from '#contract/health-checks.ts'
import { MUTE_REASON_MAX } from '#contract/health.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { useCheckChange } from './health-api.ts'
import { useCheckTexts } from './health-check-texts.ts'

const HOUR = 3_600_000

/** Asks for how long a check is to be left out, and why. */
export function MuteDialog({ name, onClose }: { name: HealthCheckName | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const texts = useCheckTexts()
  const [shown, setShown] = useState(name)
  if (name !== undefined && name !== shown) setShown(name)
  const check = shown ? texts(shown).name : ''
  return (
    <Modal
      opened={name !== undefined}
      onClose={onClose}
      title={t`Mute “${check}”`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {shown && <MuteForm key={shown} name={shown} check={check} onClose={onClose} />}
    </Modal>
  )
}

type FormProps = { name: HealthCheckName; check: string; onClose: () => void }

function MuteForm({ name, check, onClose }: FormProps) {
  const { t } = useLingui()
  const change = useCheckChange()
  const [hours, setHours] = useState('24')
  const [reason, setReason] = useState('')
  const periods = [
    { value: '1', label: t`1 hour` },
    { value: '8', label: t`8 hours` },
    { value: '24', label: t`24 hours` },
    { value: '168', label: t`7 days` },
    { value: '720', label: t`30 days` },
  ]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const until = new Date(Date.now() + Number(hours) * HOUR).toISOString()
        const done = () => {
          notifyDone(t`“${check}” is muted`)
          onClose()
        }
        change.mutate({ action: 'mute', name, until, reason }, { onSuccess: done })
      }}
    >
      <Stack>
        <Text size="sm">
          <Trans>
            It is still measured and shown, but does not count for the state of the whole, and no alert goes out.
            Afterwards it counts again by itself.
          </Trans>
        </Text>
        <Select
          label={t`For how long`}
          data={periods}
          value={hours}
          onChange={(next) => setHours(next ?? '24')}
          allowDeselect={false}
          data-autofocus
        />
        <TextInput
          label={t`Reason (optional)`}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={MUTE_REASON_MAX}
        />
        <FormProblem error={change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={change.isPending}>
            <Trans>Mute</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
