import { expect, it } from 'vitest'
import { dayTimeWords, dayWords, isDay, readDay, readDayTime } from './date-text.ts'

it.each([
  ['2026-03-29'],
  ['2026/3/29'],
  ['3/29/2026'],
  ['29/3/2026'],
  ['29.3.2026'],
  ['Mar 29, 2026'],
  ['march 29 2026'],
  ['29th March 2026'],
  ['2026年3月29日'],
  ['２０２６年３月２９号'],
  ['  2026.03.29 '],
])('reads %s as a day', (text) => {
  expect(readDay(text)).toBe('2026-03-29')
})

it.each([[''], ['tomorrow'], ['2026-02-30'], ['31/31/2026'], ['Foo 3, 2026'], ['2026-3'], ['2026-03-299'], ['1/2/26']])(
  'takes no day from “%s”',
  (text) => {
    expect(readDay(text)).toBeUndefined()
  },
)

it.each([
  ['2026-03-29T21:05'],
  ['2026-03-29 21:05'],
  ['Mar 29, 2026, 9:05 PM'],
  ['29 March 2026 at 9:05 p.m.'],
  ['2026年3月29日 21:05'],
  ['2026年3月29日下午9点05分'],
  ['2026年3月29日　晚上9：05'],
])('reads %s as a day with a time', (text) => {
  expect(readDayTime(text)).toBe('2026-03-29T21:05')
})

it('knows noon and midnight of both clocks', () => {
  expect(readDayTime('2026-03-29 12 am')).toBe('2026-03-29T00:00')
  expect(readDayTime('2026-03-29 12:30 PM')).toBe('2026-03-29T12:30')
  expect(readDayTime('2026年3月29日 中午12点')).toBe('2026-03-29T12:00')
})

it.each([
  ['明天9点半', '2026-03-30T09:30'],
  ['明天 上午9点', '2026-03-30T09:00'],
  ['明早8点', '2026-03-30T08:00'],
  ['明晚8点半', '2026-03-30T20:30'],
  ['今晚 20:00', '2026-03-29T20:00'],
  ['今晚8点一刻', '2026-03-29T20:15'],
  ['大后天早上7：05', '2026-04-01T07:05'],
  ['后天凌晨1点', '2026-03-31T01:00'],
  ['3月30日傍晚6点三刻', '2026-03-30T18:45'],
  ['中午12点半', '2026-03-29T12:30'],
  ['中午1点', '2026-03-29T13:00'],
  ['中午11点50分', '2026-03-29T11:50'],
  ['明天9点5分', '2026-03-30T09:05'],
  ['明天9点整', '2026-03-30T09:00'],
  ['凌晨12点半', '2026-03-30T00:30'],
  ['明天晚上12点', undefined],
  ['晚上1点', undefined],
  ['明天9点半钟头', undefined],
])('on Sunday, 29 March 2026 at 10, “%s” is %s', (text, time) =>
  expect(readDayTime(text, 'zh-CN', '2026-03-29T10:00')).toBe(time),
)

it.each([
  ['2026-03-29'],
  ['2026-03-29 9'],
  ['2026-03-29 24:00'],
  ['2026-03-29 9:60'],
  ['2026-03-29 13:00 pm'],
  ['9:30'],
])('takes no time from “%s”', (text) => {
  expect(readDayTime(text)).toBeUndefined()
})

it('reads 3/4/2026 as the region writes it', () => {
  expect(['en', 'en-US', 'en-GB', 'en-AU', 'zh-CN'].map((locale) => readDay('3/4/2026', locale))).toEqual([
    '2026-03-04',
    '2026-03-04',
    '2026-04-03',
    '2026-04-03',
    '2026-03-04',
  ])
  expect(readDay('3/29/2026', 'en-GB')).toBe('2026-03-29')
  expect(readDayTime('3/4/2026 9:30', 'en-GB')).toBe('2026-04-03T09:30')
})

it.each(['en', 'en-US', 'en-GB', 'en-AU', 'en-IN', 'en-CA', 'en-IE', 'en-NZ', 'en-ZA', 'zh-CN'])(
  'reads back what it writes in %s',
  (locale) => {
    for (let hour = 0; hour < 24; hour += 1) {
      const wall = `2026-0${(hour % 9) + 1}-1${hour % 10}T${String(hour).padStart(2, '0')}:07`
      expect(readDayTime(dayTimeWords(wall, locale))).toBe(wall)
      expect(readDay(dayWords(wall.slice(0, 10), locale))).toBe(wall.slice(0, 10))
    }
  },
)

it('writes as the language does', () => {
  expect(dayTimeWords('2026-03-29T09:30', 'en')).toBe('Mar 29, 2026, 9:30 AM')
  expect(dayTimeWords('2026-03-29T09:30', 'zh-CN')).toBe('2026年3月29日 09:30')
  expect(isDay('2026-03-29')).toBe(true)
  expect(isDay('2026-3-29')).toBe(false)
})

const now = '2026-11-23T15:40'
it.each([
  ['15:41', '2026-11-23T15:41'],
  ['14:30', '2026-11-24T14:30'],
  ['15:40', '2026-11-24T15:40'],
  ['2:30 pm', '2026-11-24T14:30'],
  ['9pm', '2026-11-23T21:00'],
  ['下午2:30', '2026-11-24T14:30'],
  ['晚上9点', '2026-11-23T21:00'],
  ['today 14:30', '2026-11-23T14:30'],
  ['tomorrow 14:30', '2026-11-24T14:30'],
  ['Tomorrow at 2:30pm', '2026-11-24T14:30'],
  ['明天 14:30', '2026-11-24T14:30'],
  ['明天下午2点30分', '2026-11-24T14:30'],
  ['今天 9:00', '2026-11-23T09:00'],
  ['后天9点', '2026-11-25T09:00'],
  ['24 Nov 14:30', '2026-11-24T14:30'],
  ['24 november, 14:30', '2026-11-24T14:30'],
  ['nov 24 2:30pm', '2026-11-24T14:30'],
  ['Nov 24th at 2:30 p.m.', '2026-11-24T14:30'],
  ['11月24日 14:30', '2026-11-24T14:30'],
  ['11月24号下午2点30分', '2026-11-24T14:30'],
  ['nov 24 2027 2:30pm', '2027-11-24T14:30'],
])('reads %s as %s where it is known what time it is', (text, wall) => {
  expect(readDayTime(text, 'en', now)).toBe(wall)
})

it('takes a day without a year for the next one, or for one of the last 30 days', () => {
  const read = (text: string, at = now) => readDayTime(text, 'en', at)
  expect(read('23 Nov 9:00')).toBe('2026-11-23T09:00')
  expect(read('24 Oct 9:00')).toBe('2026-10-24T09:00')
  expect(read('23 Oct 9:00')).toBe('2027-10-23T09:00')
  expect(read('1 Jan 9:00')).toBe('2027-01-01T09:00')
  expect(read('29 Feb 9:00')).toBe('2028-02-29T09:00')
  expect(read('31 Dec 9:00', '2027-01-05T08:00')).toBe('2026-12-31T09:00')
})

it.each([
  ['tomorrow'],
  ['tomorrow 9'],
  ['24 Nov'],
  ['24 Nov 20'],
  ['nov 24 2026'],
  ['30 Feb 9:00'],
  ['9'],
  ['24 Foo 9:00'],
])('takes no time from “%s” where it is known what time it is', (text) => {
  expect(readDayTime(text, 'en', now)).toBeUndefined()
})
