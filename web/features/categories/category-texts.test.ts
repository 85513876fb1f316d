import { expect, test } from 'vitest'
import { changedTexts, onTopOf, type TypedTexts } from './category-texts.ts'

const base = { version: 1, name: 'News', slug: 'news', description: '' }
const typed: TypedTexts = { base, fields: { name: 'News', slug: 'news', description: 'Mine ' } }

test('what somebody else changed elsewhere is followed, what is typed stays', () => {
  const now = { ...base, version: 2, name: 'World' }
  const next = onTopOf(typed, now)
  expect(next).toEqual({ base: now, fields: { name: 'World', slug: 'news', description: 'Mine ' } })
  expect(changedTexts(next)).toEqual({ description: 'Mine' })
})

test('where both changed the same text, saving still stands on the older version and is asked about', () => {
  expect(onTopOf(typed, { ...base, version: 2, description: 'Theirs' })).toBe(typed)
})

test('what was saved is not asked about', () => {
  expect(onTopOf(typed, { ...base, version: 2, description: 'Mine' }).base.version).toBe(2)
})
