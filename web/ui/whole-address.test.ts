import { expect, it } from 'vitest'
import { wholeAddress } from './whole-address.ts'

it.each([
  ['example.org', 'https://example.org'],
  [' bakery.example/offer?a=1#b ', 'https://bakery.example/offer?a=1#b'],
  ['münchen.example:8443/x', 'https://münchen.example:8443/x'],
  ['例子.中国', 'https://例子.中国'],
])('%j is completed', (typed, whole) => expect(wholeAddress(typed)).toBe(whole))

it.each([
  'https://example.org',
  'http://example.org',
  'HTTPS://example.org',
  'javascript:alert(1)',
  'javascript:a.b/c',
  'mailto:ada@example.org',
  'ada@example.org',
  'example',
  'example.org with spaces',
  '/path',
  '//example.org',
  '#top',
  '',
])('%j stays as it is', (typed) => expect(wholeAddress(typed)).toBe(typed))
