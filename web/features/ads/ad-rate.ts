import type { I18n } from '@lingui/core'

/** Clicks by impressions; null before the first impression. */
export const rateOf = ({ impressions, clicks }: { impressions: number; clicks: number }): number | null =>
  impressions > 0 ? clicks / impressions : null

/** A rate in percent, always with two decimals so that a column of them lines up; a dash where there is none. */
export const rateText = (rate: number | null, i18n: Pick<I18n, 'number'>): string =>
  rate === null ? '–' : i18n.number(rate, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 })
