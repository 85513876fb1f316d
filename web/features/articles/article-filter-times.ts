import { useMemo, useSyncExternalStore } from 'react'
import { daysOfPreset, isDayPreset } from '../../ui/data-table/day-presets.ts'
import type { Days } from '../../ui/data-table/day-range.tsx'
import { dayAfter, momentOf, useTimeZone, wallTime } from '../../ui/time-zone.ts'
import type { ArticleQuery } from './article-api.ts'

type Values = Readonly<Record<string, string>>
type ArticleFilterInput = Omit<ArticleQuery, 'q' | 'sort' | 'page' | 'pageSize'>

/** The filters by days: a preset in the address, which moves with the calendar, or two moments. */
export const dayFilters = {
  changed: { from: 'from', to: 'to' },
  published: { from: 'publishedFrom', to: 'publishedTo' },
} as const

/** The days as two moments of the person's time zone, the second one excluded; empty where the range is open. */
export const momentsOf = ({ first, last }: Days, zone: string) => ({
  from: first && momentOf(first, zone).toISOString(),
  to: last && momentOf(dayAfter(last), zone).toISOString(),
})

/** A list that stays open over midnight moves on with the calendar. */
function everyMinute(look: () => void): () => void {
  const timer = setInterval(look, 60_000)
  return () => clearInterval(timer)
}

/** The filters of the address as the server takes them: presets become moments, and leave the address as it is. */
export function useArticleFilter(values: Values): ArticleFilterInput {
  const zone = useTimeZone()
  const today = useSyncExternalStore(everyMinute, () => wallTime(new Date(), zone).slice(0, 10))
  return useMemo(() => {
    const { changed, published, ...rest } = values
    const found: Record<string, string> = rest
    for (const [key, preset] of Object.entries({ changed, published })) {
      if (!isDayPreset(preset)) continue
      const { from, to } = momentsOf(daysOfPreset(preset, today), zone)
      const names = dayFilters[key as keyof typeof dayFilters]
      found[names.from] = from
      found[names.to] = to
    }
    return found as ArticleFilterInput
  }, [values, zone, today])
}
