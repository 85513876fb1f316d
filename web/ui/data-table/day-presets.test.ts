import { expect, it } from 'vitest'
import { dayPresets, daysOfPreset, isDayPreset, planPresets, publishPresets } from './day-presets.ts'

it.each([
  ['2026-03-31', ['2026-03-01', '2026-03-31'], ['2026-02-01', '2026-02-28']],
  ['2024-02-29', ['2024-02-01', '2024-02-29'], ['2024-01-01', '2024-01-31']],
  ['2026-01-01', ['2026-01-01', '2026-01-31'], ['2025-12-01', '2025-12-31']],
  ['2025-12-31', ['2025-12-01', '2025-12-31'], ['2025-11-01', '2025-11-30']],
])('on %s this month and last month are whole months', (today, month, before) => {
  expect(Object.values(daysOfPreset('thisMonth', today))).toEqual(month)
  expect(Object.values(daysOfPreset('lastMonth', today))).toEqual(before)
})

it('counts days with the first and the last', () => {
  const ranges = dayPresets.map((preset) => [preset, ...Object.values(daysOfPreset(preset, '2026-03-02'))])
  expect(ranges).toEqual([
    ['today', '2026-03-02', '2026-03-02'],
    ['yesterday', '2026-03-01', '2026-03-01'],
    ['last7days', '2026-02-24', '2026-03-02'],
    ['last30days', '2026-02-01', '2026-03-02'],
    ['thisMonth', '2026-03-01', '2026-03-31'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
    ['thisYear', '2026-01-01', '2026-12-31'],
    ['lastYear', '2025-01-01', '2025-12-31'],
  ])
})

it('the next 7 days begin with today', () => {
  expect(daysOfPreset('next7days', '2026-02-25')).toEqual({ first: '2026-02-25', last: '2026-03-03' })
  expect(isDayPreset('next7days')).toBe(true)
})

it('what may lie ahead can be asked for by days to come, and publish dates by whole years too', () => {
  expect(daysOfPreset('tomorrow', '2026-02-28')).toEqual({ first: '2026-03-01', last: '2026-03-01' })
  expect(planPresets.slice(0, 3)).toEqual(['today', 'tomorrow', 'next7days'])
  expect(publishPresets).toEqual(expect.arrayContaining([...planPresets, ...dayPresets]))
  expect(isDayPreset('tomorrow')).toBe(true)
  expect(dayPresets).not.toContain('tomorrow')
})
