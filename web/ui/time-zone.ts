import { createContext, use } from 'react'
import { dateFormat } from './formats.ts'

/** The person's time zone (IANA name); the browser's own where no one is signed in. */
export const TimeZoneContext = createContext(Intl.DateTimeFormat().resolvedOptions().timeZone)

export const useTimeZone = () => use(TimeZoneContext)

const partsIn = (zone: string) =>
  dateFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

/** Wall-clock time in the zone as `2026-03-01T09:30:00`, the form that date inputs take. */
export function wallTime(time: Date, zone: string): string {
  const of = Object.fromEntries(
    partsIn(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  return `${of['year']}-${of['month']}-${of['day']}T${of['hour']}:${of['minute']}:${of['second']}`
}

const DAY = 24 * 3_600_000

/**
 * All moments at which clocks in the zone show `wall`, in order: one as a rule, none in the hour that summer time skips,
 * two in the hour that comes twice when it ends.
 */
export function momentsAt(wall: string, zone: string): Date[] {
  return [...candidates(wall, zone)].filter(
    (moment) => wallTime(moment, zone) === wallTime(new Date(asUtc(wall)), 'UTC'),
  )
}

/**
 * The moment at which clocks in the zone show `wall`. In the hour that summer time skips: the moment after it; in the
 * hour that comes twice: the first.
 */
export function momentOf(wall: string, zone: string): Date {
  return momentsAt(wall, zone)[0] ?? candidates(wall, zone).at(-1)!
}

const asUtc = (wall: string) => Date.parse(`${wall.length === 10 ? `${wall}T00:00:00` : wall}Z`)

/** By the offset of the day after and of the day before: in order of time. */
function candidates(wall: string, zone: string): Date[] {
  const time = asUtc(wall)
  const by = (moment: number) => time - (Date.parse(`${wallTime(new Date(moment), zone)}Z`) - moment)
  return [...new Set([by(time - DAY), by(time + DAY)])].toSorted((a, b) => a - b).map((moment) => new Date(moment))
}

/** The day after `2026-12-31`, as a calendar counts. */
export function dayAfter(day: string, days = 1): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
