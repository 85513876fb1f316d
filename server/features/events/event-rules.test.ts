import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostOf, searchTerm } from './event-rules.ts'

const digitsIn = (text: string) => text.replace(/\P{Nd}/gu, '').length
const digit = fc.nat(9).map(String)
const phone = fc
  .array(fc.tuple(digit, fc.constantFrom('', ' ', '-', '.', ') ', '/')), { minLength: 7, maxLength: 19 })
  .map((parts) => parts.map(([one, gap]) => one + gap).join(''))
const word = fc.stringMatching(/^[a-z]{1,12}$/)

describe('a search term', () => {
  it('E5 keeps no e-mail address, phone or card number, wherever it is', () => {
    fc.assert(
      fc.property(word, fc.oneof(fc.emailAddress(), phone), word, (before, secret, after) => {
        const term = searchTerm(`${before} ${secret} ${after}`)
        expect(term).not.toContain('@')
        expect(digitsIn(term)).toBeLessThan(7)
        expect(term.startsWith(before.toLowerCase())).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['ｋｉｍ＠ｅｘａｍｐｌｅ．ｃｏｍ', ''],
    ['write to kim @example.com now', 'write to now'],
    ['kim@ example.com', ''],
    ['ue!=ce @98.zk', ''],
    ['ce @98 .zk', 'ce 98 .zk'],
    ['photos @copydesk', 'photos copydesk'],
    ['call +49 (0)30 / 123 456-78 now', 'call now'],
    ['4111 1111 1111 1111', ''],
    ['٠١٢٣٤٥٦٧٨٩', ''],
    ['olympics 2028', 'olympics 2028'],
    ['olympics 2024 2028', 'olympics'],
    ['西湖  天气', '西湖 天气'],
    ['C++ 20', 'c++ 20'],
  ])('%j is stored as %j', (given, stored) => expect(searchTerm(given)).toBe(stored))
})

describe('a referrer', () => {
  it.each([
    ['https://www.example.org/private/kim?token=1#x', 'example.org'],
    ['https://kim:secret@news.example.org:8443/', 'news.example.org'],
    ['http://192.0.2.7/', ''],
    ['http://[2001:db8::1]/', ''],
    ['javascript:alert(1)', ''],
    ['android-app://com.example', ''],
    ['not an address', ''],
    // Characters that cannot be stored are in no host.
    ['https://example.org/a\u0000\ud800', 'example.org'],
    ['https://exam\u0000ple.org/', ''],
    ['https://exam\ud800ple.org/', ''],
    [' https://exam\nple.org/ ', 'example.org'],
    ['', ''],
  ])('%j is stored as %j', (given, stored) => expect(hostOf(given)).toBe(stored))
})
