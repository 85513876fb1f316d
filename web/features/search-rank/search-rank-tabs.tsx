import { useLingui } from '@lingui/react/macro'
import { searchRankTabs } from '#contract/search-rank-tabs.ts'
import { type ListControl, writeListState } from '../../ui/list-state.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { sortOfTab, tabOf } from './search-rank-shape.ts'
import { useSearchRankWords } from './search-rank-words.ts'
import classes from './search-rank.module.css'

/** The five questions of the screen, as links to its own address. */
export function SearchRankTabs({ list }: { list: ListControl }) {
  const { t } = useLingui()
  const { tabs } = useSearchRankWords()
  const { shape, state } = list
  const current = tabOf(state)
  return (
    <nav aria-label={t`Views`} className={classes.tabs}>
      <ul>
        {searchRankTabs.map((tab) => {
          const { term: _term, ...filters } = state.filters
          const next = { filters: { ...filters, tab }, sort: sortOfTab[tab], page: 1 }
          return (
            <li key={tab} data-active={tab === current || undefined}>
              <ScreenLink
                to={writeListState(shape, { ...state, ...next }) || '?'}
                aria-current={tab === current ? 'page' : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  list.update(next)
                }}
              >
                {tabs[tab]}
              </ScreenLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
