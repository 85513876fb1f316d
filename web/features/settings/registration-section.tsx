import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { type RegistrationMode, registrationModes } from '#contract/settings.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { useScreenTitle } from '../../ui/screen.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { ProfileSection } from '../session/profile-section.tsx'
import { useEditSettings } from './setting-api.ts'

const modes: Record<RegistrationMode, { label: MessageDescriptor; description: MessageDescriptor }> = {
  closed: {
    label: msg`Closed`,
    description: msg`Nobody gets a new account. Invitations that were sent do not work meanwhile.`,
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
  const edit = useEditSettings()
  const value = chosen ?? mode
  const isDirty = value !== mode
  useScreenTitle(undefined, { unsaved: isDirty })

  const save = () =>
    edit.mutate(
      { registration: { mode: value } },
      {
        onSuccess: () => {
          setChosen(undefined)
          notifyDone(t`Settings saved`)
        },
      },
    )

  return (
    <ProfileSection
      title={<Trans>Registration</Trans>}
      description={<Trans>How people get accounts. It counts from the moment you save it.</Trans>}
    >
      <form
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
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
        <FormProblem error={edit.error} />
        <Group gap="sm">
          <Button type="submit" loading={edit.isPending} disabled={!isDirty}>
            <Trans>Save</Trans>
          </Button>
          {isDirty && (
            <Button variant="subtle" color="gray" onClick={() => setChosen(undefined)}>
              <Trans>Discard</Trans>
            </Button>
          )}
        </Group>
      </form>
    </ProfileSection>
  )
}
