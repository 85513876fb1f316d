import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createReaders } from './testing/readers.ts'

const { app, db, send, raw, storedText, createArticle } = await createReaders()
const view = () => ({ type: 'view', article: randomUUID() })
const batch = (value: unknown) => ({ batch: value })
const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/content/v1/events',
    remoteAddress: '203.0.113.60',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })

it('E6 hostile calls are 4xx, stored nowhere, and counted by status', async () => {
  await createArticle({ status: 'published' })
  const before = (await raw()).length
  const term = (text: unknown) => [{ type: 'search', term: text, results: 1 }]
  const answers = await Promise.all([
    // Wrong types.
    send('none', { ip: '203.0.113.50' }),
    send({ length: 1 }, { ip: '203.0.113.51' }),
    send([[view()]], { ip: '203.0.113.52' }),
    send([{ ...view(), __proto__: undefined, at: 1e300 }], { ip: '203.0.113.53' }),
    send([{ ...view(), at: '9999999-99-99' }], { ip: '203.0.113.54' }),
    send(term({ $gt: '' }), { ip: '203.0.113.55' }),
    send(term('a\u0000b'), { ip: '203.0.113.56' }),
    send(term('\ud800'), { ip: '203.0.113.57' }),
    // Too many, too long.
    send(
      Array.from({ length: 10_000 }, () => ({ type: 'view' })),
      { ip: '203.0.113.58' },
    ),
    send(term('x'.repeat(1_048_576)), { ip: '203.0.113.59' }),
    // Forged ids.
    send([{ type: 'view', article: '../../etc/passwd' }], { ip: '203.0.113.61' }),
    send([view()], { ip: '203.0.113.62' }, batch("'; drop table reader_event; --")),
    send([{ type: 'click', ad: randomUUID(), placement: '*' }], { ip: '203.0.113.63' }),
    // No JSON.
    post('{"events":[{"type":"view"'),
    post('['.repeat(100_000)),
    post('{}', { 'content-type': 'text/plain' }),
    post('a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
  ])
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code >= 500 || code < 400)).toEqual([])
  // Well formed, of another origin and of ads and articles that do not exist: answered, and stored nowhere.
  const forged = await send([view(), { type: 'click', ad: randomUUID(), placement: randomUUID() }], {
    ip: '203.0.113.64',
    headers: { origin: 'https://evil.example' },
  })
  expect([forged.statusCode, forged.headers['access-control-allow-origin']]).toEqual([202, undefined])
  expect((await raw()).length).toBe(before)
  // One of its two events cannot be read: answered, and counted as refused, so that Health shows it.
  expect((await send([view(), { type: 'view', article: '1' }], { ip: '203.0.113.65' })).statusCode).toBe(202)
  codes.push(400)
  expect([...(await storedText()).values()].join()).not.toContain('xxxxxxxx')

  await app.close()
  const rows = await db.selectFrom('eventRefusal').select(['status', 'calls']).execute()
  const expected = new Map<number, number>()
  for (const code of codes) expected.set(code, (expected.get(code) ?? 0) + 1)
  expect(new Map(rows.map(({ status, calls }) => [status, calls]))).toEqual(expected)
  expect((await sql<{ n: number }>`select count(*) as n from article_live`.execute(db)).rows[0]?.n).toBe(1)
})
