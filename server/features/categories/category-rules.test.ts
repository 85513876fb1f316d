import { describe, expect, it } from 'vitest'
import { assignmentAfter, assignmentBack } from './category-rules.ts'

const stands = (primary: string | null, ...categories: string[]) => ({ primary, categories })

describe('an article whose categories replacements others', () => {
  it('follows a merge and names nothing twice', () => {
    const merged = new Map([
      ['a', 'x'],
      ['b', 'x'],
    ])
    expect(assignmentAfter(stands('a', 'b', 'c'), merged)).toEqual(stands('x', 'c'))
    expect(assignmentAfter(stands('c', 'a', 'b'), merged)).toEqual(stands('c', 'x'))
    expect(assignmentAfter(stands('x', 'a'), merged)).toEqual(stands('x'))
    expect(assignmentAfter(stands(null, 'b', 'a'), merged)).toEqual(stands(null, 'x'))
  })
  it('keeps a primary category as long as it has any', () => {
    const deleted = new Map([['a', null]])
    expect(assignmentAfter(stands('a', 'b', 'c'), deleted)).toEqual(stands('b', 'c'))
    expect(assignmentAfter(stands('a'), deleted)).toEqual(stands(null))
    expect(assignmentAfter(stands('b', 'a'), deleted)).toEqual(stands('b'))
    expect(assignmentAfter(stands(null, 'b'), deleted)).toEqual(stands(null, 'b'))
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
      for (const replacements of [merged, deleted])
        expect(assignmentBack(assignmentAfter(before, replacements), before, replacements, all)).toEqual(before)
  })
  it('keeps what was added, and leaves out what was taken away', () => {
    expect(assignmentBack(stands('x', 't', 'new'), stands('x', 'a', 'y'), merged, all)).toEqual(stands('x', 'a', 'new'))
    expect(assignmentBack(stands('y', 'new'), stands('a', 'y', 'z'), deleted, all)).toEqual(stands('a', 'y', 'new'))
    expect(assignmentBack(stands('z', 't', 'x'), stands('a', 'x'), merged, all)).toEqual(stands('z', 'a', 'x'))
    expect(assignmentBack(stands('t', 'x'), stands('x', 'a'), merged, all)).toEqual(stands('a', 'x'))
  })
  it('is left alone where what took their place was taken away, or another replacements the first', () => {
    expect(assignmentBack(stands('new'), stands('a'), merged, all)).toBeUndefined()
    expect(assignmentBack(stands('new', 'x'), stands('a', 'x'), deleted, all)).toBeUndefined()
  })
  it('keeps what took the place of those that stay away', () => {
    expect(assignmentBack(stands('t'), stands('a', 'b'), merged, new Set(['b']))).toEqual(stands('t', 'b'))
    expect(assignmentBack(stands('t'), stands('a'), merged, new Set(['b']))).toBeUndefined()
  })
})
