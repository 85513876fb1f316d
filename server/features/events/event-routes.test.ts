import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ProblemField } from '#contract/problems.ts'
import { BROWSER, MINUTE, ago, createReaders } from './testing/readers.ts'

const { app, db, editor, createArticle, send, store, raw, loseCounts, viewsOf, termsNow, everything, runJobs } =
  await createReaders()
const published = () => createArticle({ status: 'published' })
const rawEvents = async () => (await raw()).length

describe('a view', () => {
  it('is answered 202 and counted with the next roll-up, which the jobs do', async () => {
    const { id } = await published()
    const answer = await send([{ type: 'view', article: id, referrer: 'https://www.example.org/a/page?user=kim' }])
    expect([answer.statusCode, answer.json()]).toEqual([202, { received: 1 }])
    await sql`select graphile_worker.add_job('roll_up_events')`.execute(db)
    await runJobs()
    expect(await viewsOf(id)).toBe(1)
    expect(await store.topReferrers([id], everything())).toEqual(new Map([[id, 'example.org']]))
  })

  it('counts once within half an hour, whatever the order of arrival, and again after it', async () => {
    const { id } = await published()
    const from = { ip: '203.0.113.9' }
    // A day that ended between two of them would change the visitor's key.
    for (const minutes of [5, 50, 20, 130]) await send([{ type: 'view', article: id, at: ago(minutes) }], from)
    await store.rollUp()
    // 130, 50 and 20 minutes ago; five minutes ago is a repeat, and so is what comes late in between.
    expect(await viewsOf(id)).toBe(3)
    await send([{ type: 'view', article: id, at: ago(35) }], from)
    await store.rollUp()
    expect(await viewsOf(id)).toBe(2)
  })

  it('of another browser, network or article is another one', async () => {
    const [one, other] = [await published(), await published()]
    await send(
      [
        { type: 'view', article: one.id },
        { type: 'view', article: other.id },
      ],
      { ip: '203.0.113.10' },
    )
    await send([{ type: 'view', article: one.id }], { ip: '203.0.113.11' })
    await send([{ type: 'view', article: one.id }], { ip: '203.0.113.10', userAgent: `${BROWSER} Edg/140` })
    await store.rollUp()
    expect([await viewsOf(one.id), await viewsOf(other.id)]).toEqual([3, 1])
  })

  it('by a machine, by our own people, or of what readers cannot see does not count', async () => {
    const { id } = await published()
    const draft = await createArticle()
    const before = await rawEvents()
    const view = { type: 'view', article: id }
    await send([view], { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
    await send([view], { userAgent: 'curl/8.0' })
    await send([view], { userAgent: '' })
    await send([view], { headers: editor.headers })
    // Signed in at the console with the same browser: the outside site knows no token.
    await send([view], { ip: '127.0.0.1', userAgent: 'test' })
    await send(
      [
        { type: 'view', article: draft.id },
        { type: 'view', article: randomUUID() },
      ],
      { ip: '203.0.113.12' },
    )
    expect(await rawEvents()).toBe(before)
  })

  it('from the future is now, with a wrong clock is put right, and of the day before yesterday is nothing', async () => {
    const { id } = await published()
    const began = Date.now()
    await send([{ type: 'view', article: id, at: ago(-600) }], { ip: '203.0.113.13' })
    const skew = { sentAt: ago(3000) }
    await send([{ type: 'view', article: id, at: ago(3001) }], { ip: '203.0.113.14' }, skew)
    await send([{ type: 'view', article: id, at: ago(3000) }], { ip: '203.0.113.15' })
    const ended = Date.now()
    const times = (await raw()).flatMap(({ article, at }) => (article === id ? [at.getTime()] : []))
    // Between the first call and the last, however long they took: the one of a wrong clock a minute before.
    expect(times).toHaveLength(2)
    const [skewed = 0, future = 0] = times.toSorted((a, b) => a - b)
    for (const [at, from, to] of [
      [skewed, began - MINUTE, ended - MINUTE + 1000],
      [future, began, ended],
    ] as const) {
      expect(at).toBeGreaterThanOrEqual(from)
      expect(at).toBeLessThanOrEqual(to)
    }
  })
})

describe('a call', () => {
  it('sent again after a lost answer counts once, also by two processes at a time', async () => {
    const { id } = await published()
    const batch = randomUUID()
    const events = [{ type: 'view', article: id }]
    const twice = Array.from({ length: 6 }, (_, n) => send(events, { ip: `198.51.100.${n}` }, { batch }))
    for (const { statusCode } of await Promise.all(twice)) expect(statusCode).toBe(202)
    await store.rollUp()
    expect(await viewsOf(id)).toBe(1)
  })

  it.each([
    ['no events', [], 'events'],
    ['an unknown kind', [{ type: 'like', article: randomUUID() }], 'events.0.type'],
    ['a field too many', [{ type: 'view', article: randomUUID(), visitor: 'me' }], 'events.0.visitor'],
    ['an id that is none', [{ type: 'view', article: '1 or 1=1' }], 'events.0.article'],
    ['a number as a term', [{ type: 'search', term: 7, results: 1 }], 'events.0.term'],
    ['a term of 201 letters', [{ type: 'search', term: 'a'.repeat(201), results: 1 }], 'events.0.term'],
    ['results below zero', [{ type: 'search', term: 'rain', results: -1 }], 'events.0.results'],
    [
      'a position of zero',
      [{ type: 'searchClick', term: 'a', article: randomUUID(), position: 0 }],
      'events.0.position',
    ],
    ['10,000 events', Array.from({ length: 10_000 }, () => ({ type: 'view' })), 'events'],
    ['a list as an id', [{ type: 'view', article: [randomUUID()] }], 'events.0.article'],
    ['an object as results', [{ type: 'search', term: 'a', results: { $gt: 0 } }], 'events.0.results'],
    ['101 events', Array.from({ length: 101 }, () => ({ type: 'view', article: randomUUID() })), 'events'],
  ])('with %s is refused with the field named, and stores nothing', async (_what, events, path) => {
    const before = await rawEvents()
    const answer = await send(events, { ip: '203.0.113.99' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ fields: { path: string }[] }>().fields[0]?.path).toBe(path)
    expect(await rawEvents()).toBe(before)
  })

  it('counts the events that are valid, and says which others were refused and why', async () => {
    const { id } = await published()
    const mixed = [
      { type: 'view', article: 'no-id' },
      { type: 'view', article: id },
      { type: 'search', term: 'hail', results: -1, page: 2 },
      { type: 'search', term: 'hail', results: 4 },
      null,
    ]
    const answer = await send(mixed, { ip: '203.0.113.97' })
    expect(answer.statusCode).toBe(202)
    const { received, refused } = answer.json<{ received: number; refused: ProblemField[] }>()
    expect(received).toBe(2)
    expect(refused.map(({ path }) => path)).toEqual([
      'events.0.article',
      'events.2.results',
      'events.2.page',
      'events.4',
    ])
    expect(refused[1]).toMatchObject({ code: 'too_small', rule: 'number_min', limit: 0 })
    expect(refused[2]).toMatchObject({ code: 'unrecognized_keys', message: 'unknown field' })
    await store.rollUp()
    expect(await viewsOf(id)).toBe(1)
    expect((await termsNow()).find(({ term }) => term === 'hail')).toMatchObject({ searches: 1, noResults: 0 })
  })

  it('with valid events is refused as a whole where something else is wrong with it', async () => {
    const { id } = await published()
    const before = await rawEvents()
    const mixed = [{ type: 'view', article: id }, { type: 'like' }]
    for (const more of [{ batch: 'no-id' }, { site: 'mine' }, { sentAt: 7 }]) {
      const answer = await send(mixed, { ip: '203.0.113.96' }, more)
      expect([answer.statusCode, Object.keys(more)]).toEqual([400, Object.keys(more)])
      const paths = answer.json<{ fields: ProblemField[] }>().fields.map(({ path }) => path)
      expect(paths).toEqual(expect.arrayContaining([Object.keys(more)[0], 'events.1.type']))
    }
    expect(await rawEvents()).toBe(before)
  })

  it('without a valid event is refused with what is wrong with each', async () => {
    const answer = await send([{ type: 'like' }, { type: 'view', article: 'no-id' }], { ip: '203.0.113.95' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ fields: ProblemField[] }>().fields.map(({ path }) => path)).toEqual([
      'events.0.type',
      'events.1.article',
    ])
  })

  it('of a megabyte is 413, and as text/plain 415', async () => {
    expect((await send([{ type: 'search', term: 'a'.repeat(1_000_000), results: 1 }])).statusCode).toBe(413)
    const plain = await app.inject({
      method: 'POST',
      url: '/content/v1/events',
      headers: { 'content-type': 'text/plain' },
      payload: '{}',
    })
    expect(plain.statusCode).toBe(415)
  })

  it('with made-up ids, or from a page of another origin, counts nothing and harms nothing', async () => {
    const before = await rawEvents()
    const forged = Array.from({ length: 100 }, () => ({
      type: 'view',
      article: randomUUID(),
      referrer: 'javascript:alert(1)',
    }))
    expect((await send(forged, { ip: '203.0.113.98' })).statusCode).toBe(202)
    expect(await rawEvents()).toBe(before)
    for (const batch of ['1', 'x'.repeat(5000), { id: 1 }])
      expect(
        (await send([{ type: 'search', term: 'a', results: 1 }], { ip: '203.0.113.98' }, { batch })).statusCode,
      ).toBe(400)
    const other = await app.inject({
      method: 'OPTIONS',
      url: '/content/v1/events',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
    expect(await rawEvents()).toBe(before)
  })

  it('R59 from one network is limited to 60 a minute', async () => {
    const codes = []
    for (let n = 0; n < 62; n++)
      codes.push((await send([{ type: 'search', term: 'x', results: 1 }], { ip: '192.0.2.1' })).statusCode)
    expect(codes.filter((code) => code === 202)).toHaveLength(60)
    expect(codes.slice(-2)).toEqual([429, 429])
  })

  it('that cannot be read counts against the limit of its network', async () => {
    const codes = []
    for (let n = 0; n < 62; n++) codes.push((await send('nothing', { ip: '192.0.2.2' })).statusCode)
    expect(codes.slice(58)).toEqual([400, 400, 429, 429])
  })
})

describe('a search', () => {
  it('counts by one spelling, with what was found and what was clicked', async () => {
    const { id } = await published()
    for (const [n, term] of ['Flood  Plain', ' flood plain', 'ＦＬＯＯＤ plain'].entries())
      await send([{ type: 'search', term, results: n }], { ip: `203.0.113.${20 + n}` })
    await send([{ type: 'searchClick', term: 'flood plain', article: id, position: 3 }], { ip: '203.0.113.20' })
    await send([{ type: 'search', term: 'flood plain', results: 1 }], { ip: '203.0.113.20' })
    await store.rollUp()
    expect((await termsNow()).find(({ term }) => term === 'flood plain')).toEqual({
      term: 'flood plain',
      searches: 3,
      noResults: 1,
      clicks: 1,
      positionSum: 3,
      searchers: 3,
    })
  })
})

describe('the counts', () => {
  it('are the same when they are made again from the raw events', async () => {
    const before = [await store.articleViews(everything()), await termsNow()]
    expect(before[0]!.length).toBeGreaterThan(3)
    await loseCounts()
    expect([await store.articleViews(everything()), await termsNow()]).not.toEqual(before)
    const hour = 3_600_000
    const now = Date.now() - (Date.now() % hour)
    await store.rebuild({ from: new Date(now - 30 * hour), to: new Date(now + hour) })
    expect([await store.articleViews(everything()), await termsNow()]).toEqual(before)
  })

  it('lose nothing of what arrives while they are made', async () => {
    const { id } = await published()
    const senders = Array.from({ length: 40 }, (_, n) =>
      send([{ type: 'view', article: id }], { ip: `198.51.100.${100 + n}` }),
    )
    const counting = Array.from({ length: 10 }, () => store.rollUp())
    await Promise.all([...senders, ...counting])
    await store.rollUp()
    expect(await viewsOf(id)).toBe(40)
  })
})

describe('the script for the outside site', () => {
  it('is JavaScript of less than 2 KB, may be used by any site, and is not sent twice', async () => {
    const answer = await app.inject('/content/v1/beacon.js')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(brotliCompressSync(answer.rawPayload).length).toBeLessThan(2048)
    const again = await app.inject({
      url: '/content/v1/beacon.js',
      headers: { 'if-none-match': answer.headers['etag'] },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})
