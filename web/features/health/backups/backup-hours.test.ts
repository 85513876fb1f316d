import { expect, it } from 'vitest'
import { dayHours } from './backup-hours.ts'

it('the hours to choose from are those of a day, from midnight on', () => {
  expect(dayHours).toHaveLength(24)
  expect(dayHours[0]).toEqual({ value: '0', label: '00:00' })
  expect(dayHours.at(-1)).toEqual({ value: '23', label: '23:00' })
})
