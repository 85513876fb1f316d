import { useLingui } from '@lingui/react/macro'
import { IconEyeOff, IconHash } from '@tabler/icons-react'
import type { authorList } from '#contract/authors.ts'
import type { FilterControls } from '../../entity/list/list-filters.tsx'

export function useAuthorFilters(): FilterControls<typeof authorList.filters> {
  const { t } = useLingui()
  return {
    use: {
      label: t`Articles`,
      icon: <IconHash size={14} />,
      choices: { unused: t`No articles`, once: t`One article` },
    },
    hidden: { label: t`Hidden`, icon: <IconEyeOff size={14} /> },
  }
}
