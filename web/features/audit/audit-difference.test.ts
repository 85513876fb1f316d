import { expect, it } from 'vitest'
import { fieldDifferences } from './audit-difference.ts'
import { lineDiff } from './line-diff.ts'

it('names the fields that differ, and leaves out those that do not', () => {
  expect(
    fieldDifferences({ title: 'Old', slug: 's', site: { url: 'a' } }, { title: 'New', slug: 's', site: { url: 'b' } }),
  ).toEqual([
    { path: ['title'], before: 'Old', after: 'New' },
    { path: ['site', 'url'], before: 'a', after: 'b' },
  ])
})

it('shows any shape', () => {
  expect(fieldDifferences(null, 'text')).toEqual([{ path: [], before: undefined, after: 'text' }])
  expect(fieldDifferences(undefined, { tags: ['a', { b: null }], none: null })).toEqual([
    { path: ['tags'], before: undefined, after: 'a, b: –' },
    { path: ['none'], before: undefined, after: '–' },
  ])
  expect(fieldDifferences(null, null)).toEqual([])
})

it('compares a long text line by line', () => {
  expect(lineDiff('one\ntwo\nthree', 'one\n2\nthree\nfour')).toEqual([
    { kind: 'same', text: 'one' },
    { kind: 'removed', text: 'two' },
    { kind: 'added', text: '2' },
    { kind: 'same', text: 'three' },
    { kind: 'added', text: 'four' },
  ])
})
