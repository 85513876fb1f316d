import { expect, it } from 'vitest'
import { countWords, plainText, readingMinutes } from './body-html-text.ts'

it('plain text has one line per block, without markup, scripts or doubled spaces', () => {
  expect(
    plainText('<h2>A  title</h2><p>One&nbsp;<b>bo</b>ld<br>two</p><script>x()</script><ul><li>a</li><li>b</li></ul>'),
  ).toBe('A title\nOne bold\ntwo\na\nb')
})

it('words between spaces and Chinese or Japanese characters are counted', () => {
  expect(countWords('Hello, well-known world: don’t stop at 3.14!')).toBe(7)
  expect(countWords('你好，世界。')).toBe(4)
  expect(countWords('用 React 19 写的カタカナ')).toBe(9)
  expect(countWords('Crème brûlée — déjà vu')).toBe(4)
  expect(countWords('')).toBe(0)
})

it('Chinese characters are read faster than words, as the editor says below the text', () => {
  const characters = (count: number) => readingMinutes('字'.repeat(count))
  expect([0, 1, 400, 401, 3000].map(characters)).toEqual([0, 1, 1, 2, 8])
  expect(readingMinutes(`${'字'.repeat(400)}，${'word '.repeat(240)}`)).toBe(2)
})

it('reading time is whole minutes, and nothing takes no time', () => {
  const words = (count: number) => readingMinutes('word '.repeat(count))
  expect([0, 1, 240, 241, 2400].map(words)).toEqual([0, 1, 1, 2, 10])
})
