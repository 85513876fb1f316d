import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { termKey } from '#contract/search-terms.ts'
import { createSearches } from './testing/searches.ts'

const { db, send, store, search, rank, list, page, change, terms } = await createSearches()

const digits = (least: number, most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((all) => all.join(''))
const grouped = fc
  .tuple(digits(8, 19), fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0'))
  .map(([number, gap]) => (number.match(/.{1,4}/g) ?? []).join(gap))
const email = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9._+]{2,10}$/), fc.stringMatching(/^[a-z]{3,8}\.(com|org|cn)$/))
  .map((parts) => parts.join('@'))
const wide = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
const secret = fc.oneof(
  email,
  grouped,
  grouped.map((number) => `+${number}`),
  grouped.map(wide),
  email.map(wide),
)
const hostile = fc.tuple(fc.string({ maxLength: 20 }), secret, fc.string({ maxLength: 20 }))

const stored = async () => {
  const { rows } = await sql<{ term: string }>`
    select term from reader_event where term is not null union select term from term_hour union select term from term_day
    union select term from term_click_hour union select term from reader_term union select key from reader_term
    union select key from term_key_hour union select key from term_key_day union select term from search_rank
    union select unnest(variants) from search_rank`.execute(db)
  return rows.map(({ term }) => term)
}

it('no e-mail address, phone or card number is in any stored row, whatever is sent', async () => {
  let reader = 0
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 40 }), async (texts) => {
      reader++
      const events = texts.map((parts) => ({ type: 'search', term: parts.join(' '), results: 0 }))
      const { statusCode } = await send(events, { ip: `198.51.100.${reader % 250}` })
      // Control characters are refused; what is not refused is scrubbed.
      expect([202, 400]).toContain(statusCode)
    }),
    { numRuns: 25 },
  )
  await rank()
  const all = await stored()
  for (const term of all) {
    expect(term).not.toMatch(/[a-z0-9._+-]+@[a-z0-9-]+\.[a-z]{2,}/u)
    expect(term).not.toMatch(/\p{Nd}(?:[\s().\-‐-―_/·]*\p{Nd}){6,}/u)
  }
})

it('terms of fewer than three readers of a day are shown nowhere', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.stringMatching(/^[a-z]{4,9}( [a-z]{4,9})?$/), {
        selector: termKey,
        minLength: 2,
        maxLength: 6,
      }),
      fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 6, maxLength: 6 }),
      fc.constantFrom('24h', '7d', '30d'),
      async (rare, readers, window) => {
        for (const [at, term] of rare.entries())
          await search(`rare ${term}`, { readers: readers[at]!, results: at % 2 ? 0 : 9 })
        // The same few on another day are no more.
        await search(`rare ${rare[0]!}`, { readers: 2, minutesAgo: 26 * 60 })
        await rank()
        for (const tab of ['top', 'rising', 'no-results', 'no-clicks', 'low-position'])
          expect((await list(`tab=${tab}&window=${window}&pageSize=100&q=rare`)).items).toEqual([])
        expect(await page(`rare ${rare[0]!}`, `window=${window}`)).toMatchObject({
          figures: null,
          days: [],
          clicked: [],
        })
        await sql`truncate reader_event, term_hour, term_day, term_click_hour, term_key_hour, term_key_day, reader_hour`.execute(
          db,
        )
      },
    ),
    { numRuns: 8 },
  )
})

it('neither are they as synonyms of what more searched for, nor added up to more', async () => {
  await search('common', { readers: 2 })
  await search('usual', { readers: 2, from: 5 })
  await change('synonyms', { term: 'common', synonym: 'usual' })
  await rank()
  expect(await terms('q=common')).toEqual([])
  expect(store).toBeTruthy()
})
