import { useLingui } from '@lingui/react/macro'
import { IconEyeOff, IconHash } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Filter } from '../../ui/data-table/filter-bar.tsx'
import { choiceFilter } from '../../ui/data-table/filter-choices.tsx'

export function useAuthorFilters(): readonly Filter[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      choiceFilter({
        key: 'use',
        label: t`Articles`,
        icon: <IconHash size={14} />,
        choices: [
          { value: 'unused', label: t`No articles` },
          { value: 'once', label: t`One article` },
        ],
      }),
      { key: 'hidden', label: t`Hidden`, icon: <IconEyeOff size={14} />, isSwitch: true },
    ],
    [t],
  )
}
