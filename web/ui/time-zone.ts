import { createContext, use } from 'react'

/** The person's time zone (IANA name); the browser's own where nobody is signed in. */
export const TimeZoneContext = createContext(Intl.DateTimeFormat().resolvedOptions().timeZone)

export const useTimeZone = () => use(TimeZoneContext)

const partsIn = (zone: string) =>
  new Intl.DateTimeFormat('en-CA', {
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

/** The moment at which clocks in the zone show `wall`. In the hour that summer time skips: the moment after it. */
export function momentOf(wall: string, zone: string): Date {
  const asUtc = Date.parse(`${wall.length === 10 ? `${wall}T00:00:00` : wall}Z`)
  const offsetAt = (moment: number) => Date.parse(`${wallTime(new Date(moment), zone)}Z`) - moment
  const first = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(first))
}

/** The day after `2026-12-31`, as a calendar counts. */
export function dayAfter(day: string, days = 1): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
