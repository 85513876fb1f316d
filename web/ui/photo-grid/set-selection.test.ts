import { expect, it } from 'vitest'
import { keepPresent, noneSelected, selectAll, type SelectBy, selectOne } from './set-selection.ts'

const order = 'abcdefgh'.split('')
const after = (...clicks: [id: string, by: SelectBy][]) =>
  clicks.reduce((selection, [id, by]) => selectOne(selection, order, id, by), noneSelected)
const chosen = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].toSorted().join('')

it('a click chooses one photo alone, with Ctrl one more, with Ctrl again one less', () => {
  expect(chosen(after(['c', 'only'], ['e', 'only']))).toBe('e')
  expect(chosen(after(['c', 'only'], ['e', 'toggle']))).toBe('ce')
  expect(chosen(after(['c', 'only'], ['e', 'toggle'], ['c', 'toggle']))).toBe('e')
})

it('Shift chooses all from the first click to the last, however often the end moves', () => {
  expect(chosen(after(['c', 'only'], ['g', 'range']))).toBe('cdefg')
  expect(chosen(after(['c', 'only'], ['g', 'range'], ['a', 'range']))).toBe('abc')
  expect(chosen(after(['d', 'range']))).toBe('d')
})

it('all can be chosen, and what left the album is not chosen any more', () => {
  const all = selectAll(after(['c', 'only']), order)
  expect(all.ids.size).toBe(8)
  const left = keepPresent(all, 'abdh'.split(''))
  expect(chosen(left)).toBe('abdh')
  expect(left.cursor).toBeUndefined()
  expect(keepPresent(left, order)).toBe(left)
})
