import { useLingui } from '@lingui/react/macro'
import { IconCopy, IconEyeOff, IconHash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type Filter, FilterChoices } from '../../ui/data-table/filter-bar.tsx'

export function useTagFilters(): readonly Filter[] {
  const { t } = useLingui()
  return useMemo(() => {
    const use: Record<string, string> = { unused: t`Unused`, once: t`Used once` }
    const visibility: Record<string, string> = { internal: t`Internal`, public: t`Public` }
    const choice =
      (key: string, label: string, words: Record<string, string>): Filter['edit'] =>
      ({ values, set, close }) => (
        <FilterChoices
          label={label}
          value={values[key]}
          choices={Object.entries(words).map(([value, word]) => ({ value, label: word }))}
          onChoose={(value) => {
            set({ [key]: value })
            close()
          }}
        />
      )
    return [
      {
        key: 'use',
        label: t`Use`,
        icon: <IconHash size={14} />,
        describe: (values) => use[values['use'] ?? ''],
        edit: choice('use', t`Use`, use),
      },
      { key: 'alike', label: t`Look-alikes`, icon: <IconCopy size={14} />, isSwitch: true },
      {
        key: 'visibility',
        label: t`Visibility`,
        icon: <IconEyeOff size={14} />,
        describe: (values) => visibility[values['visibility'] ?? ''],
        edit: choice('visibility', t`Visibility`, visibility),
      },
    ]
  }, [t])
}
