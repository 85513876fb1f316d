import { expect, it } from 'vitest'
import { applyEdit, translate } from './trial-change.ts'

const file = 'list.ts'

it('a line goes before, behind or in the place of the one that is named', () => {
  expect(applyEdit('a\nb\n', { file, before: 'b', add: 'x\n' })).toBe('a\nx\nb\n')
  expect(applyEdit('a\nb\n', { file, after: /^a\n/, add: 'x\n' })).toBe('a\nx\nb\n')
  expect(applyEdit('a\nb\n', { file, instead: 'b', add: '$1' })).toBe('a\n$1\n')
})

it('a place that is gone, or not the only one, is named', () => {
  expect(() => applyEdit('a\n', { file, after: 'b', add: 'x' })).toThrow('list.ts has b nowhere')
  expect(() => applyEdit('a\na\n', { file, before: /^a/, add: 'x' })).toThrow('2 times')
})

it('only what is not translated yet is filled in', () => {
  const catalog = 'msgid "Kicker"\nmsgstr ""\n\nmsgid "Title"\nmsgstr "标题"\n'
  expect(translate(catalog, { Kicker: '眉题', Title: '题', Gone: '没有' })).toEqual({
    catalog: 'msgid "Kicker"\nmsgstr "眉题"\n\nmsgid "Title"\nmsgstr "标题"\n',
    found: ['Kicker', 'Title'],
  })
})
