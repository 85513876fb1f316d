import { expect, test } from 'vitest'
import { emptyArticleFields } from '#contract/article-fields.ts'
import { differing, mergeFields } from '../../entity/drafts/draft-merge.ts'
import { faultsOf } from './article-fields.ts'

const base = { ...emptyArticleFields, title: 'Rain', excerpt: 'Wet', body: '<p>Rain.</p>' }
const started = { sent: base, stored: base }

test('what only the other person changed is taken over', () => {
  const { merged, takenOver, conflicts } = mergeFields(
    started,
    { ...base, body: '<p>Rain, mine.</p>' },
    { ...base, title: 'Snow' },
  )
  expect(merged).toMatchObject({ title: 'Snow', body: '<p>Rain, mine.</p>' })
  expect(takenOver).toEqual(['title'])
  expect(conflicts).toEqual([])
})

test('a field that both changed is left to the person, and mine stays on the screen meanwhile', () => {
  const { merged, conflicts } = mergeFields(
    started,
    { ...base, body: '<p>Mine.</p>' },
    { ...base, body: '<p>Theirs.</p>' },
  )
  expect(merged.body).toBe('<p>Mine.</p>')
  expect(conflicts).toEqual(['body'])
})

test('the same change by both is no conflict', () => {
  const both = { ...base, tags: ['0198c0de-0000-7000-8000-000000000001'] }
  expect(mergeFields(started, both, structuredClone(both))).toMatchObject({ takenOver: [], conflicts: [] })
})

test('what the server cleaned up in my text is not taken for a change by someone else', () => {
  const stored = { ...base, body: '<p>Rain.</p><p></p>' }
  const { conflicts, base: next } = mergeFields(
    { sent: base, stored },
    { ...base, body: '<p>Rain, more.</p>' },
    { ...stored, title: 'Snow' },
  )
  expect(conflicts).toEqual([])
  expect(next.sent).toMatchObject({ title: 'Snow', body: '<p>Rain.</p>' })
})

test('lists are compared by what they hold and in which order', () => {
  expect(differing({ ...base, authors: ['a', 'b'] }, { ...base, authors: ['a', 'b'] })).toEqual([])
  expect(differing({ ...base, authors: ['a', 'b'] }, { ...base, authors: ['b', 'a'] })).toEqual(['authors'])
})

test('a title of 256 characters and a slug with spaces are named', () => {
  expect(Object.keys(faultsOf({ ...base, title: 'x'.repeat(256), slug: 'no spaces' }))).toEqual(['slug', 'title'])
})
