import { expectTypeOf, test } from 'vitest'
import type { ConflictFields } from './draft-notices.tsx'

type Fields = { name: string; day: string | null; visibility: 'public' | 'internal' }
const label = 'Label'
const show = () => ''

test('a form does not compile unless it names every field and shows what is not free text', () => {
  const complete = { name: { label }, day: { label, show }, visibility: { label, show } }
  expectTypeOf(complete).toExtend<ConflictFields<Fields>>()
  expectTypeOf({ day: { label, show }, visibility: { label, show } }).not.toExtend<ConflictFields<Fields>>()
  expectTypeOf({ ...complete, day: { label } }).not.toExtend<ConflictFields<Fields>>()
  expectTypeOf({ ...complete, visibility: { label } }).not.toExtend<ConflictFields<Fields>>()
})
