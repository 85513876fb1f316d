const HOUR = 3_600_000

/** An hour of a UTC day as clocks of the zone show it on the day of `now`: `07:30`. */
export function hourIn(zone: string, utcHour: number, now = new Date()): string {
  const day = Math.floor(now.getTime() / (24 * HOUR)) * 24 * HOUR
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
    day + utcHour * HOUR,
  )
}

/** The hours of a UTC day, in the order of the clocks of the zone. */
export function hoursOf(zone: string, now = new Date()): { value: string; label: string }[] {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourIn(zone, hour, now) }))
  return hours.toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
}

/** `Europe/Oslo` as people read it. */
export const zoneWords = (zone: string): string => zone.replaceAll('_', ' ')
