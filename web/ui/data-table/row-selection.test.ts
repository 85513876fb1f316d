import { expect, it } from 'vitest'
import { dropGone, nothingSelected, type RowSelection, togglePage, toggleRow } from './row-selection.ts'

const page = ['a', 'b', 'c', 'd', 'e'].map((id) => [id, { id }] as const)
const chosen = ({ rows }: RowSelection<unknown>) => [...rows.keys()].toSorted().join('')
const click = (selection: RowSelection<{ id: string }>, id: string, range = false) =>
  toggleRow(selection, { id, page, range })

it('chooses a row, and drops it again', () => {
  const one = click(nothingSelected, 'b')
  expect(chosen(one)).toBe('b')
  expect(chosen(click(one, 'b'))).toBe('')
})

it('chooses everything between two clicks with Shift, in both directions', () => {
  expect(chosen(click(click(nothingSelected, 'b'), 'd', true))).toBe('bcd')
  expect(chosen(click(click(nothingSelected, 'd'), 'b', true))).toBe('bcd')
})

it('drops a range when the row clicked with Shift was chosen', () => {
  const four = click(click(nothingSelected, 'a'), 'd', true)
  expect(chosen(click(four, 'b', true))).toBe('a')
})

it('takes Shift as a plain click when the row before is on another page', () => {
  const elsewhere: RowSelection<{ id: string }> = { rows: new Map([['z', { id: 'z' }]]), all: false, anchor: 'z' }
  expect(chosen(click(elsewhere, 'c', true))).toBe('cz')
})

it('chooses the whole page and keeps what was chosen on others', () => {
  const elsewhere: RowSelection<{ id: string }> = { rows: new Map([['z', { id: 'z' }]]), all: false, anchor: 'z' }
  const all = togglePage(elsewhere, page)
  expect(chosen(all)).toBe('abcdez')
  expect(chosen(togglePage(all, page))).toBe('z')
})

it('goes back to single rows when one is clicked while all that match are chosen', () => {
  const all: RowSelection<{ id: string }> = { rows: new Map(page), all: true, anchor: undefined }
  const next = click(all, 'c')
  expect(next.all).toBe(false)
  expect(chosen(next)).toBe('abde')
})

it('keeps a row that only moved to another page, and drops one that left the list', () => {
  const two = click(click(nothingSelected, 'a'), 'b')
  const items = (ids: string) => ids.split('').map((id) => ({ id }))
  const before = { key: 'page 1', items: items('abc'), total: 9, totalIsExact: true }
  expect(chosen(dropGone(two, before, { ...before, items: items('acd') }))).toBe('ab')
  expect(chosen(dropGone(two, before, { ...before, items: items('acd'), total: 8 }))).toBe('a')
  expect(chosen(dropGone(two, before, { ...before, key: 'page 2', items: items('xyz'), total: 8 }))).toBe('ab')
})
