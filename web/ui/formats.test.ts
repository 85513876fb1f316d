import { expect, test } from 'vitest'
import { dateFormat, numberFormat } from './formats.ts'

test('a format is made once for its language and options', () => {
  const inOslo = dateFormat('en', { timeZone: 'Europe/Oslo', hour: 'numeric' })
  expect(dateFormat('en', { timeZone: 'Europe/Oslo', hour: 'numeric' })).toBe(inOslo)
  const noon = new Date('2026-03-01T12:00:00Z')
  expect(inOslo.format(noon)).toBe('1 PM')
  expect(dateFormat('en', { timeZone: 'Asia/Shanghai', hour: 'numeric' }).format(noon)).toBe('8 PM')
  expect(dateFormat('zh-CN', { timeZone: 'Europe/Oslo', hour: 'numeric' }).format(noon)).toBe('13时')
  expect(numberFormat('en').format(1234.5)).toBe('1,234.5')
  expect(numberFormat('en', { style: 'percent' }).format(0.5)).toBe('50%')
})
