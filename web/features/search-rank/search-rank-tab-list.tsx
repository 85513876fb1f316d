import { useLingui } from '@lingui/react/macro'
import { searchRankTabs } from '#contract/search-rank-tabs.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { writeListState } from '../../ui/list-address.ts'
import { type SearchRankControl, sortOfTab, tabOf } from './search-rank-shape.ts'
import { useSearchRankWords } from './search-rank-words.ts'

/** The five questions of the screen, as links to its own address. */
export function SearchRankTabList({ list }: { list: SearchRankControl }) {
  const { t } = useLingui()
  const { tabs } = useSearchRankWords()
  const { shape, state } = list
  const { term: _term, ...filters } = state.filters
  return (
    <LinkTabs
      label={t`Views`}
      current={tabOf(state.filters)}
      tabs={searchRankTabs.map((tab) => {
        const next = { filters: { ...filters, tab }, sort: sortOfTab[tab], page: 1 }
        return {
          key: tab,
          to: writeListState(shape, { ...state, ...next }) || '?',
          label: tabs[tab],
          onShow: () => list.update(next),
        }
      })}
    />
  )
}
