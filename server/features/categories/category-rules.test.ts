import { describe, expect, it } from 'vitest'
import { standingAfter } from './category-rules.ts'

describe('an article whose categories became others', () => {
  const stands = (primary: string | null, ...categories: string[]) => ({ primary, categories })
  it('follows a merge and names nothing twice', () => {
    const merged = new Map([
      ['a', 'x'],
      ['b', 'x'],
    ])
    expect(standingAfter(stands('a', 'b', 'c'), merged)).toEqual(stands('x', 'c'))
    expect(standingAfter(stands('c', 'a', 'b'), merged)).toEqual(stands('c', 'x'))
    expect(standingAfter(stands('x', 'a'), merged)).toEqual(stands('x'))
    expect(standingAfter(stands(null, 'b', 'a'), merged)).toEqual(stands(null, 'x'))
  })
  it('keeps a primary category as long as it has any', () => {
    const deleted = new Map([['a', null]])
    expect(standingAfter(stands('a', 'b', 'c'), deleted)).toEqual(stands('b', 'c'))
    expect(standingAfter(stands('a'), deleted)).toEqual(stands(null))
    expect(standingAfter(stands('b', 'a'), deleted)).toEqual(stands('b'))
    expect(standingAfter(stands(null, 'b'), deleted)).toEqual(stands(null, 'b'))
  })
})
