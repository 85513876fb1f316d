import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { DEVICE_CODES, KIND_CODES } from '../event-codes.ts'
import type { ReaderEvent } from '../event-store.ts'
import { createPostgresEvents } from './postgres-events.ts'

const { db } = await createTestDatabase()
const store = createPostgresEvents(db)

const text = fc.oneof(
  fc.constantFrom('null', 'NULL', '', '{}', '{"a",b}', 'a\\', '"', ' a ', 'a,b', '例.example', "it's", '\n'),
  fc.string({ unit: 'binary', maxLength: 30 }).map((value) => value.replace(/[\0\ud800-\udfff]/g, '')),
)
const event: fc.Arbitrary<ReaderEvent> = fc.record(
  {
    kind: fc.constantFrom(...(Object.keys(KIND_CODES) as ReaderEvent['kind'][])),
    at: fc.nat(3_600_000).map((ms) => new Date(Date.UTC(2026, 0, 5, 12) + ms)),
    visitor: fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    article: fc.uuid(),
    term: text,
    results: fc.nat(),
    position: fc.nat(1000),
    referrer: text,
    device: fc.constantFrom('desktop', 'phone', 'tablet'),
    ad: fc.uuid(),
    placement: fc.uuid(),
    impression: fc.uuid(),
  },
  { requiredKeys: ['kind', 'at', 'visitor'] },
)

it('what is stored of events is what was given, whatever their texts hold and which fields are the same', async () => {
  const lists = fc.oneof(
    fc.array(event, { minLength: 1, maxLength: 20 }),
    fc.tuple(event, fc.integer({ min: 1, max: 4 })).map(([one, times]) => Array.from({ length: times }, () => one)),
    // Few values for many events.
    fc
      .tuple(event, event, fc.integer({ min: 4, max: 9 }))
      .map(([one, other, times]) => Array.from({ length: times }, () => [one, other]).flat()),
  )
  await fc.assert(
    fc.asyncProperty(lists, async (events) => {
      await sql`truncate reader_event`.execute(db)
      await store.append([{ id: undefined, events }])
      const { rows } = await sql<object>`
        select at, kind, visitor, article, term, results, position, referrer, device, ad, placement, impression
        from reader_event`.execute(db)
      const stored = events.map((given) => ({
        at: given.at.toISOString(),
        kind: KIND_CODES[given.kind],
        visitor: given.visitor,
        article: given.article ?? null,
        term: given.term ?? null,
        results: given.results ?? null,
        position: given.position ?? null,
        referrer: given.referrer ?? '',
        device: given.device ? DEVICE_CODES[given.device] : null,
        ad: given.ad ?? null,
        placement: given.placement ?? null,
        impression: given.impression ?? null,
      }))
      const sorted = (list: object[]) => list.map((row) => JSON.stringify(row)).toSorted()
      expect(sorted(rows)).toEqual(sorted(stored))
    }),
    { numRuns: 150 },
  )
})
