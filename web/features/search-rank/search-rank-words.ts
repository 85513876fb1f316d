import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { SearchRankItem, SearchRankWindow } from '#contract/search-rank.ts'
import { searchRankThresholds, type SearchRankTab } from '#contract/search-rank-tabs.ts'
import { listed } from '../../ui/listed.ts'

const { rising, noResults, noClicks, lowPosition } = searchRankThresholds

/** What tabs and windows are called, which terms a tab holds, and why one is there. */
export function useSearchRankWords() {
  const { t, i18n } = useLingui()
  const percent = (share: number, digits = 0) =>
    i18n.number(share, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: 1 })
  const position = (value: number) => i18n.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

  const tabs: Record<SearchRankTab, string> = {
    top: t`Top`,
    rising: t`Rising`,
    'no-results': t`No results`,
    'no-clicks': t`No clicks`,
    'low-position': t`Low position`,
  }
  const windows: Record<SearchRankWindow, string> = { '24h': t`24 hours`, '7d': t`7 days`, '30d': t`30 days` }
  const rules: Record<SearchRankTab, string> = {
    top: t`What readers search for, variants and synonyms added up.`,
    rising: t`At least ${rising.times} times as many searches as in the period before, and at least ${rising.more} more.`,
    'no-results': t`At least ${percent(noResults.share)} of the searches found nothing. A term leaves when readers find something for it: publish an article that has its words, or pin one.`,
    'no-clicks': t`At least ${noClicks.searches} searches found something, and fewer than ${percent(noClicks.share)} of the readers opened a result.`,
    'low-position': t`At least ${lowPosition.clicks} clicks, on average at position ${lowPosition.position} or further down.`,
  }
  const empty: Record<SearchRankTab, string> = {
    top: t`No term was searched for by three readers in this period`,
    rising: t`No term is rising`,
    'no-results': t`Every term finds something`,
    'no-clicks': t`Readers open what they find`,
    'low-position': t`Readers find what they want near the top`,
  }
  /** Why a term is in this tab, in its own figures. */
  function reason(tab: SearchRankTab, item: SearchRankItem): string {
    const { searches, previous, searchers, clickers, clicks, clickPosition, variants } = item
    switch (tab) {
      case 'rising':
        return previous === 0
          ? t`Not searched for in the period before`
          : t`${i18n.number(searches)} searches, ${i18n.number(previous ?? 0)} in the period before`
      case 'no-results':
        return t`${i18n.number(item.noResults)} of ${i18n.number(searches)} searches found nothing`
      case 'no-clicks':
        return t`${i18n.number(clickers)} of ${i18n.number(searchers)} readers opened a result`
      case 'low-position':
        return plural(clicks, {
          one: `# click, at position ${position(clickPosition ?? 0)}`,
          other: `# clicks, on average at position ${position(clickPosition ?? 0)}`,
        })
      default:
        return variants.length > 0 ? t`also ${listed(variants)}` : ''
    }
  }
  return { tabs, windows, rules, empty, reason, percent, position }
}
