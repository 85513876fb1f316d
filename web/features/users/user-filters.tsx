import { useLingui } from '@lingui/react/macro'
import { IconClockPause, IconShield, IconShieldCheck, IconUserCheck } from '@tabler/icons-react'
import type { userList } from '#contract/users.ts'
import { useAgeFilter } from '../../entity/list/age-filter.tsx'
import type { FilterControls } from '../../entity/list/list-filters.tsx'
import { useRoleName } from './role-names.ts'

export function useUserFilters(): FilterControls<typeof userList.filters> {
  const { t } = useLingui()
  const roleName = useRoleName()
  const ageFilter = useAgeFilter()
  return {
    status: {
      label: t`Status`,
      icon: <IconUserCheck size={14} />,
      choices: { pending: t`Waits for approval`, active: t`Active`, suspended: t`Suspended` },
    },
    role: {
      label: t`Role`,
      icon: <IconShield size={14} />,
      choices: {
        administrator: roleName('administrator'),
        editor: roleName('editor'),
        author: roleName('author'),
        ad_manager: roleName('ad_manager'),
        viewer: roleName('viewer'),
      },
    },
    secondStep: {
      label: t`Two-step sign-in`,
      icon: <IconShieldCheck size={14} />,
    },
    awayFor: ageFilter({
      key: 'awayFor',
      label: t`Away for`,
      question: t`Has not signed in for`,
      icon: <IconClockPause size={14} />,
    }),
  }
}
