import { useLingui } from '@lingui/react/macro'
import {
  IconAlarm,
  IconBuildingStore,
  IconCalendar,
  IconCheck,
  IconCircleDot,
  IconGauge,
  IconLayoutBoard,
} from '@tabler/icons-react'
import { adPhases, adStates } from '#contract/ad-actions.ts'
import { choicesOf, type FilterControls } from '../../entity/list/list-filters.tsx'
import { pickFilter } from '../../entity/list/pick-filter.tsx'
import { useDayFilter } from '../../ui/data-table/day-filter.tsx'
import { planPresets } from '../../ui/data-table/day-presets.ts'
import { usePlacementOption } from '../placements/placement-api.ts'
import { PlacementPicker } from '../placements/placement-picker.tsx'
import type { AdListFilters } from './ad-list-shape.ts'
import { AdvertiserChoice } from './advertiser-choice.tsx'
import { StageDot } from './ad-status.tsx'
import { paceLabels, stageNames } from './ad-words.ts'

/** The filters of the list of ads. */
export function useAdFilters(values: { placement?: string }): FilterControls<AdListFilters> {
  const { t } = useLingui()
  const dayFilter = useDayFilter()
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
    advertiser: {
      label: t`Advertiser`,
      icon: <IconBuildingStore size={14} />,
      describe: ({ advertiser }) => advertiser,
      edit: ({ values: { advertiser = '' }, set, close }) => (
        <AdvertiserChoice
          value={advertiser}
          onChoose={(chosen) => {
            set({ advertiser: chosen })
            close()
          }}
        />
      ),
    },
    runs: dayFilter({
      key: 'runs',
      from: 'from',
      to: 'to',
      presets: planPresets,
      label: t`Runs`,
      icon: <IconCalendar size={14} />,
    }),
    from: null,
    to: null,
    submitted: { label: t`Submitted`, icon: <IconCheck size={14} /> },
    pace: {
      label: t`Pacing`,
      icon: <IconGauge size={14} />,
      choices: { behind: t(paceLabels.behind), on_track: t(paceLabels.on_track), ahead: t(paceLabels.ahead) },
    },
    attention: { label: t`Ends soon or is behind`, icon: <IconAlarm size={14} /> },
  }
}
