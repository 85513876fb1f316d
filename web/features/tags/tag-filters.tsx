import { useLingui } from '@lingui/react/macro'
import { IconCopy, IconEyeOff, IconHash } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Filter } from '../../ui/data-table/filter-bar.tsx'
import { choiceFilter } from '../../ui/data-table/filter-choices.tsx'

export function useTagFilters(): readonly Filter[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      choiceFilter({
        key: 'use',
        label: t`Use`,
        icon: <IconHash size={14} />,
        choices: [
          { value: 'unused', label: t`Unused` },
          { value: 'once', label: t`Used once` },
        ],
      }),
      { key: 'alike', label: t`Look-alikes`, icon: <IconCopy size={14} />, isSwitch: true },
      choiceFilter({
        key: 'visibility',
        label: t`Visibility`,
        icon: <IconEyeOff size={14} />,
        choices: [
          { value: 'internal', label: t`Internal` },
          { value: 'public', label: t`Public` },
        ],
      }),
    ],
    [t],
  )
}
