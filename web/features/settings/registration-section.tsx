import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { type RegistrationMode, registrationModes } from '#contract/settings.ts'
import { SettingSection } from './setting-section.tsx'

const modes: Record<RegistrationMode, { label: MessageDescriptor; description: MessageDescriptor }> = {
  closed: {
    label: msg`Closed`,
    description: msg`No one gets a new account. Invitations that were sent do not work meanwhile.`,
  },
  approval: {
    label: msg`By approval`,
    description: msg`Anyone may ask for an account; an administrator approves it. Invitations work too.`,
  },
  invitation: {
    label: msg`By invitation`,
    description: msg`Only who was invited by an administrator gets an account.`,
  },
}

/** How people get accounts. */
export function RegistrationSection({ mode }: { mode: RegistrationMode }) {
  const { t, i18n } = useLingui()
  const [chosen, setChosen] = useState<RegistrationMode>()
  const value = chosen ?? mode

  return (
    <SettingSection
      title={<Trans>Registration</Trans>}
      description={<Trans>How people get accounts. It counts from the moment you save it.</Trans>}
      change={value === mode ? undefined : { registration: { mode: value } }}
      onReset={() => setChosen(undefined)}
    >
      <Radio.Group label={t`New accounts`} value={value} onChange={(next) => setChosen(next as RegistrationMode)}>
        <Stack gap="sm" mt={6}>
          {registrationModes.map((name) => (
            <Radio
              key={name}
              value={name}
              label={i18n._(modes[name].label)}
              description={i18n._(modes[name].description)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </SettingSection>
  )
}
