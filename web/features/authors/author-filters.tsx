import { useLingui } from '@lingui/react/macro'
import { IconEyeOff, IconHash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type Filter, FilterChoices } from '../../ui/data-table/filter-bar.tsx'

export function useAuthorFilters(): readonly Filter[] {
  const { t } = useLingui()
  return useMemo(() => {
    const use: Record<string, string> = { unused: t`No articles`, once: t`One article` }
    return [
      {
        key: 'use',
        label: t`Articles`,
        icon: <IconHash size={14} />,
        describe: (values) => use[values['use'] ?? ''],
        edit: ({ values, set, close }) => (
          <FilterChoices
            label={t`Articles`}
            value={values['use']}
            choices={Object.entries(use).map(([value, label]) => ({ value, label }))}
            onChoose={(value) => {
              set({ use: value })
              close()
            }}
          />
        ),
      },
      { key: 'hidden', label: t`Hidden`, icon: <IconEyeOff size={14} />, isSwitch: true },
    ]
  }, [t])
}
