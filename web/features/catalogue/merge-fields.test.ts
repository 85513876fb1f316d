import { expect, it } from 'vitest'
import { mergeFields } from './album-merge.ts'

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
