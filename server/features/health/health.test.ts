import { readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { healthCheckNames } from '#contract/health-checks.ts'
import type { Health, HealthAlerts, HealthHistory, HealthMeasurement } from '#contract/health.ts'
import type { Role } from '#contract/permissions.ts'
import { createTestApp } from '../../testing/app.ts'
import { queueAlerts } from './alert-commands.ts'
import { sendAlertWebhook } from './alert-delivery-commands.ts'
import { sweepHealth } from './health-report-commands.ts'

const { app, db, pool, services, signIn, createUser, runJobs } = await createTestApp({ healthSeconds: 0.1 })
const administrator = await signIn(await createUser({ role: 'administrator', name: 'Ada', email: 'ada@example.com' }))
const editor = await signIn('editor')

type Method = 'GET' | 'POST' | 'PUT'
async function api<T>(who: { headers: object } | null, method: Method, url: string, body?: object) {
  const reply = await app.inject({
    method,
    url,
    headers: { ...who?.headers },
    ...(body && { payload: body }),
  })
  return { status: reply.statusCode, body: (reply.body === '' ? undefined : reply.json()) as T }
}
const health = async (who = administrator) => (await api<Health>(who, 'GET', '/api/health')).body
const audit = async () => {
  const rows = await db
    .selectFrom('auditEvent')
    .where('entityType', 'in', ['health_check', 'setting'])
    .select(['action', 'entityTitle', 'actorName', 'before', 'after'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows
}

describe('the health of the server', () => {
  it('makes no folder for an embedded database where there is none', () => {
    expect(readdirSync(services.config.dataDir)).not.toContain('postgres')
    expect(readdirSync(services.config.dataDir)).not.toContain('database-place.json')
  })

  it('is unknown, and not bad, before anything was measured', async () => {
    const { state, checks, processes } = await health()
    expect(state).toBe('unknown')
    expect(checks.map(({ name }) => name)).toEqual(healthCheckNames)
    expect(new Set(checks.map((check) => check.state))).toEqual(new Set(['unknown']))
    expect(processes).toHaveLength(1)
  })

  it('is measured again when asked, one check at a time', async () => {
    const { status, body } = await api<HealthMeasurement>(administrator, 'POST', '/api/health/checks/database/run')
    expect([status, body.state]).toEqual([200, 'good'])
    expect(body.value).toBeGreaterThan(0)
    expect((await health()).checks.find(({ name }) => name === 'database')?.state).toBe('good')
  })

  it('warns that no mail reaches anyone where no mail server is set up', async () => {
    const { body } = await api<HealthMeasurement>(administrator, 'POST', '/api/health/checks/mail/run')
    expect(body).toMatchObject({ state: 'warning', value: 0, cause: 'mail_folder' })
  })

  it('shows the newest mails that were only written to files, to administrators, without what they say', async () => {
    const mails = async (who = administrator) =>
      api<{ folder: string | null; items: { to: string; subject: string }[] }>(who, 'GET', '/api/health/mails')
    expect((await mails()).body).toEqual({ folder: join(services.config.dataDir, 'outbox'), items: [] })
    for (const email of ['mei@example.com', 'lin@example.com']) {
      await app.inject({
        method: 'POST',
        url: '/api/users/invitations',
        headers: administrator.headers,
        payload: { email, role: 'author' },
      })
      await runJobs()
    }
    const { body } = await mails()
    expect(body.items.map(({ to }) => to)).toEqual(['lin@example.com', 'mei@example.com'])
    expect(body.items[0]?.subject).toMatch(/^Ada invites you/)
    expect(JSON.stringify(body)).not.toContain('#invitation=')
    expect((await mails(editor)).status).toBe(403)
    rmSync(join(services.config.dataDir, 'outbox'), { recursive: true })
  })

  it('is for administrators in full, for editors in summary, and for no one else', async () => {
    const { body } = await api<Health>(editor, 'GET', '/api/health')
    expect(body.can).toEqual({ details: false, mute: false, run: false })
    expect(body.processes).toEqual([])
    expect(body.checks.find(({ name }) => name === 'database')).toMatchObject({ state: 'good', value: null, facts: {} })
    for (const url of ['/api/health/samples', '/api/health/alerts'])
      expect([(await api(editor, 'GET', url)).status, url]).toEqual([403, url])
    expect((await api(editor, 'POST', '/api/health/checks/cpu/run')).status).toBe(403)
    for (const role of ['author', 'ad_manager', 'viewer'] satisfies Role[])
      expect((await api(await signIn(role), 'GET', '/api/health')).status).toBe(403)
  })

  it('says of a check that does not exist that it does not', async () => {
    expect((await api(administrator, 'POST', '/api/health/checks/weather/run')).status).toBe(400)
  })
})

describe('a muted check', () => {
  beforeAll(() => app.health.start())
  const until = () => new Date(Date.now() + 3_600_000).toISOString()
  const isBad = async () => (await health()).checks.find(({ name }) => name === 'disk')?.state === 'bad'

  it('does not count until its time, is still measured, and the log tells who muted it', async () => {
    app.health.replaceProbes({
      disk: async () => ({ folder: '/srv/copydesk', free: 1, total: 1e12 }),
      requestPool: pool,
    })
    await expect.poll(isBad).toBe(true)
    expect((await health()).state).toBe('bad')
    const end = until()
    // Everything that a test machine may have wrong by itself.
    for (const name of healthCheckNames.filter((one) => one !== 'database'))
      await api(administrator, 'POST', `/api/health/checks/${name}/mute`, { until: end, reason: 'Moving house' })
    const muted = await health()
    expect([muted.state, await isBad()]).toEqual(['good', true])
    expect(muted.mutes.find(({ name }) => name === 'disk')).toMatchObject({
      until: end,
      reason: 'Moving house',
      by: { name: 'Ada' },
    })
    expect((await health(editor)).mutes[0]).toMatchObject({ reason: '', by: null })
    expect((await audit()).find(({ entityTitle }) => entityTitle === 'disk')).toMatchObject({
      action: 'mute',
      actorName: 'Ada',
      after: { until: end, reason: 'Moving house' },
    })
  })

  it('counts again by itself when its time is over', async () => {
    await db
      .updateTable('healthMute')
      .set({ until: new Date(Date.now() - 1000) })
      .where('name', '=', 'disk')
      .execute()
    expect((await health()).state).toBe('bad')
    await sweepHealth(db)
    expect(await db.selectFrom('healthMute').where('name', '=', 'disk').select('name').execute()).toEqual([])
  })

  it('counts again at once when it is unmuted, which is logged as well', async () => {
    await api(administrator, 'POST', '/api/health/checks/disk/mute', { until: until() })
    expect((await health()).state).toBe('good')
    expect((await api(administrator, 'POST', '/api/health/checks/disk/unmute')).status).toBe(204)
    expect((await health()).state).toBe('bad')
    expect((await audit()).at(-1)).toMatchObject({ action: 'unmute', entityTitle: 'disk' })
  })

  it('cannot be muted into the past, nor for ever', async () => {
    for (const wrong of ['2020-01-01T00:00:00Z', new Date(Date.now() + 40 * 86_400_000).toISOString()]) {
      const { status } = await api(administrator, 'POST', '/api/health/checks/disk/mute', { until: wrong })
      expect(status).toBe(400)
    }
  })
})

describe('the history', () => {
  it('tells of the fault with its cause, and of each day its worst state', async () => {
    const asked = () => api<HealthHistory>(administrator, 'GET', '/api/health/history?name=disk')
    await expect.poll(async () => (await asked()).body.incidents.length).toBe(1)
    const { body } = await asked()
    expect(body.days).toHaveLength(30)
    expect(body.strips).toEqual([{ name: 'disk', states: [...Array.from({ length: 29 }, () => null), 'bad'] }])
    expect(body.incidents[0]).toMatchObject({
      name: 'disk',
      state: 'bad',
      cause: 'over_limit',
      value: 1,
      endedAt: null,
    })
    expect(body.incidents[0]?.process).toContain(String(process.pid))
    const summary = await api<HealthHistory>(editor, 'GET', '/api/health/history?name=disk')
    expect(summary.body.incidents[0]).toMatchObject({ state: 'bad', cause: null, value: null, process: '' })
  })
})

describe('the live channel', () => {
  const listen = async () => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/health/live`
  }
  type Told = { event: string; data: { state?: string } }
  async function* eventsOf(reply: Response): AsyncGenerator<Told> {
    let rest = ''
    for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
        if (event) yield { event, data: JSON.parse(data) as Told['data'] }
      }
    }
  }

  it('R14 tells at once and at each turn, with the token in the header, and ends with the session', async () => {
    const { headers, sessionId } = await signIn('administrator')
    const reply = await fetch(await listen(), { headers })
    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    const events = eventsOf(reply)
    expect((await events.next()).value).toMatchObject({ event: 'health', data: { state: 'bad' } })
    const kinds = new Set<string>()
    for (let n = 0; n < 4; n++) kinds.add(((await events.next()).value as Told).event)
    expect([...kinds].toSorted()).toEqual(['health', 'sample'])
    await db.deleteFrom('session').where('id', '=', sessionId).execute()
    // Nothing more comes, and the stream ends by itself.
    for await (const _ of events);
  })

  it('R14 R57 is for no one without a token, nor for pages of other sites', async () => {
    const url = await listen()
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(`${url}?token=${administrator.token}`)).status).toBe(401)
    const stranger = { ...administrator.headers, origin: 'https://evil.example' }
    expect((await fetch(url, { headers: stranger })).status).toBe(400)
  })

  it('shows editors the summary only', async () => {
    const ended = new AbortController()
    const reply = await fetch(await listen(), { headers: editor.headers, signal: ended.signal })
    const { value } = await eventsOf(reply).next()
    expect((value as { data: Health }).data).toMatchObject({ processes: [], can: { details: false } })
    ended.abort()
  })
})

describe('metrics', () => {
  it('are Prometheus text for this machine', async () => {
    const reply = await app.inject({ url: '/metrics' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(reply.body).toContain('copydesk_check_state{check="disk"} 3')
    expect(reply.body).toMatch(
      /copydesk_http_request_duration_seconds_count\{method="GET",route="\/api\/health",status="200"\} \d/,
    )
    expect(reply.body).toContain('process_resident_memory_bytes')
  })

  it('are for no one else: not through a proxy on this machine, not by another name, not from outside', async () => {
    const forwarded = await app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.5' } })
    const rebound = await app.inject({ url: '/metrics', headers: { host: 'evil.example' } })
    const outside = await app.inject({ url: '/metrics', remoteAddress: '203.0.113.5' })
    expect([forwarded.statusCode, rebound.statusCode, outside.statusCode]).toEqual([403, 403, 403])
  })

  it('are for whoever has the key', async () => {
    const metricsKey = 'a key of sixteen or more'.replaceAll(' ', '-')
    const keyed = await createTestApp({ metricsKey })
    const ask = (key: string) =>
      keyed.app.inject({
        url: '/metrics',
        remoteAddress: '203.0.113.5',
        headers: { host: '10.0.0.7:3000', authorization: `Bearer ${key}` },
      })
    expect([(await ask(metricsKey)).statusCode, (await ask(`${metricsKey}x`)).statusCode]).toEqual([200, 403])
    await keyed.close()
  })
})

describe('alerts', () => {
  const mails = () => {
    const folder = join(services.config.dataDir, 'outbox')
    return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  }
  const change = { emails: ['ada@example.com'], webhook: 'https://hooks.example.org/t/SECRET-PATH', afterMinutes: 5 }

  it('are set by administrators; the log tells of the webhook only where it leads', async () => {
    expect((await api(editor, 'PUT', '/api/health/alerts', change)).status).toBe(403)
    const { body } = await api<HealthAlerts>(administrator, 'PUT', '/api/health/alerts', change)
    expect(body).toMatchObject({ ...change, hasSecret: true, lastDelivery: null })
    const logged = JSON.stringify(await audit())
    expect(logged).toContain('https://hooks.example.org')
    expect(logged).not.toContain('SECRET-PATH')
    const { body: renewed } = await api<{ secret: string }>(administrator, 'POST', '/api/health/alerts/secret')
    expect(renewed.secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(JSON.stringify(await audit())).not.toContain(renewed.secret)
    expect(JSON.stringify((await api(administrator, 'GET', '/api/health/alerts')).body)).not.toContain(renewed.secret)
  })

  it('of two administrators who change them from the same state, the second one is asked', async () => {
    const { body: before } = await api<HealthAlerts>(administrator, 'GET', '/api/health/alerts')
    const save = (emails: string[]) =>
      api<{ code: string; changedBy: string; current: HealthAlerts }>(administrator, 'PUT', '/api/health/alerts', {
        ...change,
        emails,
        version: before.version,
      })
    expect((await save(['first@example.com'])).status).toBe(200)
    const { status, body } = await save(['second@example.com'])
    expect([status, body.code, body.changedBy]).toEqual([409, 'stale_version', administrator.user.name])
    expect(body.current).toMatchObject({ emails: ['first@example.com'], version: before.version + 1 })
    // The log of a call of the webhook is no change of theirs.
    expect((await api(administrator, 'PUT', '/api/health/alerts', change)).status).toBe(200)
  })

  it.each([
    ['http://hooks.example.org/', 'https'],
    ['https://me:pw@hooks.example.org/', 'https'],
    ['nonsense', 'https'],
    ['https://127.0.0.1/hook', 'private_address'],
    ['https://[::1]:4390/hook', 'private_address'],
  ])('refuse the webhook %s', async (webhook, code) => {
    const { status, body } = await api<object>(administrator, 'PUT', '/api/health/alerts', { ...change, webhook })
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: [{ path: 'webhook', code }] })
  })

  it('go out once when a check stays bad and is not muted, and once when it is good again', async () => {
    await pool.query(`delete from graphile_worker._private_jobs`)
    await api(administrator, 'POST', '/api/health/checks/disk/mute', {
      until: new Date(Date.now() + 3_600_000).toISOString(),
    })
    await pool.query(`update health_incident set bad_at = now() - interval '6 minutes' where ended_at is null`)
    const queued = async () => (await pool.query(`select from graphile_worker._private_jobs`)).rowCount
    await db.transaction().execute(queueAlerts)
    expect(await queued(), 'while it is muted').toBe(0)
    await pool.query(`delete from health_mute where name = 'disk'`)
    await expect.poll(queued).toBe(2)
    await runJobs().catch(() => undefined)
    expect(mails()).toEqual([expect.stringMatching(/To: ada@example.com\nSubject: Copydesk: Disk space is bad\n/)])
    expect(mails()[0]).toContain('/jCore/health')

    app.health.replaceProbes({ disk: async () => ({ folder: '/srv/copydesk', free: 1e12, total: 2e12 }) })
    await expect
      .poll(async () => {
        await runJobs().catch(() => undefined)
        return mails().filter((mail) => mail.includes('Disk space is good again')).length
      })
      .toBe(1)
    expect(mails()).toHaveLength(2)
  })

  it('by webhook tell check, state and cause, and remember what became of the call', async () => {
    const { id } = await db
      .selectFrom('healthIncident')
      .where('name', '=', 'disk')
      .select('id')
      .executeTakeFirstOrThrow()
    const sent: object[] = []
    await sendAlertWebhook(services, id, 'bad', async (_url, _secret, payload) => void sent.push(payload))
    expect(sent).toEqual([expect.objectContaining({ event: 'health.bad', check: 'disk', cause: 'over_limit' })])
    const lastOf = async () => (await api<HealthAlerts>(administrator, 'GET', '/api/health/alerts')).body.lastDelivery
    expect(await lastOf()).toMatchObject({ ok: true })
    const refusing = sendAlertWebhook(services, id, 'bad', () => Promise.reject(new Error('answered 500')))
    await expect(refusing).rejects.toThrow()
    expect(await lastOf()).toMatchObject({ ok: false, detail: 'answered 500' })
    const save = (wish: object) => api(administrator, 'PUT', '/api/health/alerts', { ...change, ...wish })
    await save({ afterMinutes: 6 })
    expect(await lastOf()).toMatchObject({ ok: false, detail: 'answered 500' })
    // Of a new address nothing is known, also where a call of the old one ends later.
    await sendAlertWebhook(services, id, 'bad', async () => void (await save({ webhook: 'https://new.example.org/' })))
    expect(await lastOf()).toBeNull()
    await save({})
  })

  it('can be tried', async () => {
    expect((await api(administrator, 'POST', '/api/health/alerts/test')).status).toBe(202)
    await runJobs().catch(() => undefined)
    expect(mails().some((mail) => mail.includes('Subject: Test alert of Copydesk'))).toBe(true)
  })
})
