import { expect, test } from 'vitest'
import { dateFormat, numberFormat, relativeTimeFormat, withoutChineseGaps } from './formats.ts'

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

test('Chinese has a space between a number and its unit, as texts around it have; dates and big numbers have none', () => {
  const unit = (value: number, name: string) => numberFormat('zh-CN', { style: 'unit', unit: name }).format(value)
  expect(unit(1100, 'millisecond')).toBe('1,100 毫秒')
  expect(unit(0.5, 'second')).toBe('0.5 秒')
  expect(unit(2, 'megabyte')).toBe('2 MB')
  expect(relativeTimeFormat('zh-CN', { numeric: 'auto' }).format(-5, 'minute')).toBe('5 分钟前')
  expect(relativeTimeFormat('zh-CN', { numeric: 'auto' }).format(1, 'day')).toBe('明天')
  expect(numberFormat('zh-CN', { notation: 'compact' }).format(120_000)).toBe('12万')
  expect(numberFormat('en', { style: 'unit', unit: 'millisecond' }).format(100)).toBe('100 ms')
})

test('in a Chinese sentence there is no space between two characters', () => {
  expect(withoutChineseGaps('从 100 毫秒 起为警告，从 缺少 1 个 起为异常，低于 2 GB 为警告')).toBe(
    '从 100 毫秒起为警告，从缺少 1 个起为异常，低于 2 GB 为警告',
  )
  expect(withoutChineseGaps('Warning from 100 ms')).toBe('Warning from 100 ms')
})
