import { describe, expect, it } from 'vitest'
import { assignmentAfter } from './category-rules.ts'

const stands = (primary: string | null, ...categories: string[]) => ({ primary, categories })

describe('an article whose categories are replaced by others', () => {
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
