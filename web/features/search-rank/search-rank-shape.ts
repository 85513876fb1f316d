import type { Request } from '#contract/endpoint.ts'
import { type searchRankEndpoints, searchRankSorts, type SearchRankWindow } from '#contract/search-rank.ts'
import { searchRankTabs, type SearchRankTab } from '#contract/search-rank-tabs.ts'
import type { ListShape, ListState } from '../../ui/list-state.ts'

/** `term` is the term whose panel is open. */
export const searchRankShape: ListShape = {
  filters: {
    tab: new RegExp(`^(${searchRankTabs.join('|')})$`),
    window: /^(24h|7d|30d)$/,
    hidden: /^true$/,
    term: /^.{1,200}$/su,
  },
  sorts: searchRankSorts,
  defaultSort: '-searches',
  columns: ['searches', 'trend', 'searchers', 'results', 'zeroResultShare', 'clickThrough', 'clickPosition'],
}

/** The order in which a tab is first shown. */
export const sortOfTab: Record<SearchRankTab, string> = {
  top: '-searches',
  rising: '-trend',
  'no-results': '-searches',
  'no-clicks': '-searches',
  'low-position': '-clickPosition',
}

export const tabOf = ({ filters }: ListState): SearchRankTab => (filters['tab'] ?? 'top') as SearchRankTab
export const windowOf = ({ filters }: ListState): SearchRankWindow => (filters['window'] ?? '7d') as SearchRankWindow

export type SearchRankAsked = Request<typeof searchRankEndpoints.list>['query']

/** What the screen asks the server for. */
export const searchRankQuery = (state: ListState): SearchRankAsked => ({
  ...(state.q && { q: state.q }),
  ...(state.filters['hidden'] && { hidden: 'true' as const }),
  tab: tabOf(state),
  window: windowOf(state),
  // The shape lets no other sort through.
  sort: state.sort as NonNullable<SearchRankAsked['sort']>,
  page: state.page,
  pageSize: state.pageSize,
})
