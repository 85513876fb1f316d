import { expect, it } from 'vitest'
import { forecastOf, type Progress } from './forecast-rules.ts'
import { curveOf, flatProfile } from './pacing-rules.ts'

const at = (time: string) => Date.parse(`2026-06-${time}:00Z`)
/** A flight of June whose views are the same at every hour; 185 of 1,000 delivered on the 10th from 09:00 to 12:00. */
const forecast = (more: Partial<Progress> = {}, { end = '30T00:00', timeZone = 'UTC', now = at('10T12:00') } = {}) => {
  const flight = { startsAt: at('10T09:00'), endsAt: at(end), timeZone, isHourOpen: undefined }
  const curve = curveOf(flight, flatProfile)
  return forecastOf({ flight, curve, delivered: 185, goal: 1000, isEven: false, ...more }, now)
}

it('without a daily cap the goal is reached as fast as it went until now', () => {
  expect(forecast().finish.expected).toMatch(/^2026-06-11T01:1/)
})

it('a goal of 1,000 with a daily cap of 200 is not reached today, nor before the fourth day after it', () => {
  const { finish, atEnd } = forecast({ daily: { most: 200, today: 185 } })
  expect(finish.expected).toMatch(/^2026-06-14T03:1/)
  expect(finish.earliest).toMatch(/^2026-06-14/)
  expect(finish.latest).toMatch(/^2026-06-14/)
  expect(atEnd).toEqual({ expected: 1000, low: 1000, high: 1000 })
})

it('days of a cap are those of the time zone of the ad', () => {
  const { finish } = forecast({ daily: { most: 200, today: 185 } }, { timeZone: 'Asia/Shanghai' })
  // There the 11th begins at 16:00 UTC.
  expect(finish.expected).toMatch(/^2026-06-13T19:1/)
})

it('a daily cap that leaves too few days until the end says how many there will be', () => {
  const { finish, atEnd } = forecast({ daily: { most: 200, today: 185 } }, { end: '13T00:00' })
  expect(finish).toEqual({ expected: null, earliest: null, latest: null })
  expect(atEnd).toEqual({ expected: 600, low: 600, high: 600 })
  const even = forecast({ daily: { most: 200, today: 185 }, isEven: true }, { end: '13T00:00' })
  expect(even.atEnd?.expected).toBe(600)
})

it('a cap of today that is used up brings nothing more today, and a flight of centuries is answered', () => {
  const { finish } = forecast({ daily: { most: 200, today: 200 } }, { end: '11T00:00' })
  expect(finish.expected).toBeNull()
  const flight = { startsAt: at('10T09:00'), endsAt: Date.parse('2199-01-01'), timeZone: 'UTC', isHourOpen: undefined }
  const progress = { flight, curve: curveOf(flight, flatProfile), delivered: 185, isEven: false }
  const far = forecastOf({ ...progress, goal: 1_000_000, daily: { most: 200, today: 185 } }, at('10T12:00'))
  expect(far.finish.expected).toMatch(/^2040-02-1/)
})
