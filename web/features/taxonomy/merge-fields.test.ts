import { expect, it } from 'vitest'
import { mergeFields } from './merge-fields.ts'

const base = { title: 'Fair', place: 'Kyoto', day: null as string | null }

it('takes over what only the other changed, and keeps what only I changed', () =>
  expect(mergeFields(base, { ...base, title: 'Spring fair' }, { ...base, place: 'Nara' })).toEqual({
    take: ['place'],
    ask: [],
  }))

it('asks only where both wrote something different', () =>
  expect(
    mergeFields(base, { ...base, title: 'Mine', day: '2026-01-01' }, { ...base, title: 'Theirs', day: '2026-01-01' }),
  ).toEqual({ take: [], ask: ['title'] }))

it('knows places and lists that say the same for the same', () => {
  const at = (x: number) => ({ point: { x, y: 0 } })
  expect(mergeFields(at(0), at(0), at(1))).toEqual({ take: ['point'], ask: [] })
  expect(mergeFields(at(0), at(1), at(1))).toEqual({ take: [], ask: [] })
})
