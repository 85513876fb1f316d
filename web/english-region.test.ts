import { expect, it } from 'vitest'
import { englishOf } from './english-region.ts'

it.each([
  [['en-GB', 'en'], 'en-GB'],
  [['de-DE', 'en-AU'], 'en-AU'],
  [['en-US'], 'en-US'],
  [['zh-CN', 'zh', 'en'], 'en'],
  [['en-Latn-GB', 'en-x-private', 'en-150'], 'en'],
  [[], 'en'],
])('of the languages %s of a browser, English is written as in %s', (languages, written) => {
  expect(englishOf(languages)).toBe(written)
})
