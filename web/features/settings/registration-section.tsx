import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Radio, Stack } from '@mantine/core'
import { type RegistrationMode, registrationModes, type Settings } from '#contract/settings.ts'
import { SettingForm, useSettingForm } from './setting-form.tsx'

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
export function RegistrationSection({ settings }: { settings: Settings }) {
  const { t, i18n } = useLingui()
  const { values, set, frame } = useSettingForm(settings, 'registration', {
    mode: { label: t`New accounts`, show: (mode) => i18n._(modes[mode].label) },
  })

  return (
    <SettingForm
      title={<Trans>Registration</Trans>}
      description={<Trans>How people get accounts. It counts from the moment you save it.</Trans>}
      frame={frame}
    >
      <Radio.Group
        label={t`New accounts`}
        value={values.mode}
        onChange={(next) => set('mode', next as RegistrationMode)}
      >
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
    </SettingForm>
  )
}
