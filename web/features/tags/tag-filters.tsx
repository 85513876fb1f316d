import { useLingui } from '@lingui/react/macro'
import { IconCopy, IconEyeOff, IconHash } from '@tabler/icons-react'
import type { tagList } from '#contract/tags.ts'
import type { FilterControls } from '../../entity/list/list-filters.tsx'

export function useTagFilters(): FilterControls<typeof tagList.filters> {
  const { t } = useLingui()
  return {
    use: { label: t`Use`, icon: <IconHash size={14} />, choices: { unused: t`Unused`, once: t`Used once` } },
    similar: { label: t`Similar tags`, icon: <IconCopy size={14} /> },
    visibility: {
      label: t`Visibility`,
      icon: <IconEyeOff size={14} />,
      choices: { internal: t`Internal`, public: t`Public` },
    },
  }
}
