import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { DiagnosticReport } from '#contract/diagnostic-report.ts'
import { diagnosticEndpoints, RUNS_KEPT, type DiagnosticRun, type SentRun } from '#contract/diagnostics.ts'
import { createTestApp } from '../../testing/app.ts'
import { sinceProxy } from './proxy-headers.ts'

/** Whatever someone may put into settings, environment, headers or addresses. */
const secrets = Array.from({ length: 200 }, (_, n) => `s3cret-${n}-${randomBytes(9).toString('hex')}`)
const [fromConfig, fromEnvironment, fromHeaders, fromQuery] = [0, 50, 100, 150].map((at) =>
  secrets.slice(at, at + 50),
) as [string[], string[], string[], string[]]
const [a, b, c, d, e, f, g, h, i, j] = fromConfig as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
fromEnvironment.forEach((secret, n) => (process.env[`PLANTED_${n}`] = secret))

const { app, pool, signIn } = await createTestApp({
  databaseUrl: `postgres://${a}:${b}@${c}.example/${d}?password=${e}`,
  smtpUrl: `smtp://${f}:${g}@mail.example`,
  mailFrom: `${h} <x@example.org>`,
  metricsKey: i,
  editorHomeUrl: `/${j}/`,
  admin: { email: `${fromConfig[10]}@example.org`, password: `${fromConfig[11]}` },
  bucket: {
    name: `${fromConfig[12]}`,
    endpoint: `https://${fromConfig[13]}.example`,
    region: `${fromConfig[14]}`,
  } as never,
  trustedProxies: [],
  dataDir: `/srv/${fromConfig[15]}`,
})
const report: DiagnosticReport = {
  ping: { sent: 20, lost: 0, medianMs: 300, p95Ms: 310, jitterMs: 2, serverMs: 2 },
  connection: { dnsMs: null, tcpMs: 1, tlsMs: null, firstByteMs: 5, protocol: 'http/1.1', encoding: 'br' },
  clock: { offsetMs: -12, errorMs: 4 },
  live: { echoMs: 9, buffered: false },
  transfer: { downBytes: 1_000_000, downMs: 100, upBytes: 250_000, upMs: 60 },
  roundTrip: { totalMs: 305, serverMs: 4, databaseMs: 1, lockMs: 0, eventLoopMs: 0, proxyMs: null, proxied: false },
  browser: { driftMs: 1, workMs: 0 },
  storage: { usedBytes: 1, quotaBytes: 2 },
}
const keep = (headers: object, payload: object = report) =>
  app.inject({ method: 'POST', url: '/api/diagnostics/runs', headers: { ...headers }, payload })
const runs = async (headers: object) =>
  (await app.inject({ url: '/api/diagnostics/runs', headers: { ...headers } })).json<{ items: DiagnosticRun[] }>().items

describe('a measured connection', () => {
  it('is kept with its finding, for oneself only, and only the newest', async () => {
    const [viewer, other] = [await signIn('viewer'), await signIn('editor')]
    const reply = await keep(viewer.headers)
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({ verdict: { kind: 'slow', layer: 'network', ms: 298 }, report })
    for (let n = 0; n < RUNS_KEPT + 3; n++) await keep(viewer.headers)
    expect(await runs(viewer.headers)).toHaveLength(RUNS_KEPT)
    expect(await runs(other.headers)).toEqual([])
  })

  it('is passed on to the administrators once, who see from whom and get one mail for several', async () => {
    const [viewer, editor, administrator] = [
      await signIn('viewer'),
      await signIn('editor'),
      await signIn('administrator'),
    ]
    const mails = async () => (await pool.query(`select from mail_outbox where kind = 'diagnostic_sent'`)).rowCount
    const send = (headers: object, id: string) =>
      app.inject({ method: 'POST', url: `/api/diagnostics/runs/${id}/send`, headers: { ...headers } })
    const sent = (headers: object) => app.inject({ url: '/api/diagnostics/sent', headers: { ...headers } })
    const [first, second] = [
      (await keep(viewer.headers)).json<DiagnosticRun>(),
      (await keep(viewer.headers)).json<DiagnosticRun>(),
    ]
    expect(first.sentAt).toBeNull()
    expect((await send(editor.headers, first.id)).statusCode).toBe(404)
    const reply = (await send(viewer.headers, first.id)).json<DiagnosticRun>()
    expect(reply.sentAt).not.toBeNull()
    const told = await mails()
    expect(told).toBeGreaterThan(0)
    expect((await send(viewer.headers, first.id)).json()).toEqual(reply)
    await send(viewer.headers, second.id)
    expect(await mails()).toBe(told)
    for (const { headers } of [viewer, editor]) expect((await sent(headers)).statusCode).toBe(403)
    const { items } = (await sent(administrator.headers)).json<{
      items: (DiagnosticRun & { by: { name: string } })[]
    }>()
    expect(items.map(({ id, by }) => [id, by.name])).toEqual([
      [second.id, viewer.user.name],
      [first.id, viewer.user.name],
    ])
    // What was passed on is not the first to go.
    for (let n = 0; n < RUNS_KEPT; n++) await keep(viewer.headers)
    expect((await sent(administrator.headers)).json<{ items: object[] }>().items).toHaveLength(2)
  })

  it('that was passed on is new until one of the others who see all of Health has opened it', async () => {
    const [viewer, sender, reader] = [
      await signIn('viewer'),
      await signIn('administrator'),
      await signIn('administrator'),
    ]
    const { id } = (await keep(sender.headers)).json<DiagnosticRun>()
    const post = async (headers: object, verb: string) =>
      (await app.inject({ method: 'POST', url: `/api/diagnostics/${verb}`, headers: { ...headers } })).statusCode
    const seenBy = async () =>
      (await app.inject({ url: '/api/diagnostics/sent', headers: { ...reader.headers } }))
        .json<{ items: SentRun[] }>()
        .items.find((one) => one.id === id)?.seenBy
    expect(await post(reader.headers, `sent/${id}/seen`)).toBe(404)
    await post(sender.headers, `runs/${id}/send`)
    expect(await seenBy()).toBeNull()
    expect(await post(viewer.headers, `sent/${id}/seen`)).toBe(403)
    // Looking at one's own is not that someone saw it.
    expect(await post(sender.headers, `sent/${id}/seen`)).toBe(204)
    expect(await seenBy()).toBeNull()
    expect(await post(reader.headers, `sent/${id}/seen`)).toBe(204)
    expect((await seenBy())?.name).toBe(reader.user.name)
    const third = await signIn('administrator')
    expect(await post(third.headers, `sent/${id}/seen`)).toBe(204)
    expect((await seenBy())?.id).toBe(reader.user.id)
  })

  it('holds numbers and short names: no text fits in', async () => {
    const viewer = await signIn('viewer')
    const protocol = `h2 ${secrets[0]}`
    for (const wrong of [
      { ...report, note: 'hello' },
      { ...report, connection: { ...report.connection, protocol } },
      { ...report, ping: { ...report.ping, medianMs: -1 } },
      { ...report, ping: { ...report.ping, medianMs: '1' } },
    ])
      expect((await keep(viewer.headers, wrong)).statusCode).toBe(400)
  })
})

describe('the tests of a connection', () => {
  it('split a call into server, database, locks and event loop, in Server-Timing too', async () => {
    const { headers } = await signIn('viewer')
    const reply = await app.inject({ url: '/api/diagnostics/round-trip', headers })
    const split = reply.json<Record<string, number>>()
    for (const part of ['serverMs', 'databaseMs', 'lockMs', 'eventLoopMs'])
      expect(split[part]).toBeGreaterThanOrEqual(0)
    expect(split).toMatchObject({ proxied: false, proxyMs: null })
    expect(reply.headers['server-timing']).toMatch(
      /^server;dur=[\d.]+, db;dur=[\d.]+, lock;dur=[\d.]+, loop;dur=[\d.]+$/,
    )
  })

  it('wait for a lock on the main tables for a moment only, and say so', async () => {
    const { headers } = await signIn('viewer')
    const holder = await pool.connect()
    await holder.query('begin; lock table article in access exclusive mode')
    const reply = await app.inject({ url: '/api/diagnostics/round-trip', headers })
    await holder.query('rollback')
    holder.release()
    expect(reply.statusCode).toBe(200)
    expect(reply.json<{ lockMs: number }>().lockMs).toBeGreaterThan(1000)
  })

  it('see a proxy, and how long it kept the call, if it says when it took it', async () => {
    const { headers } = await signIn('viewer')
    const at = (Date.now() - 250) / 1000
    const reply = await app.inject({
      url: '/api/diagnostics/round-trip',
      headers: { ...headers, 'x-forwarded-for': '203.0.113.9', 'x-request-start': `t=${at}` },
    })
    const { proxied, proxyMs } = reply.json<{ proxied: boolean; proxyMs: number }>()
    expect(proxied).toBe(true)
    expect(proxyMs).toBeGreaterThanOrEqual(245)
  })

  it.each([
    ['t=1700000000.250', 250],
    ['1700000000250', 250],
    ['t=1700000000250000', 250],
    ['t=1600000000', null],
    ['yesterday', null],
    [undefined, null],
  ])('read the time of a proxy from %s', (given, expected) => {
    const since = sinceProxy(given === undefined ? {} : { 'x-request-start': given }, 1_700_000_000_500)
    expect(since === null ? null : Math.round(since)).toBe(expected)
  })

  it('give random bytes that nothing can compress, within bounds', async () => {
    const { headers } = await signIn('viewer')
    const ask = (bytes: number) =>
      app.inject({ url: `/api/diagnostics/download?bytes=${bytes}`, headers: { ...headers, 'accept-encoding': 'br' } })
    const reply = await ask(100_000)
    expect([reply.rawPayload.length, reply.headers['content-encoding']]).toEqual([100_000, undefined])
    expect((await ask(100_000_000)).statusCode).toBe(400)
  })

  it('echo a word in several events', async () => {
    const { headers } = await signIn('viewer')
    const reply = await app.inject({ url: '/api/diagnostics/echo?word=hello', headers })
    expect(reply.body.match(/"word":"hello"/g)).toHaveLength(4)
  })

  it('are for everyone who is signed in, and for no one else', async () => {
    for (const { method, path } of Object.values(diagnosticEndpoints))
      expect((await app.inject({ method, url: path })).statusCode).toBe(401)
  })
})

describe('the bundle for support', () => {
  it('F2 has none of 200 secrets in it, wherever they were', async () => {
    const administrator = await signIn('administrator')
    await keep(administrator.headers)
    const [agent, accept, language, cookie, referer, via, ...rest] = fromHeaders
    const headers = {
      ...administrator.headers,
      'user-agent': agent,
      accept,
      'accept-language': language,
      cookie: `session=${cookie}`,
      referer: `https://example.org/?token=${referer}`,
      via,
      'accept-encoding': `gzip, ${rest[0]}`,
      'x-forwarded-for': `${rest[1]}`,
      ...Object.fromEntries(rest.slice(2).map((secret, n) => [`x-planted-${n}`, secret])),
    }
    const query = fromQuery.map((secret, n) => `k${n}=${secret}`).join('&')
    // In the query they are not even taken; in the fragment and the path they never arrive.
    expect((await app.inject({ url: `/api/diagnostics/bundle?${query}`, headers })).body).not.toMatch(/s3cret/)
    const reply = await app.inject({ url: '/api/diagnostics/bundle', headers })
    expect(reply.headers['content-encoding']).toBe('gzip')
    const bundle = gunzipSync(reply.rawPayload).toString()
    for (const secret of secrets) expect(bundle).not.toContain(secret)
    expect(bundle).not.toContain(administrator.token)
    expect(bundle).not.toMatch(/s3cret|example\.org/)
    expect(JSON.parse(bundle)).toMatchObject({
      server: { settings: { sendsMail: true, hasBucket: true, hasMetricsKey: true } },
      request: { encodings: ['gzip'], forwarded: ['via', 'x-forwarded-for'] },
    })
  })

  it('has the checks for administrators only', async () => {
    const checksOf = async (headers: object) =>
      (await app.inject({ url: '/api/diagnostics/bundle', headers: { ...headers } })).json<{ checks: [] }>().checks
        .length
    expect(await checksOf((await signIn('administrator')).headers)).toBeGreaterThan(20)
    expect(await checksOf((await signIn('editor')).headers)).toBe(0)
  })
})
