import { describe, expect, it } from 'vitest'
import { assignmentAfter } from './category-rules.ts'

const assigned = (primary: string | null, ...categories: string[]) => ({ primary, categories })

describe('an article whose categories are replaced by others', () => {
  it('follows a merge and names nothing twice', () => {
    const merged = new Map([
      ['a', 'x'],
      ['b', 'x'],
    ])
    expect(assignmentAfter(assigned('a', 'b', 'c'), merged)).toEqual(assigned('x', 'c'))
    expect(assignmentAfter(assigned('c', 'a', 'b'), merged)).toEqual(assigned('c', 'x'))
    expect(assignmentAfter(assigned('x', 'a'), merged)).toEqual(assigned('x'))
    expect(assignmentAfter(assigned(null, 'b', 'a'), merged)).toEqual(assigned(null, 'x'))
  })
  it('keeps a primary category as long as it has any', () => {
    const deleted = new Map([['a', null]])
    expect(assignmentAfter(assigned('a', 'b', 'c'), deleted)).toEqual(assigned('b', 'c'))
    expect(assignmentAfter(assigned('a'), deleted)).toEqual(assigned(null))
    expect(assignmentAfter(assigned('b', 'a'), deleted)).toEqual(assigned('b'))
    expect(assignmentAfter(assigned(null, 'b'), deleted)).toEqual(assigned(null, 'b'))
  })
})
