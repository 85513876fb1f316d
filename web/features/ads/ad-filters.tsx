import { useLingui } from '@lingui/react/macro'
import { IconCheck, IconCircleDot, IconLayoutBoard } from '@tabler/icons-react'
import { adPhases, adStates } from '#contract/ad-actions.ts'
import type { adList } from '#contract/ads.ts'
import { choicesOf, type FilterControls } from '../../entity/list/list-filters.tsx'
import { pickFilter } from '../../entity/list/pick-filter.tsx'
import { usePlacementOption } from '../placements/placement-api.ts'
import { PlacementPicker } from '../placements/placement-picker.tsx'
import { StageDot } from './ad-status.tsx'
import { stageNames } from './ad-words.ts'

/** The filters of the list of ads. */
export function useAdFilters(values: { placement?: string }): FilterControls<typeof adList.filters> {
  const { t } = useLingui()
  const placement = usePlacementOption(values.placement)
  return {
    status: {
      label: t`Status`,
      icon: <IconCircleDot size={14} />,
      chip: (status) => t(stageNames[status]),
      choices: choicesOf([...adStates, ...adPhases], (stage) => <StageDot stage={stage} />),
    },
    placement: pickFilter({
      key: 'placement',
      label: t`Placement`,
      icon: <IconLayoutBoard size={14} />,
      picker: PlacementPicker,
      picked: placement,
    }),
    submitted: { label: t`Submitted`, icon: <IconCheck size={14} /> },
  }
}
