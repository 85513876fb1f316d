import type { Locale } from '#contract/locale.ts'
import type { SearchRankItem, SearchRankWindow } from '#contract/search-rank.ts'
import type { CsvRow } from '../../http/csv-rules.ts'

type Cells = {
  term: string
  variants: string
  window: string
  searches: number
  previous: number | null
  change: number | null
  searchers: number
  results: number | null
  noResults: number
  zeroResultShare: number
  clickers: number
  clickThrough: number
  clicks: number
  clickPosition: number | null
  pins: number
}

const heads: Record<Locale, Record<keyof Cells, string>> = {
  en: {
    term: 'Search term',
    variants: 'Also searched as',
    window: 'Period',
    searches: 'Searches',
    previous: 'Searches in the period before',
    change: 'Change',
    searchers: 'Readers',
    results: 'Results of the last search',
    noResults: 'Searches without results',
    zeroResultShare: 'Share without results',
    clickers: 'Readers who opened a result',
    clickThrough: 'Share who opened a result',
    clicks: 'Clicks',
    clickPosition: 'Click position',
    pins: 'Pinned articles',
  },
  'zh-CN': {
    term: '搜索词',
    variants: '其他写法',
    window: '时段',
    searches: '搜索次数',
    previous: '上一时段搜索次数',
    change: '变化',
    searchers: '读者',
    results: '最近一次搜索的结果数',
    noResults: '无结果的搜索次数',
    zeroResultShare: '无结果比例',
    clickers: '打开结果的读者',
    clickThrough: '打开结果的比例',
    clicks: '点击',
    clickPosition: '点击位置',
    pins: '置顶文章',
  },
}

const windows: Record<Locale, Record<SearchRankWindow, string>> = {
  en: { '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
  'zh-CN': { '24h': '24 小时', '7d': '7 天', '30d': '30 天' },
}

const rounded = (value: number) => Number(value.toFixed(6))

/** The ranking as rows of a file, its head first. */
export function searchRankTable(items: readonly SearchRankItem[], window: SearchRankWindow, locale: Locale): CsvRow[] {
  const head = heads[locale]
  const columns = Object.keys(head) as (keyof Cells)[]
  const rows = items.map((item): Cells => {
    const { previous, searches, variants, clickPosition } = item
    return {
      ...item,
      variants: variants.join('; '),
      window: windows[locale][window],
      change: previous === null ? null : searches - previous,
      zeroResultShare: rounded(item.zeroResultShare),
      clickThrough: rounded(item.clickThrough),
      clickPosition: clickPosition === null ? null : rounded(clickPosition),
    }
  })
  return [columns.map((column) => head[column]), ...rows.map((row) => columns.map((column) => row[column]))]
}
