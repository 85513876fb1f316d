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

it('reading time is whole minutes, and nothing takes no time', () => {
  expect([0, 1, 230, 231, 2300].map(readingMinutes)).toEqual([0, 1, 1, 2, 10])
})
