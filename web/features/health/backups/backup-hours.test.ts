import { expect, it } from 'vitest'
import { hourIn, hoursOf } from './backup-hours.ts'

const summer = new Date('2026-07-01T23:59:00Z')
const winter = new Date('2026-01-01T00:00:00Z')

it('an hour of the plan is shown on the clocks of the site, summer time and half hours included', () => {
  expect(hourIn('UTC', 2, winter)).toBe('02:00')
  expect(hourIn('Asia/Shanghai', 2, winter)).toBe('10:00')
  expect(hourIn('Asia/Kolkata', 2, winter)).toBe('07:30')
  expect([hourIn('Europe/Oslo', 2, winter), hourIn('Europe/Oslo', 2, summer)]).toEqual(['03:00', '04:00'])
})

it('the hours to choose from begin at midnight of the site', () => {
  const hours = hoursOf('Asia/Shanghai', winter)
  expect(hours).toHaveLength(24)
  expect(hours[0]).toEqual({ value: '16', label: '00:00' })
  expect(hours.at(-1)).toEqual({ value: '15', label: '23:00' })
})
