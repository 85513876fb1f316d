import { useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Radio, Stack } from '@mantine/core'
import { type Role, roles } from '#contract/permissions.ts'
import { useRoleName } from './role-names.ts'

const may: Record<Role, MessageDescriptor> = {
  administrator: msg`Everything, users and settings included.`,
  editor: msg`Writes and publishes everything; no users, no settings.`,
  author: msg`Writes own articles and hands them in for review.`,
  ad_manager: msg`Runs ads and placements.`,
  viewer: msg`Reads what is published, and the statistics.`,
}

type Props = { value: Role; onChange: (role: Role) => void; disabled?: boolean }

/** A role, each with what it means. */
export function RoleField({ value, onChange, disabled = false }: Props) {
  const { t, i18n } = useLingui()
  const roleName = useRoleName()
  return (
    <Radio.Group label={t`Role`} value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap="xs" mt={6}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={roleName(role)} description={i18n._(may[role])} disabled={disabled} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
