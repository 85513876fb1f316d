export const searchRankTabs = ['top', 'rising', 'no-results', 'no-clicks', 'low-position'] as const
export type SearchRankTab = (typeof searchRankTabs)[number]

/** From where on a term is in a tab. Screens show these numbers. */
export const searchRankThresholds = {
  /** Rising: at least so many times the searches of the period before, and at least so many more. */
  rising: { times: 2, more: 5 },
  /** No results: at least this share of the searches found nothing, and readers would still find nothing. */
  noResults: { share: 0.5 },
  /** No clicks: so many searches with results, and a smaller share of the readers than this opened one. */
  noClicks: { searches: 3, share: 0.05 },
  /** Low position: so many clicks, on average at this position or further down. */
  lowPosition: { clicks: 3, position: 5 },
} as const

/** What was counted of a term, all its variants and synonyms added up. */
export type TermFigures = {
  searches: number
  /** Searches of the period before; null where that was not counted as a whole. */
  previous: number | null
  noResults: number
  /** Readers who searched, and those of them who opened a result. Of each day, added up. */
  searchers: number
  clickers: number
  clicks: number
  /** The sum of the positions clicked. */
  positionSum: number
  /** Whether readers would find something now, whatever they found before. */
  found: boolean
}

/** From 0 to 1; 0 where nothing was counted. */
export const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)

/** The average position of clicks, from 1; null without clicks. */
export const positionOf = ({ clicks, positionSum }: Pick<TermFigures, 'clicks' | 'positionSum'>): number | null =>
  clicks > 0 ? positionSum / clicks : null

const isIn: Record<SearchRankTab, (figures: TermFigures) => boolean> = {
  top: ({ searches }) => searches > 0,
  rising: ({ searches, previous }) => {
    const { times, more } = searchRankThresholds.rising
    return previous !== null && searches >= previous * times && searches - previous >= more
  },
  'no-results': (figures) => !figures.found && findsMostlyNothing(figures),
  'no-clicks': (figures) => {
    const { searches, share } = searchRankThresholds.noClicks
    const withResults = figures.searches - figures.noResults
    return (
      !findsMostlyNothing(figures) && withResults >= searches && shareOf(figures.clickers, figures.searchers) < share
    )
  },
  'low-position': (figures) => {
    const { clicks, position } = searchRankThresholds.lowPosition
    return figures.clicks >= clicks && (positionOf(figures) ?? 0) >= position
  },
}

const findsMostlyNothing = ({ noResults, searches }: TermFigures): boolean =>
  shareOf(noResults, searches) >= searchRankThresholds.noResults.share

/** The tabs that a term belongs to. */
export const tabsOf = (figures: TermFigures): SearchRankTab[] => searchRankTabs.filter((tab) => isIn[tab](figures))
