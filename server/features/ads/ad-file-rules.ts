import type { AdPhase, AdStatus } from '#contract/ad-actions.ts'
import type { paceNames } from '#contract/ads.ts'
import type { Locale } from '#contract/locale.ts'

type Column =
  | 'id'
  | 'name'
  | 'advertiser'
  | 'status'
  | 'placements'
  | 'placement'
  | 'startsAt'
  | 'endsAt'
  | 'timeZone'
  | 'goal'
  | 'amount'
  | 'impressions'
  | 'viewable'
  | 'clicks'
  | 'clickThrough'
  | 'pace'
  | 'day'
  | 'expected'

/** The headings of files about ads. */
export const adFileHeads: Record<Locale, Record<Column, string>> = {
  en: {
    id: 'ID',
    name: 'Ad',
    advertiser: 'Advertiser',
    status: 'Status',
    placements: 'Placements',
    placement: 'Placement',
    startsAt: 'Start',
    endsAt: 'End',
    timeZone: 'Time zone',
    goal: 'Goal',
    amount: 'Amount',
    impressions: 'Impressions',
    viewable: 'In view',
    clicks: 'Clicks',
    clickThrough: 'Click-through rate',
    pace: 'Pacing',
    day: 'Day',
    expected: 'Expected impressions',
  },
  'zh-CN': {
    id: 'ID',
    name: '广告',
    advertiser: '广告主',
    status: '状态',
    placements: '广告位',
    placement: '广告位',
    startsAt: '开始',
    endsAt: '结束',
    timeZone: '时区',
    goal: '目标',
    amount: '数量',
    impressions: '展示',
    viewable: '可见',
    clicks: '点击',
    clickThrough: '点击率',
    pace: '投放节奏',
    day: '日期',
    expected: '预期展示',
  },
}

type Word = AdStatus | AdPhase | (typeof paceNames)[number] | 'none' | 'impressions' | 'clicks'

/** The words in their cells. */
export const adFileWords: Record<Locale, Record<Word, string> & { deletedPlacement: string }> = {
  en: {
    draft: 'Draft',
    pending: 'Waits for approval',
    approved: 'Approved',
    rejected: 'Rejected',
    paused: 'Paused',
    archived: 'Archived',
    scheduled: 'Scheduled',
    running: 'Running',
    ended: 'Ended',
    behind: 'Behind',
    on_track: 'On track',
    ahead: 'Ahead',
    none: 'None',
    impressions: 'Impressions',
    clicks: 'Clicks',
    deletedPlacement: 'Deleted placement',
  },
  'zh-CN': {
    draft: '草稿',
    pending: '待批准',
    approved: '已批准',
    rejected: '已拒绝',
    paused: '已暂停',
    archived: '已归档',
    scheduled: '已定时',
    running: '进行中',
    ended: '已结束',
    behind: '落后',
    on_track: '正常',
    ahead: '超前',
    none: '无',
    impressions: '展示',
    clicks: '点击',
    deletedPlacement: '已删除的广告位',
  },
}

type Counts = { impressions: number; viewable: number; clicks: number }

/** Impressions, impressions in view, clicks and clicks by impressions, as cells. */
export const countCells = ({ impressions, viewable, clicks }: Counts): (number | null)[] => [
  impressions,
  viewable,
  clicks,
  impressions > 0 ? Number((clicks / impressions).toFixed(6)) : null,
]
