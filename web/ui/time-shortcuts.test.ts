import { expect, it } from 'vitest'
import { timeShortcuts } from './time-shortcuts.ts'

const shanghai = (now: string) =>
  timeShortcuts(new Date(now), 'Asia/Shanghai').map(({ key, moment }) => [key, moment.toISOString()])

it('offers the next full hour, tomorrow and Monday at nine, on the clocks of the zone', () => {
  // Wednesday 18:20 in Shanghai.
  expect(shanghai('2026-11-25T10:20:00Z')).toEqual([
    ['today', '2026-11-25T11:00:00.000Z'],
    ['tomorrow', '2026-11-26T01:00:00.000Z'],
    ['monday', '2026-11-30T01:00:00.000Z'],
  ])
})

it('offers nothing of today in its last hour, and Monday once where that is tomorrow', () => {
  // Sunday 23:10 in Shanghai, still Sunday afternoon in UTC.
  expect(shanghai('2026-11-29T15:10:00Z')).toEqual([['tomorrow', '2026-11-30T01:00:00.000Z']])
})

it('means the Monday of next week on a Monday', () => {
  expect(shanghai('2026-11-30T02:00:00Z').at(-1)).toEqual(['monday', '2026-12-07T01:00:00.000Z'])
})
