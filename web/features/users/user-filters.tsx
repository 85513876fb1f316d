import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { IconShield, IconUserCheck } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { type Role, roles } from '#contract/permissions.ts'
import { userStatuses } from '#contract/users.ts'
import type { Filter } from '../../ui/data-table/filter-bar.tsx'
import { useRoleName } from './role-names.ts'

const statusWords: Record<string, ReactNode> = {
  active: <Trans>Active</Trans>,
  pending: <Trans>Waits for approval</Trans>,
  suspended: <Trans>Suspended</Trans>,
}

export function useUserFilters(): readonly Filter[] {
  const { t } = useLingui()
  const roleName = useRoleName()
  return useMemo(() => {
    const status = { active: t`Active`, pending: t`Waits for approval`, suspended: t`Suspended` }
    const choice =
      (key: string, label: string, options: readonly { value: string; label: string }[]): Filter['edit'] =>
      ({ values, set, close }) => (
        <NativeSelect
          size="xs"
          aria-label={label}
          data={[{ value: '', label: t`Any` }, ...options]}
          value={values[key] ?? ''}
          onChange={(event) => {
            set({ [key]: event.currentTarget.value })
            close()
          }}
        />
      )
    return [
      {
        key: 'status',
        label: t`Status`,
        icon: <IconUserCheck size={14} />,
        describe: (values) => statusWords[values['status'] ?? ''],
        edit: choice(
          'status',
          t`Status`,
          userStatuses.map((value) => ({ value, label: status[value] })),
        ),
      },
      {
        key: 'role',
        label: t`Role`,
        icon: <IconShield size={14} />,
        describe: (values) => roleName(values['role'] as Role),
        edit: choice(
          'role',
          t`Role`,
          roles.map((value) => ({ value, label: roleName(value) })),
        ),
      },
    ]
  }, [t, roleName])
}
