import { expect, it } from 'vitest'
import { startOfDay } from '#contract/zoned-time.ts'
import { dayAfter } from '../../../ui/time-zone.ts'
import { daysInList, daysShown, momentOnDay, sameDayIn, shiftedDay } from './calendar-days.ts'

const [SUNDAY, MONDAY] = [0, 1]
const endsOf = (days: readonly string[]) => [days[0], days.at(-1), days.length]

it('a month is shown in whole weeks, which begin on the day of the language', () => {
  expect(endsOf(daysShown('month', '2026-12-15', MONDAY))).toEqual(['2026-11-30', '2027-01-03', 35])
  expect(endsOf(daysShown('month', '2026-12-15', SUNDAY))).toEqual(['2026-11-29', '2027-01-02', 35])
  // A February that fills four weeks, and a month that touches six.
  expect(endsOf(daysShown('month', '2027-02-10', MONDAY))).toEqual(['2027-02-01', '2027-02-28', 28])
  expect(endsOf(daysShown('month', '2026-08-31', MONDAY))).toEqual(['2026-07-27', '2026-09-06', 42])
})

it('a week is the one around the day', () => {
  expect(endsOf(daysShown('week', '2026-12-31', MONDAY))).toEqual(['2026-12-28', '2027-01-03', 7])
  expect(endsOf(daysShown('week', '2026-12-27', SUNDAY))).toEqual(['2026-12-27', '2027-01-02', 7])
  expect(daysShown('day', '2026-12-31', MONDAY)).toEqual(['2026-12-31'])
})

it('one goes from month to month whatever their length', () => {
  expect(shiftedDay('month', '2027-01-31', 1)).toBe('2027-02-01')
  expect(shiftedDay('month', '2027-03-31', -1)).toBe('2027-02-01')
  expect(shiftedDay('week', '2026-12-30', 1)).toBe('2027-01-06')
  expect(shiftedDay('day', '2027-01-01', -1)).toBe('2026-12-31')
})

it('a page on is the same day of the next month, or its last where it is shorter', () => {
  expect(sameDayIn('month', '2027-01-15', 1)).toBe('2027-02-15')
  expect(sameDayIn('month', '2027-01-31', 1)).toBe('2027-02-28')
  expect(sameDayIn('month', '2027-03-31', -1)).toBe('2027-02-28')
  expect(sameDayIn('week', '2026-12-30', -1)).toBe('2026-12-23')
  expect(sameDayIn('day', '2026-12-31', 1)).toBe('2027-01-01')
})

const zone = 'Europe/Oslo'
const at = (text: string) => new Date(text)
const moved = (before: string | null, day: string, now: string) =>
  momentOnDay(before, day, zone, at(now))?.toISOString()

it('an article that is moved keeps its time of day on clocks, also over the change of summer time', () => {
  expect(moved('2026-10-24T07:30:00Z', '2026-10-26', '2026-10-20T08:00:00Z')).toBe('2026-10-26T08:30:00.000Z')
  expect(moved('2027-03-27T08:30:00Z', '2027-03-29', '2027-03-01T08:00:00Z')).toBe('2027-03-29T07:30:00.000Z')
  // In the hour that clocks skip: the moment after it.
  expect(moved('2027-03-27T01:30:00Z', '2027-03-28', '2027-03-01T08:00:00Z')).toBe('2027-03-28T01:30:00.000Z')
})

it('a draft without a date is due in the morning, or at the next full hour of today', () => {
  expect(moved(null, '2026-12-03', '2026-12-01T12:00:00Z')).toBe('2026-12-03T08:00:00.000Z')
  expect(moved(null, '2026-12-01', '2026-12-01T12:20:00Z')).toBe('2026-12-01T13:00:00.000Z')
})

it('a time of day that is over is none', () => {
  expect(moved('2026-12-05T08:00:00Z', '2026-12-01', '2026-12-01T12:20:00Z')).toBeUndefined()
  expect(moved(null, '2026-12-01', '2026-12-01T22:30:00Z')).toBeUndefined()
  expect(moved(null, '2026-11-30', '2026-12-01T12:20:00Z')).toBeUndefined()
})

it.each([
  'UTC',
  'Europe/Oslo',
  'Asia/Shanghai',
  'America/New_York',
  'Asia/Beirut',
  'America/Havana',
  'Australia/Lord_Howe',
])('the list of a day in %s begins and ends with the day of the calendar, also when clocks change', (zone) => {
  for (let day = '2026-01-01'; day < '2027-01-01'; day = dayAfter(day))
    expect([day, daysInList(day, day, zone)]).toEqual([
      day,
      {
        calendarFrom: new Date(startOfDay(day, zone)).toISOString(),
        calendarTo: new Date(startOfDay(dayAfter(day), zone)).toISOString(),
        sort: 'publishedAt',
      },
    ])
})

it('the list of more days is from the first to the end of the last', () =>
  expect(daysInList('2027-03-01', '2027-04-04', 'Europe/Oslo')).toEqual({
    calendarFrom: '2027-02-28T23:00:00.000Z',
    calendarTo: '2027-04-04T22:00:00.000Z',
    sort: 'publishedAt',
  }))
