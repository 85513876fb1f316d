import { setupI18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { resultsText, roundedDown } from './search-rank-figures.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

it.each([
  [null, '–'],
  [0, '0'],
  [999, '999'],
  // As far as readers' search counts.
  [1000, '1,000+'],
  [1001, '1,001'],
])('%s results are shown as %s', (results, shown) => {
  expect(resultsText(results, i18n)).toBe(shown)
})

it.each([
  [0, 0],
  [7, 7],
  [10, 10],
  [369, 300],
  [1999, 1000],
])('more than %i is said as more than %i', (count, said) => {
  expect(roundedDown(count)).toBe(said)
})
