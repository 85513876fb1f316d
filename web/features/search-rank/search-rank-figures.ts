import type { I18n } from '@lingui/core'
import { READER_RESULTS_MAX } from '#contract/reader-search.ts'

/** How many results readers got: their search counts no further than `READER_RESULTS_MAX`. */
export const resultsText = (results: number | null, i18n: I18n): string =>
  results === null ? '–' : i18n.number(results) + (results === READER_RESULTS_MAX ? '+' : '')

/** A number that is known to be exceeded, as one says it: 300 of 369. */
export const roundedDown = (count: number): number => {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, count)))
  return Math.floor(count / step) * step
}
