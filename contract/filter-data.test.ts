import { expect, it } from 'vitest'
import { age, choice, day, idOf, moment, words, yesNo } from './list-filter.ts'

const given = [
  '',
  ' ',
  'true',
  'false',
  'sun',
  'constructor',
  'a b',
  ' padded ',
  'x'.repeat(20),
  'x'.repeat(21),
  'a\u0001b',
  '\u200b',
  '\ud800',

  '0190a000-0000-7000-8000-000000000001',
  '0190A000-0000-7000-8000-00000000000F',
  '0190a000-0000-0000-8000-000000000001',
  '00000000-0000-0000-0000-000000000000',
  '0190a000-0000-7000-8000-00000000001',
  '2026-03-29',
  '2024-02-29',
  '2026-02-29',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '9999-12-31',
  '26-01-01',

  '2026-03-29T10:00:00Z',
  '2026-03-29T10:00:00.123+08:00',
  '2026-03-29T24:00:00Z',
  '2026-03-29T10:00:00',
  '2026-03-29T10:60:00Z',

  '2026-02-30T10:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:00:00-02:00',
  '0000-05-01T00:00:00Z',
  '2026-03-29T10:00Z',
  '90d',
  '1y',
  '0d',
  '10000d',
  '6 m',
  '12w',
]

it.each(
  Object.entries({
    choice: choice(['sun', 'shade']),
    yesNo: yesNo(),
    idOf: idOf(),
    moment: moment(),
    day: day(),
    words: words(20),
    age: age(),
  }),
)('what an address may say of a filter is what the server takes: %s', (_kind, { test, schema }) => {
  for (const text of given) expect([text, test(text)]).toEqual([text, schema.safeParse(text).success])
})
