import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Role, roles } from '#contract/permissions.ts'
import { useMethods } from '../second-step/second-step-api.ts'
import { useMe } from '../session/session-api.ts'
import { useRoleName } from '../users/role-names.ts'
import { SettingSection } from './setting-section.tsx'

/** Whose sign-in takes a second step. */
export function SecondStepSettings({ required }: { required: readonly Role[] }) {
  const { t } = useLingui()
  const roleName = useRoleName()
  const me = useMe()
  const own = useMethods().data
  const [chosen, setChosen] = useState<readonly Role[]>()
  const value = chosen ?? required
  const sorted = roles.filter((role) => value.includes(role))
  const isSame = sorted.length === required.length && sorted.every((role) => required.includes(role))
  // Saving it would end this very session.
  const isLockedOut = me !== undefined && own?.recoveryCodesLeft === null && value.includes(me.role)

  return (
    <SettingSection
      title={<Trans>Two-step sign-in</Trans>}
      description={
        <Trans>
          Roles that need a second step besides the password. People without one set it up at their next sign-in, before
          anything else. Sessions without it end when you save.
        </Trans>
      }
      change={isSame ? undefined : { secondStep: { roles: sorted } }}
      isWrong={!isSame && isLockedOut}
      onReset={() => setChosen(undefined)}
    >
      <Checkbox.Group
        label={t`Required for`}
        value={[...value]}
        onChange={(next) => setChosen(roles.filter((role) => next.includes(role)))}
      >
        <Stack gap="sm" mt={6}>
          {roles.map((role) => (
            <Checkbox key={role} value={role} label={roleName(role)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {!isSame && isLockedOut && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          <Trans>
            Set up your own two-step sign-in first, in your profile. Otherwise you would be signed out by saving this.
          </Trans>
        </Text>
      )}
    </SettingSection>
  )
}
