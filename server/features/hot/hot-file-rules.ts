import type { HotItem, HotWindow } from '#contract/hot.ts'
import type { Locale } from '#contract/locale.ts'
import { wallTimeAt } from '#contract/zoned-time.ts'
import type { CsvRow } from '../../http/csv-rules.ts'

type Cells = {
  rank: number | null
  title: string
  slug: string
  publishedAt: string
  timeZone: string
  score: number
  views1h: number
  views24h: number
  views7d: number
  lift: number | null
  topReferrer: string | null
  topTerm: string | null
  decision: string | null
  until: string | null
  decidedBy: string | null
}

const heads: Record<Locale, Record<keyof Cells, string>> = {
  en: {
    rank: 'Position',
    title: 'Article',
    slug: 'Slug',
    publishedAt: 'Published',
    timeZone: 'Time zone',
    score: 'Score',
    views1h: 'Views in the last hour',
    views24h: 'Views in 24 hours',
    views7d: 'Views in 7 days',
    lift: 'Times the usual views',
    topReferrer: 'Most come from',
    topTerm: 'Found by',
    decision: 'Decision',
    until: 'Until',
    decidedBy: 'By',
  },
  'zh-CN': {
    rank: '位置',
    title: '文章',
    slug: '网址别名',
    publishedAt: '发布时间',
    timeZone: '时区',
    score: '热度',
    views1h: '最近 1 小时浏览',
    views24h: '24 小时浏览',
    views7d: '7 天浏览',
    lift: '平时的倍数',
    topReferrer: '主要来源',
    topTerm: '搜索词',
    decision: '人工调整',
    until: '截止时间',
    decidedBy: '操作人',
  },
}

const decisions: Record<Locale, { pinned: string; buried: string }> = {
  en: { pinned: 'Pinned', buried: 'Buried' },
  'zh-CN': { pinned: '已置顶', buried: '已压低' },
}

const rounded = (value: number) => Number(value.toFixed(3))

/** What is hot as rows of a file, its head first; the views of seven days only where these are ranked. Times in the zone. */
export function hotTable(
  items: readonly HotItem[],
  { window, timeZone, locale }: { window: HotWindow; timeZone: string; locale: Locale },
): CsvRow[] {
  const [head, words] = [heads[locale], decisions[locale]]
  const columns = (Object.keys(head) as (keyof Cells)[]).filter((column) => column !== 'views7d' || window === '7d')
  const wall = (time: string) => wallTimeAt(Date.parse(time), timeZone).slice(0, 16).replace('T', ' ')
  const rows = items.map((item): Cells => {
    const { pinned, buried, until, decidedBy, lift, partViews } = item
    return {
      ...item,
      publishedAt: wall(item.publishedAt),
      timeZone,
      score: rounded(item.score),
      views7d: partViews.recent + partViews.earlier,
      lift: lift === null ? null : rounded(lift),
      decision: pinned ? words.pinned : buried ? words.buried : null,
      until: until && wall(until),
      decidedBy: decidedBy?.name ?? null,
    }
  })
  return [columns.map((column) => head[column]), ...rows.map((row) => columns.map((column) => row[column]))]
}
