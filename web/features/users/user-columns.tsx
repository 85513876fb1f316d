import { useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { User } from '#contract/users.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useRoleName } from './role-names.ts'
import { UserStatus } from './user-status.tsx'
import classes from './users.module.css'

export function useUserColumns(): readonly Column<User>[] {
  const { t } = useLingui()
  const roleName = useRoleName()
  return useMemo(
    () => [
      {
        key: 'name',
        header: t({ message: 'Name', context: 'of a person' }),
        sort: 'name',
        cell: ({ name, email }) => (
          <span className={classes.person}>
            <Text span inherit truncate>
              {name}
            </Text>
            <Text span size="sm" c="dimmed" truncate fw={400}>
              {email}
            </Text>
          </span>
        ),
      },
      { key: 'role', header: t`Role`, width: 110, cell: ({ role }) => roleName(role) },
      {
        key: 'status',
        header: t`Status`,
        width: 160,
        narrow: 100,
        cell: ({ status }) => <UserStatus status={status} />,
      },
      {
        key: 'secondStep',
        header: t`Two-step sign-in`,
        width: 125,
        narrow: 114,
        onPhone: 'labelled',
        cell: ({ secondStep }) => (secondStep ? t`On` : t`Off`),
      },
      {
        key: 'lastSignInAt',
        header: t`Last sign-in`,
        sort: 'lastSignInAt',
        sortFirst: 'desc',
        width: 132,
        narrow: 104,
        onPhone: 'labelled',
        cell: ({ lastSignInAt }) => (lastSignInAt ? <RelativeTime value={lastSignInAt} /> : t`Never`),
      },
      {
        key: 'lastSeenAt',
        header: t`Last seen`,
        width: 132,
        narrow: 104,
        onPhone: 'left-out',
        cell: ({ lastSeenAt }) => (lastSeenAt ? <RelativeTime value={lastSeenAt} /> : '–'),
      },
      {
        key: 'createdAt',
        header: t`Since`,
        sort: 'createdAt',
        sortFirst: 'desc',
        width: 132,
        narrow: 104,
        onPhone: 'left-out',
        cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
      },
    ],
    [t, roleName],
  )
}
