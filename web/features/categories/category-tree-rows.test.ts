import { describe, expect, it } from 'vitest'
import type { CategoryTreeItem } from '#contract/categories.ts'
import { cutAtMatch, dropPlace, stepOf, treeRows } from './category-tree-rows.ts'

const item = (id: string, parent: string | null, position: number): CategoryTreeItem => ({
  id,
  parent,
  position,
  name: `Name ${id}`,
  slug: id,
  description: '',
  version: 1,
  own: 0,
  total: 0,
})
const items = [item('a', null, 0), item('b', 'a', 0), item('c', 'a', 1), item('d', 'c', 0), item('e', null, 1)]
const ids = (open: string[], search = '') => treeRows(items, new Set(open), search).map((row) => row.item.id)

describe('the lines that are shown', () => {
  it('are those whose ancestors are all unfolded', () => {
    expect(ids([])).toEqual(['a', 'e'])
    expect(ids(['a'])).toEqual(['a', 'b', 'c', 'e'])
    expect(ids(['c'])).toEqual(['a', 'e'])
    expect(treeRows(items, new Set(['a']), '')[2]).toMatchObject({ level: 2, place: 2, siblings: 2, open: false })
  })
  it('of a search are what matches with everything above, whatever is folded', () => {
    expect(ids([], 'NAME D')).toEqual(['a', 'c', 'd'])
    expect(ids([], 'nothing')).toEqual([])
    const chinese = [{ ...item('a', null, 0), name: '经济新闻２０２６' }, item('b', null, 1)]
    const found = (search: string) => treeRows(chinese, new Set(), search).map((row) => row.item.id)
    expect([found('新闻　经济'), found('经济 2026'), found('经济 体育')]).toEqual([['a'], ['a'], []])
    const spelled = [{ ...item('a', null, 0), name: '国际新闻', slug: 'guo-ji-xin-wen' }, item('b', null, 1)]
    const ofSpelled = (search: string) => treeRows(spelled, new Set(), search).map((row) => row.item.id)
    expect([ofSpelled('guojixin'), ofSpelled('gjxw'), ofSpelled('xgj')]).toEqual([['a'], ['a'], []])
    expect(cutAtMatch('Name d', 'ME')).toEqual(['Na', 'me', ' d'])
  })
})

describe('a step', () => {
  it('goes up, down, out behind the parent, and into the sibling before', () => {
    expect(stepOf(items, 'c', 'up')).toEqual({ parent: 'a', position: 0 })
    expect(stepOf(items, 'b', 'down')).toEqual({ parent: 'a', position: 1 })
    expect(stepOf(items, 'd', 'out')).toEqual({ parent: 'a', position: 2 })
    expect(stepOf(items, 'e', 'in')).toEqual({ parent: 'a' })
  })
  it('goes nowhere at the edges', () => {
    expect([
      stepOf(items, 'a', 'up'),
      stepOf(items, 'e', 'down'),
      stepOf(items, 'a', 'out'),
      stepOf(items, 'b', 'in'),
    ]).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('a drop', () => {
  it('goes before, after or into what is under it, never into itself', () => {
    expect(dropPlace(items, 'e', 'c', 'before')).toEqual({ parent: 'a', position: 1 })
    expect(dropPlace(items, 'b', 'c', 'after')).toEqual({ parent: 'a', position: 1 })
    expect(dropPlace(items, 'e', 'c', 'into')).toEqual({ parent: 'c' })
    expect(dropPlace(items, 'a', 'd', 'into')).toBeUndefined()
    expect(dropPlace(items, 'a', 'a', 'after')).toBeUndefined()
  })
})
