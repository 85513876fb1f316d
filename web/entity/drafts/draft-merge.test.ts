import { expect, test } from 'vitest'
import { combineDrafts, mergeFields, restoreFields, sameValue, type StoredDraft } from './draft-merge.ts'

type Fields = { title: string; place: string; day: string | null; point?: { x: number; y: number } }
const base: Fields = { title: 'Fair', place: 'Kyoto', day: null }
const merge = (mine: Partial<Fields>, theirs: Partial<Fields>) =>
  mergeFields({ sent: base, stored: base }, { ...base, ...mine }, { ...base, ...theirs })

test('what only the other changed is taken over, and what only I changed stays', () =>
  expect(merge({ title: 'Spring fair' }, { place: 'Nara' })).toMatchObject({
    merged: { title: 'Spring fair', place: 'Nara' },
    takenOver: ['place'],
    conflicts: [],
  }))

test('where both wrote something different mine stays on the screen and the person is asked', () =>
  expect(merge({ title: 'Mine', day: '2026-01-01' }, { title: 'Theirs', day: '2026-01-01' })).toMatchObject({
    merged: { title: 'Mine', day: '2026-01-01' },
    takenOver: [],
    conflicts: ['title'],
  }))

test('values that say the same are the same, in whatever order their keys are', () => {
  expect(sameValue({ x: 0.5, y: 0 }, { y: 0, x: 0.5 })).toBe(true)
  expect(sameValue([{ label: 'a' }], [{ label: 'b' }])).toBe(false)
  expect(sameValue(null, {})).toBe(false)
  expect(sameValue([], {})).toBe(false)
})

const restore = (draft: Partial<StoredDraft<Fields>>, stored: Partial<Fields> = {}, version?: number) =>
  restoreFields<Fields>(
    { fields: {}, at: '2026-01-01T00:00:00.000Z', ...draft },
    { stored: { ...base, ...stored }, fields: { ...base, ...stored }, version },
  )

test('a copy of an older release that names only a version is restored at that version, and is a question at another', () => {
  const draft = { fields: { title: 'Mine' }, version: 2 }
  expect(restore(draft, {}, 2)).toMatchObject({ fields: { title: 'Mine' }, conflicts: [] })
  expect(restore(draft, {}, 3)).toMatchObject({ fields: { title: 'Mine' }, conflicts: ['title'] })
  expect(restore({ fields: { title: 'Mine' } }, {}, 2)).toMatchObject({ conflicts: ['title'] })
})

test('a new item has no other writer', () =>
  expect(restore({ fields: { title: 'Mine' } })).toMatchObject({ fields: { title: 'Mine' }, conflicts: [] }))

test('what the server already says, and fields that no longer exist, are left out', () =>
  expect(restore({ fields: { title: 'Fair', gone: 'x' } as never, base: { title: 'Old' } })).toEqual({
    fields: {},
    conflicts: [],
    offered: {},
    question: { sent: {}, stored: {} },
    typed: {},
  }))

test('what several closed tabs kept is one draft: other fields side by side, an older text of the same field set aside', () => {
  const copy = (fields: Partial<Record<'name' | 'text' | 'more', string>>, at: string) => ({ fields, base: {}, at })
  const newest = copy({ text: 'third' }, '3')
  const older = copy({ text: 'second', name: 'Kept' }, '2')
  const oldest = copy({ text: 'first', more: 'Kept, too' }, '1')
  expect(combineDrafts([newest, older, oldest])).toEqual({
    draft: { ...newest, fields: { text: 'third', name: 'Kept' }, aside: { text: 'second' } },
    left: [oldest],
  })
  expect(combineDrafts([newest, copy({ text: 'third' }, '2')])).toEqual({ draft: newest, left: [] })
})

test('a draft with a text that it has set aside itself waits, where there is a newer one', () => {
  const newest = { fields: { text: 'third' }, at: '2' }
  const older = { fields: { text: 'second' }, aside: { text: 'first' }, at: '1' }
  expect(combineDrafts([newest, older])).toEqual({ draft: newest, left: [older] })
})
