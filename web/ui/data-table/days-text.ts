import { useLingui } from '@lingui/react/macro'
import type { Days } from './day-presets.ts'

/** A range of days in words, each day written by `dayText`. */
export function useDaysText(): (days: Days, dayText: (day: string) => string) => string {
  const { t } = useLingui()
  return (days, dayText) => {
    const [first, last] = [days.first && dayText(days.first), days.last && dayText(days.last)]
    if (first && last) return first === last ? first : `${first} – ${last}`
    return first ? t`since ${first}` : t`until ${last}`
  }
}
