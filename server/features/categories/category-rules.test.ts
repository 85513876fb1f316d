import { describe, expect, it } from 'vitest'
import { standingAfter, standingBack } from './category-rules.ts'

const stands = (primary: string | null, ...categories: string[]) => ({ primary, categories })

describe('an article whose categories became others', () => {
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

describe('an article some of whose categories come back', () => {
  const merged = new Map([
    ['a', 't'],
    ['b', 't'],
  ])
  const deleted = new Map([['a', null]])
  const all = new Set(['a', 'b'])
  it('stands where it stood, if nobody touched it', () => {
    for (const before of [stands('a', 'x', 'b'), stands('x', 'a', 'y', 't'), stands('t', 'a', 'x'), stands(null, 'a')])
      for (const became of [merged, deleted])
        expect(standingBack(standingAfter(before, became), before, became, all)).toEqual(before)
  })
  it('keeps what was added, and leaves out what was taken away', () => {
    expect(standingBack(stands('x', 't', 'new'), stands('x', 'a', 'y'), merged, all)).toEqual(stands('x', 'a', 'new'))
    expect(standingBack(stands('y', 'new'), stands('a', 'y', 'z'), deleted, all)).toEqual(stands('a', 'y', 'new'))
    expect(standingBack(stands('z', 't', 'x'), stands('a', 'x'), merged, all)).toEqual(stands('z', 'a', 'x'))
    expect(standingBack(stands('t', 'x'), stands('x', 'a'), merged, all)).toEqual(stands('a', 'x'))
  })
  it('is left alone where what took their place was taken away, or another became the first', () => {
    expect(standingBack(stands('new'), stands('a'), merged, all)).toBeUndefined()
    expect(standingBack(stands('new', 'x'), stands('a', 'x'), deleted, all)).toBeUndefined()
  })
  it('keeps what took the place of those that stay away', () => {
    expect(standingBack(stands('t'), stands('a', 'b'), merged, new Set(['b']))).toEqual(stands('t', 'b'))
    expect(standingBack(stands('t'), stands('a'), merged, new Set(['b']))).toBeUndefined()
  })
})
