import { TERM_MAX } from '#contract/events.ts'
import { screenWords } from '#contract/filter-data.ts'
import { searchRankList, type SearchRankWindow } from '#contract/search-rank.ts'
import type { SearchRankTab } from '#contract/search-rank-tabs.ts'
import { type ControlOf, listShape } from '../../entity/list/entity-list.ts'

/** `term` is the term whose panel is open. */
const own = { term: screenWords(TERM_MAX) }
export const searchRankShape = listShape(searchRankList, {
  own,
  columns: ['searches', 'trend', 'searchers', 'results', 'zeroResultShare', 'clickThrough', 'clickPosition'],
})
export type SearchRankControl = ControlOf<typeof searchRankList, typeof own>
type State = SearchRankControl['state']
type Asked = { tab?: SearchRankTab | undefined; window?: SearchRankWindow | undefined }

/** The order in which a tab is first shown. */
export const sortOfTab = {
  top: '-searches',
  rising: '-trend',
  'no-results': '-searches',
  'no-clicks': '-searches',
  'low-position': '-clickPosition',
} as const satisfies Record<SearchRankTab, State['sort']>

export const tabOf = ({ tab }: Asked): SearchRankTab => tab ?? 'top'
export const windowOf = ({ window }: Asked): SearchRankWindow => window ?? '7d'
