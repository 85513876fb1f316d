import { expect, it } from 'vitest'
import { allowanceAt, curveOf, HOUR, profileOf } from './pacing-rules.ts'

const DAY = 24 * HOUR
const startsAt = Date.parse('2026-06-01T00:00:00Z')
const flight = { startsAt, endsAt: startsAt + 30 * DAY, timeZone: 'UTC', isHourOpen: undefined }
/** Nine of ten readers come between 08:00 and 20:00. */
const profile = profileOf(
  Array.from({ length: 28 * 24 }, (_, n) => ({
    hour: new Date(startsAt + n * HOUR).toISOString(),
    views: n % 24 >= 8 && n % 24 < 20 ? 90 : 10,
  })),
  { from: startsAt, to: startsAt + 28 * DAY },
)
const allowed = (time: number) => allowanceAt(curveOf(flight, profile), 30_000, time)

it('an evenly paced ad is let through in the hours in which readers come, on a long flight, too', () => {
  const share = (from: number, to: number) =>
    (allowed(startsAt + 10 * DAY + to * HOUR) - allowed(startsAt + 10 * DAY + from * HOUR)) / 1000
  expect(share(8, 20)).toBeGreaterThan(0.85)
  expect(share(0, 8)).toBeLessThan(0.1)
})

it('the first day brings no more than other days, and the goal may be reached before the end', () => {
  expect(allowed(startsAt + DAY)).toBeLessThan(1050)
  expect(allowed(startsAt)).toBe(1)
  expect(allowed(startsAt + 29.75 * DAY)).toBe(30_000)
  expect(allowed(startsAt + 29 * DAY)).toBeLessThan(30_000)
  expect(allowed(startsAt + 31 * DAY)).toBe(30_000)
})
