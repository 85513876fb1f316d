import type { AdContent } from '../../../db/ad-tables.ts'
import type { Flight } from './pacing-rules.ts'

type Timed = {
  fields: Pick<AdContent, 'timeZone' | 'targeting' | 'exclusions'>
  startsAt: string | null
  endsAt: string | null
  /** From when an ad without a start counts. */
  approvedAt: string | null
}

/** When the ad may be shown; undefined while it has no start or no end. */
export function flightOf({ fields, startsAt, endsAt, approvedAt }: Timed): Flight | undefined {
  const start = startsAt ?? approvedAt
  if (start === null || endsAt === null || endsAt <= start) return undefined
  const [only, never] = [fields.targeting.hours, fields.exclusions.hours]
  const isHourOpen =
    only.length > 0 || never.length > 0
      ? (hour: number) => (only.length === 0 || only.includes(hour)) && !never.includes(hour)
      : undefined
  return { startsAt: Date.parse(start), endsAt: Date.parse(endsAt), timeZone: fields.timeZone, isHourOpen }
}
