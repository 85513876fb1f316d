import { expect, test } from 'vitest'
import { comparedNames, replacedValue } from './field-segments.ts'
import { foldedBlocks } from './folded-blocks.ts'

const blocks = (signs: string) => Array.from(signs).map((sign) => ({ change: sign === '=' ? 'same' : 'changed' }))
const folded = (signs: string) =>
  foldedBlocks(blocks(signs)).map(({ start, blocks: part, isFolded }) => [start, part.length, isFolded])

test('what is far from a change is folded, with one block beside each change left open', () => {
  expect(folded('=====~=====')).toEqual([
    [0, 4, true],
    [4, 3, false],
    [7, 4, true],
  ])
})

test('a few blocks are not worth folding, and a text without a change is folded whole', () => {
  expect(folded('~====~').some(([, , isFolded]) => isFolded)).toBe(false)
  expect(folded('=====')).toEqual([[0, 5, true]])
  expect(folded('')).toEqual([])
})

test('long stretches of changes are cut, and no block is lost', () => {
  const all = foldedBlocks(blocks('~'.repeat(50)))
  expect(all.map(({ blocks: part }) => part.length)).toEqual([20, 20, 10])
})

test('lists of names say who was added and removed', () => {
  const named = (ids: string) => Array.from(ids).map((id) => ({ id, label: id.toUpperCase() }))
  const said = comparedNames(named('abc'), named('acd')).map(({ change, text }) => `${change}:${text}`)
  expect(said.filter((text) => !text.includes('·'))).toEqual(['same:A', 'removed:B', 'same:C', 'added:D'])
})

test('a value that is not compared by word is shown as the old and the new one', () => {
  expect(replacedValue('no', 'yes').map(({ change }) => change)).toEqual(['removed', 'same', 'added'])
  expect(replacedValue('no', 'no')).toEqual([{ change: 'same', text: 'no', marks: [] }])
})
