import { expect, it } from 'vitest'
import { scoreDigits, shownParts } from './hot-figures.ts'

it('the parts of a score that are shown add up to the score that is shown', () => {
  const parts = { recent: 0.004, earlier: 0.2344, lift: 0.0476 }
  expect(shownParts({ parts, score: 0.286 }, 2)).toEqual({ recent: 0, earlier: 0.23, lift: 0.06 })
  for (let n = 1; n < 500; n++) {
    const [recent, earlier] = [n / 37, n / 11]
    const lift = (recent + earlier) * ((n % 40) / 20 - 0.9)
    const score = recent + earlier + lift
    const shown = shownParts({ parts: { recent, earlier, lift }, score }, 1)
    expect((shown.recent + shown.earlier + shown.lift).toFixed(1)).toBe(score.toFixed(1))
    expect(shown.lift * lift).toBeGreaterThanOrEqual(0)
  }
})

it('small scores are shown with two decimals', () => expect([0.3, 9.99, 10].map(scoreDigits)).toEqual([2, 2, 1]))
