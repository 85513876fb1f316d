import { expect, it } from 'vitest'
import { Id } from './id.ts'

it('an id in capitals is the same id', () => {
  expect(Id.parse('0190A000-0000-7000-8000-00000000C0DE')).toBe('0190a000-0000-7000-8000-00000000c0de')
})

it.each(['', 'x', '0190a000', '{0190a000-0000-7000-8000-00000000c0de}', ' 0190a000-0000-7000-8000-00000000c0de'])(
  '“%s” is no id',
  (text) => expect(Id.safeParse(text).success).toBe(false),
)
