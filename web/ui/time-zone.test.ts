import { expect, it } from 'vitest'
import { dayAfter, momentOf, momentsAt, wallTime } from './time-zone.ts'

it('finds the moment at which a day begins where the person lives', () => {
  expect(momentOf('2026-11-21', 'Asia/Shanghai').toISOString()).toBe('2026-11-20T16:00:00.000Z')
  expect(momentOf('2026-07-01', 'America/New_York').toISOString()).toBe('2026-07-01T04:00:00.000Z')
})

it('survives the days on which clocks change', () => {
  expect(momentOf('2026-03-29T12:00:00', 'Europe/Berlin').toISOString()).toBe('2026-03-29T10:00:00.000Z')
  expect(momentOf('2026-10-25', 'Europe/Berlin').toISOString()).toBe('2026-10-24T22:00:00.000Z')
  expect(wallTime(momentOf('2026-10-25T23:30:00', 'Europe/Berlin'), 'Europe/Berlin')).toBe('2026-10-25T23:30:00')
})

it('knows the hour that is skipped and the one that comes twice', () => {
  expect(momentsAt('2026-03-29T02:30:00', 'Europe/Berlin')).toEqual([])
  expect(momentOf('2026-03-29T02:30:00', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
  const twice = (wall: string, zone: string) => momentsAt(wall, zone).map((moment) => moment.toISOString())
  expect(twice('2026-10-25T02:30:00', 'Europe/Berlin')).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ])
  expect(twice('2026-11-01T01:30:00', 'America/New_York')).toEqual([
    '2026-11-01T05:30:00.000Z',
    '2026-11-01T06:30:00.000Z',
  ])
  expect(momentOf('2026-11-01T01:30:00', 'America/New_York').toISOString()).toBe('2026-11-01T05:30:00.000Z')
})

it('counts days over the ends of months and years', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
})
