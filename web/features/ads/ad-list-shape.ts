import { adList } from '#contract/ads.ts'
import { screenChoice } from '#contract/filter-data.ts'
import { type ControlOf, listShape } from '../../entity/list/entity-list.ts'
import { planPresets } from '../../ui/data-table/day-presets.ts'

/** Days that move with the calendar. */
const own = { runs: screenChoice(planPresets) }
/** What the list of ads can be asked for. */
export const adListShape = listShape(adList, {
  own,
  days: { runs: { from: 'from', to: 'to' } },
  columns: [
    'status',
    'placements',
    'startsAt',
    'endsAt',
    'goal',
    'pace',
    'impressions',
    'clicks',
    'clickThrough',
    'updatedAt',
  ],
  hiddenAtFirst: ['startsAt', 'goal', 'updatedAt'],
})
export type AdListControl = ControlOf<typeof adList, typeof own>
/** The filters of the menu. */
export type AdListFilters = typeof adList.filters & typeof own
