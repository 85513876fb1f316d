import { describe, expect, it } from 'vitest'
import { positionOf, shareOf, tabsOf, type TermFigures } from './search-rank-tabs.ts'

const usual: TermFigures = {
  searches: 20,
  previous: 20,
  noResults: 0,
  searchers: 15,
  clickers: 10,
  clicks: 12,
  positionSum: 18,
  found: true,
}
const tabs = (figures: Partial<TermFigures>) => tabsOf({ ...usual, ...figures })

describe('the tabs of a term', () => {
  it('is Top alone for a term that finds what readers want', () => {
    expect(tabs({})).toEqual(['top'])
    expect(tabs({ searches: 0, noResults: 0, clicks: 0, clickers: 0 })).toEqual([])
  })

  it('are Rising from twice as many and five more, and never without a period to compare with', () => {
    expect(tabs({ previous: 10 })).toContain('rising')
    expect(tabs({ previous: 11 })).not.toContain('rising')
    expect(tabs({ searches: 4, previous: 0 })).not.toContain('rising')
    expect(tabs({ searches: 5, previous: 0 })).toContain('rising')
    expect(tabs({ previous: null })).not.toContain('rising')
  })

  it('are No results from half of the searches, until readers would find something', () => {
    expect(tabs({ noResults: 10, found: false })).toContain('no-results')
    expect(tabs({ noResults: 9, found: false })).not.toContain('no-results')
    expect(tabs({ noResults: 20, clicks: 0, clickers: 0, found: true })).toEqual(['top'])
  })

  it('are No clicks where there were results and hardly a reader opened one', () => {
    expect(tabs({ clicks: 0, clickers: 0, positionSum: 0 })).toEqual(['top', 'no-clicks'])
    expect(tabs({ searchers: 20, clickers: 1 })).not.toContain('no-clicks')
    expect(tabs({ searchers: 21, clickers: 1 })).toContain('no-clicks')
    expect(tabs({ searches: 5, noResults: 3, searchers: 5, clickers: 0, found: false })).not.toContain('no-clicks')
    expect(tabs({ searches: 2, searchers: 2, clickers: 0 })).not.toContain('no-clicks')
  })

  it('are Low position from an average of five, of at least three clicks', () => {
    expect(tabs({ clicks: 3, positionSum: 15 })).toContain('low-position')
    expect(tabs({ clicks: 3, positionSum: 14 })).not.toContain('low-position')
    expect(tabs({ clicks: 2, positionSum: 40 })).not.toContain('low-position')
  })
})

it('no clicks have no position, and nothing of nothing is no share', () => {
  expect([positionOf({ clicks: 0, positionSum: 0 }), positionOf({ clicks: 4, positionSum: 10 })]).toEqual([null, 2.5])
  expect([shareOf(0, 0), shareOf(1, 4)]).toEqual([0, 0.25])
})
