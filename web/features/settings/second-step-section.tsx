import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Stack, Text } from '@mantine/core'
import { roles } from '#contract/permissions.ts'
import type { Settings } from '#contract/settings.ts'
import { useMethods } from '../second-step/second-step-api.ts'
import { useMe } from '../session/session-api.ts'
import { useRoleName } from '../users/role-names.ts'
import { SettingForm, useSettingForm } from './setting-form.tsx'

/** Whose sign-in takes a second step. */
export function SecondStepSettings({ settings }: { settings: Settings }) {
  const { t } = useLingui()
  const roleName = useRoleName()
  const me = useMe()
  const own = useMethods().data
  const { values, set, errorOf, frame } = useSettingForm(settings, 'secondStep', {
    roles: { label: t`Required for`, show: (required) => required.map(roleName).join('\n') || t`No role` },
  })
  // Saving it would end this very session.
  const isLockedOut =
    frame.dirty && me !== undefined && own?.recoveryCodesLeft === null && values.roles.includes(me.role)

  return (
    <SettingForm
      title={<Trans>Two-step sign-in</Trans>}
      description={
        <Trans>
          Roles that need a second step besides the password. People without one set it up at their next sign-in, before
          anything else. Sessions without it end when you save.
        </Trans>
      }
      frame={frame}
      isWrong={isLockedOut}
    >
      <Checkbox.Group
        label={t`Required for`}
        value={values.roles}
        onChange={(next) =>
          set(
            'roles',
            roles.filter((role) => next.includes(role)),
          )
        }
        error={!isLockedOut && errorOf('roles')}
      >
        <Stack gap="sm" mt={6}>
          {roles.map((role) => (
            <Checkbox key={role} value={role} label={roleName(role)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {isLockedOut && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          <Trans>
            Set up your own two-step sign-in first, in your profile. Otherwise you would be signed out by saving this.
          </Trans>
        </Text>
      )}
    </SettingForm>
  )
}
