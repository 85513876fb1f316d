import { sizeName, type AdSize } from '#contract/placements.ts'
import type { ProblemField } from '#contract/problems.ts'
import { saysOf } from '#contract/text.ts'
import { momentOf } from '#contract/zoned-time.ts'
import type { AdContent } from '../../db/ad-tables.ts'
import { creativeSize, fitsOneOf, type MediaSizes } from './ad-rules.ts'

/** Start and end as moments, ISO strings; null where there is none. */
export type Schedule = { startsAt: string | null; endsAt: string | null }
type Times = Pick<AdContent, 'startsAt' | 'endsAt' | 'timeZone'>

const fault = (path: string, code: string, message: string): ProblemField => ({ path, code, message })

/** From here on some zone has a year of five digits. */
const LAST = Date.parse('9999-12-31T00:00:00Z')

/** The times of an ad as moments, and what is wrong with them. */
export function scheduleOf(times: Times): Schedule & { faults: ProblemField[] } {
  const faults: ProblemField[] = []
  const momentAt = (path: 'startsAt' | 'endsAt') => {
    const wall = times[path]
    if (wall === null) return null
    const moment = momentOf(wall, times.timeZone)
    if (moment !== undefined && moment >= LAST) {
      faults.push(fault(path, 'too_late', 'must be before the last day of the year 9999'))
      return null
    }
    if (moment !== undefined) return new Date(moment).toISOString()
    faults.push(fault(path, 'time_gap', `clocks in ${times.timeZone} skip this time when summer time begins`))
    return null
  }
  const [startsAt, endsAt] = [momentAt('startsAt'), momentAt('endsAt')]
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    faults.push(fault('endsAt', 'end_before_start', saysOf('end_before_start')))
  return { startsAt, endsAt, faults }
}

/** Pictures and HTML whose size is none of those of the placements. Without placements nothing is wrong yet. */
export function sizeFaults(
  { creatives }: Pick<AdContent, 'creatives'>,
  media: MediaSizes,
  placements: readonly { sizes: readonly AdSize[] }[],
): ProblemField[] {
  const sizes = placements.flatMap((placement) => placement.sizes)
  if (sizes.length === 0) return []
  return creatives.flatMap((creative, place) => {
    if (fitsOneOf(creative, media, sizes)) return []
    const size = creativeSize(creative, media)
    if (!size) return []
    const wanted = [...new Set(sizes.map(sizeName))].join(', ')
    return [fault(`creatives.${place}`, 'wrong_size', `is ${sizeName(size)}; the placements take ${wanted}`)]
  })
}
