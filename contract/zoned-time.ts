import { z } from 'zod'
import { saysOf } from './text.ts'

/** Names of three letters in the tz database. */
const ofThreeLetters: ReadonlySet<string> = new Set('UTC GMT UCT EST MST HST CET MET EET WET PRC ROC ROK'.split(' '))

const isTimeZone = (zone: string): boolean => {
  // JavaScript knows more than the tz database: PostgreSQL takes +05:30 for a place in the west, IST for Israel, and CTT for nothing.
  if (/^(?:[+\-\u2212]|SystemV\/)/i.test(zone)) return false
  if (/^[a-z]{3}$/i.test(zone) && !ofThreeLetters.has(zone.toUpperCase())) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** An IANA time zone, e.g. `Europe/Oslo`. */
export const ZoneName = z.string().min(1).max(64).refine(isTimeZone, saysOf('time_zone'))

const isRealDate = (value: string): boolean => {
  const time = Date.parse(`${value}:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** What a clock on the wall shows: `2026-03-01T09:30`, of the years 1970 to 9999. The zone is another field. */
export const WallTime = z
  .string()
  .regex(/^(?:19[7-9]\d|[2-9]\d{3})-\d{2}-\d{2}T\d{2}:\d{2}$/, 'not a time like 2026-03-01T09:30')
  .refine(isRealDate, 'not a date of the calendar')

const DAY = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** The wall time in the zone at this moment, to the second: `2026-03-01T09:30:15`. @param time ms since 1970 */
export function wallTimeAt(time: number, zone: string): string {
  const of: Record<string, string> = {}
  for (const { type, value } of formatIn(zone).formatToParts(time)) of[type] = value
  return `${of['year']}-${of['month']}-${of['day']}T${of['hour']}:${of['minute']}:${of['second']}`
}

/** How far clocks in the zone are ahead of UTC at this moment, in ms. @param time ms since 1970 */
export const zoneOffsetAt = (time: number, zone: string): number => {
  const second = Math.floor(time / 1000) * 1000
  return Date.parse(`${wallTimeAt(second, zone)}Z`) - second
}

/**
 * The moment, in ms since 1970, at which clocks in the zone show this wall time; in the hour that comes twice when summer
 * time ends, the first one. Undefined in the hour that summer time skips.
 */
export function momentOf(wall: string, zone: string): number | undefined {
  return candidates(wall, zone)
    .toSorted((one, other) => one - other)
    .find((moment) => wallTimeAt(moment, zone).startsWith(wall))
}

/** By the offset of the day before and of the day after. */
function candidates(wall: string, zone: string): number[] {
  const asUtc = Date.parse(`${wall}:00Z`)
  return [asUtc - DAY, asUtc + DAY].map((near) => asUtc - zoneOffsetAt(near, zone))
}

/**
 * The first moment of a day of the zone, in ms since 1970; where clocks skip midnight, or the whole day, the moment to which they go.
 * @param day `2026-03-01`
 */
export const startOfDay = (day: string, zone: string): number =>
  momentOf(`${day}T00:00`, zone) ?? Math.max(...candidates(`${day}T00:00`, zone))
