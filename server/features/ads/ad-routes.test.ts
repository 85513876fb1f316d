import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { AdFields } from '#contract/ad-fields.ts'
import type { Ad, adEndpoints, AdRevision } from '#contract/ads.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { ListReply } from '#contract/list.ts'
import type { Placement } from '#contract/placements.ts'
import type { UndoPointer } from '#contract/undo.ts'
import type { Person } from '../articles/testing/desk.ts'
import { createAdDesk } from './testing/ads.ts'

const desk = await createAdDesk()
const { api, app, db, adManager, administrator, createAd, createPlacement, addPicture, act, sidebar } = desk
const edit = (ad: { id: string; version: number }, fields: object) =>
  api<Ad>(adManager, 'PATCH', `/api/ads/${ad.id}`, { version: ad.version, ...fields })
const view = async (id: string) => (await api<Ad>(adManager, 'GET', `/api/ads/${id}`)).body
const faultsOf = ({ body }: { body: { fields?: { path: string; code: string }[] } }) =>
  body.fields?.map(({ path, code }) => `${path} ${code}`)

describe('fields of an ad', () => {
  it.each([
    ['javascript:alert(1)'],
    ['data:text/html,hi'],
    ['http://example.com'],
    ['//example.com'],
    ['https:/\\evil'],
    ['ftp://example.com'],
    ['https://user:secret@example.com/'],
    ['https://example.com/\r\nSet-Cookie: a=b'],
    ['https://example.com/a b'],
  ])('D5 a click leads to https only, not to %s', async (clickUrl) => {
    const answer = await api(adManager, 'POST', '/api/ads', { name: 'Bad', clickUrl })
    expect(answer.status).toBe(400)
    expect(answer.body.fields?.[0]?.path).toBe('clickUrl')
  })

  it('D5 HTML with a NUL, and an end that no calendar of four digits has, are refused at their field', async () => {
    const creatives = [{ kind: 'html', html: 'a\0b', width: 300, height: 250 }]
    const html = await api(adManager, 'POST', '/api/ads', { name: 'Nul', creatives })
    expect([html.status, html.body.fields?.[0]?.path]).toEqual([400, 'creatives.0.html'])
    const times = { endsAt: '9999-12-31T23:59', timeZone: 'America/New_York' }
    const late = await api(adManager, 'POST', '/api/ads', { name: 'Late', ...times })
    expect([late.status, faultsOf(late)]).toEqual([400, ['endsAt too_late']])
  })

  it('D5 a picture or HTML of a size that no placement takes is refused, with its position', async () => {
    const [right, wrong] = [await addPicture(300, 250), await addPicture(301, 250)]
    const creatives = [
      { kind: 'image', media: right, alt: '' },
      { kind: 'image', media: wrong, alt: '' },
      { kind: 'html', html: '<p>Hi', width: 728, height: 90 },
    ]
    const answer = await api(adManager, 'POST', '/api/ads', { name: 'Sizes', placements: [sidebar.id], creatives })
    expect(answer.status).toBe(400)
    expect(faultsOf(answer)).toEqual(['creatives.1 wrong_size', 'creatives.2 wrong_size'])
    const fine = await api<Ad>(adManager, 'POST', '/api/ads', {
      name: 'Sizes',
      placements: [sidebar.id],
      creatives: creatives.slice(0, 1),
    })
    expect(fine.body.refs.media).toMatchObject([{ id: right, width: 300 }])
  })

  it('D5 an end before its start, and times that summer time skips, are refused at their field', async () => {
    const given = { name: 'Times', timeZone: 'Europe/Oslo' }
    const times = (startsAt: string, endsAt: string) =>
      api(adManager, 'POST', '/api/ads', { ...given, startsAt, endsAt })
    expect(faultsOf(await times('2026-05-02T00:00', '2026-05-02T00:00'))).toEqual(['endsAt end_before_start'])
    expect(faultsOf(await times('2026-03-29T02:30', '2026-05-02T00:00'))).toEqual(['startsAt time_gap'])
    expect(faultsOf(await times('2026-02-29T00:00', '2026-05-02T00:00'))?.[0]).toMatch(/^startsAt /)
    const made = await api<Ad>(adManager, 'POST', '/api/ads', {
      ...given,
      startsAt: '2026-03-29T03:00',
      endsAt: '2026-10-25T02:30',
    })
    expect(made.body).toMatchObject({
      startsAtTime: '2026-03-29T01:00:00.000Z',
      // The first of the two.
      endsAtTime: '2026-10-25T00:30:00.000Z',
    })
    expect(faultsOf(await edit(made.body, { startsAt: '2026-03-29T02:30', timeZone: 'UTC' }))).toBeUndefined()
    expect(faultsOf(await edit({ ...made.body, version: 2 }, { timeZone: 'Europe/Paris' }))).toEqual([
      'startsAt time_gap',
    ])
  })

  it('placements, pictures, categories and tags must be there; a time zone must be one', async () => {
    const id = '0190a000-0000-7000-8000-00000000c0de'
    const audience = { categories: [id], tags: [id], devices: [], hours: [] }
    const answer = await api(adManager, 'POST', '/api/ads', {
      name: 'Gone',
      placements: [id],
      creatives: [{ kind: 'image', media: id, alt: '' }],
      targeting: audience,
    })
    expect(faultsOf(answer)).toEqual([
      'placements.0 unknown_id',
      'creatives.0.media unknown_id',
      'targeting.categories.0 unknown_id',
      'targeting.tags.0 unknown_id',
    ])
    const zone = await api(adManager, 'POST', '/api/ads', { name: 'Zone', timeZone: 'Mars/Base' })
    expect(zone.body.fields?.[0]?.path).toBe('timeZone')
    // PostgreSQL counts the days of an offset on the other side of the world, and knows no CTT.
    for (const timeZone of ['+05:30', '-08:00', '+0530', 'CTT', 'ist', 'SystemV/PST8']) {
      const offset = await api(adManager, 'POST', '/api/ads', { name: 'Zone', timeZone })
      expect([timeZone, offset.status, offset.body.fields?.[0]?.path]).toEqual([timeZone, 400, 'timeZone'])
    }
    for (const timeZone of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'est', 'PRC', 'EST5EDT', 'US/Pacific']) {
      expect(AdFields.shape.timeZone.safeParse(timeZone).success, timeZone).toBe(true)
      await sql`select now() at time zone ${timeZone}`.execute(db)
    }
    expect((await api(adManager, 'POST', '/api/ads', { name: 'More', status: 'approved' })).status).toBe(400)
  })

  it('of two who change one version, the second is told what the first wrote', async () => {
    const ad = await createAd()
    expect((await edit(ad, { weight: 20 })).body).toMatchObject({ weight: 20, version: 2 })
    const stale = await edit(ad, { weight: 30 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale_version', current: { weight: 20 } } })
    expect((await edit({ ...ad, version: 2 }, { weight: 20 })).body.version).toBe(2)
  })
})

describe('approval', () => {
  it('an ad that lacks something cannot be submitted, and says what', async () => {
    const { body: ad } = await api<Ad>(adManager, 'POST', '/api/ads', { name: 'Empty' })
    expect(ad.missing).toEqual(['clickUrl', 'creatives', 'placements'])
    const answer = await api<{ reasons: string[] }>(adManager, 'POST', `/api/ads/${ad.id}/submit`, { version: 1 })
    expect(answer).toMatchObject({ status: 409, body: { code: 'not_publishable', reasons: ad.missing } })
    const wide = await createPlacement({ sizes: [{ width: 728, height: 90 }] })
    const creatives = [{ kind: 'image', media: await addPicture(), alt: '' }]
    const half = await createAd({ placements: [sidebar.id, wide.id], creatives })
    expect(half.missing).toEqual(['creativeSizes'])
  })

  it('new creatives of an approved ad wait for approval while readers see the old ones; the rest applies at once', async () => {
    const ad = await createAd({ status: 'approved' })
    const changed = (await edit(ad, { clickUrl: 'https://example.com/new', weight: 50 })).body
    expect(changed).toMatchObject({ status: 'approved', hasChanges: true, weight: 50 })
    const live = () => db.selectFrom('ad').select('live').where('id', '=', ad.id).executeTakeFirstOrThrow()
    expect((await live()).live?.clickUrl).toBe('https://example.com/offer')
    expect((await act(ad.id, 'submit')).status).toBe('approved')
    expect((await edit({ id: ad.id, version: 5 }, { weight: 1 })).body.code).toBe('illegal_transition')
    const rejected = await act(ad.id, 'reject', { reason: 'Too loud' })
    expect(rejected).toMatchObject({ status: 'approved', hasChanges: true, rejection: 'Too loud', submittedAt: null })
    expect((await act(ad.id, 'approve')).hasChanges).toBe(false)
    expect((await live()).live?.clickUrl).toBe('https://example.com/new')
    await edit({ id: ad.id, version: 7 }, { label: 'Paid' })
    expect(await act(ad.id, 'discard')).toMatchObject({ label: '', hasChanges: false })
  })

  it('what comes back from the archive or the trash must be approved again', async () => {
    const ad = await createAd({ status: 'approved' })
    await act(ad.id, 'archive')
    const restored = await act(ad.id, 'restore')
    expect(restored).toMatchObject({ status: 'draft', approvedAt: null, hasChanges: false })
  })

  it('extend sets a later end only', async () => {
    const ad = await createAd({ status: 'approved', endsAt: '2199-05-01T00:00' })
    const extend = (endsAt: string) =>
      api<Ad>(adManager, 'POST', `/api/ads/${ad.id}/extend`, { version: ad.version, endsAt })
    expect(faultsOf(await extend('2199-04-01T00:00'))).toEqual(['endsAt not_later'])
    expect((await extend('2199-06-01T00:00')).body).toMatchObject({ endsAt: '2199-06-01T00:00', status: 'approved' })
  })
})

describe('many, history and undo', () => {
  it('one action on all that match, with one undo; a copy is undone into the trash', async () => {
    const ads = [await createAd({ status: 'approved', name: 'Spring 1' }), await createAd({ name: 'Spring 2' })]
    const bulk = (body: object) =>
      api<{ results: { ok: boolean; code: string | null; created: string | null }[]; undo: UndoPointer }>(
        adManager,
        'POST',
        '/api/ads/bulk',
        body,
      )
    const filter = { q: 'spring' }
    expect((await bulk({ action: 'pause', filter, expectedCount: 3 })).body.code).toBe('count_changed')
    const paused = await bulk({ action: 'pause', ids: ads.map(({ id }) => id), expectedCount: 2 })
    expect(paused.body.results.map(({ code }) => code)).toEqual([null, 'illegal_transition'])
    expect((await view(ads[0]!.id)).status).toBe('paused')
    const undone = await api(adManager, 'POST', `/api/undo/${paused.body.undo.id}`)
    expect(undone.body).toMatchObject({ restored: 1, skipped: 0 })
    expect((await view(ads[0]!.id)).status).toBe('approved')

    const copied = await bulk({ action: 'duplicate', filter, expectedCount: 2 })
    const copies = copied.body.results.map(({ created }) => created ?? '')
    expect((await view(copies[0]!)).name).toMatch(/^Spring \d \(2\)$/)
    expect((await view(copies[0]!)).status).toBe('draft')
    await api(adManager, 'POST', `/api/undo/${copied.body.undo.id}`)
    expect((await view(copies[0]!)).deletedAt).not.toBeNull()
  })

  it('submits and approves several ads at once, each for itself, and undoes it', async () => {
    const draft = await createAd({ name: 'Draft' })
    const rejected = await createAd({ name: 'Rejected', status: 'rejected' })
    const bare = await createAd({ name: 'Bare', clickUrl: '' })
    const running = await createAd({ name: 'Running', status: 'approved' })
    const ids = [draft, rejected, bare, running].map(({ id }) => id)
    const bulk = (who: Person, action: string, some = ids) =>
      api<Reply<typeof adEndpoints.bulk>>(who, 'POST', '/api/ads/bulk', {
        action,
        ids: some,
        expectedCount: some.length,
      })
    const states = async () =>
      Promise.all(ids.map(async (id) => (await api<Ad>(adManager, 'GET', `/api/ads/${id}`)).body.status))

    const submitted = (await bulk(adManager, 'submit')).body
    expect(submitted.results).toMatchObject([
      { name: 'Draft', ok: true, missing: [] },
      { name: 'Rejected', ok: true },
      { name: 'Bare', ok: false, code: 'not_publishable', missing: ['clickUrl'] },
      { name: 'Running', ok: false, code: 'illegal_transition', missing: [] },
    ])
    expect(await states()).toEqual(['pending', 'pending', 'draft', 'approved'])
    expect((await api(adManager, 'POST', `/api/undo/${submitted.undo!.id}`)).status).toBe(200)
    expect(await states()).toEqual(['draft', 'rejected', 'draft', 'approved'])

    await bulk(adManager, 'submit')
    // Changes that their writer has not submitted yet are not approved by the way.
    await api(adManager, 'PATCH', `/api/ads/${running.id}`, { version: running.version, label: 'Paid' })
    expect((await bulk(adManager, 'approve')).body.results.map(({ code }) => code)).toEqual(ids.map(() => 'forbidden'))
    const approved = (await bulk(administrator, 'approve')).body
    expect(approved.results.map(({ ok }) => ok)).toEqual([true, true, false, false])
    expect(await states()).toEqual(['approved', 'approved', 'draft', 'approved'])
    expect((await api<Ad>(adManager, 'GET', `/api/ads/${running.id}`)).body.hasChanges).toBe(true)
    await api(administrator, 'POST', `/api/undo/${approved.undo!.id}`)
    expect(await states()).toEqual(['pending', 'pending', 'draft', 'approved'])
  })

  it('an undo brings an approval back exactly, and leaves alone what someone changed since', async () => {
    const ad = await createAd({ status: 'approved' })
    const archived = await api<Ad & { undo: UndoPointer }>(adManager, 'POST', `/api/ads/${ad.id}/archive`, {
      version: ad.version,
    })
    await api(adManager, 'POST', `/api/undo/${archived.body.undo.id}`)
    expect(await view(ad.id)).toMatchObject({ status: 'approved', approvedAt: ad.approvedAt })
    const paused = await api<Ad & { undo: UndoPointer }>(adManager, 'POST', `/api/ads/${ad.id}/pause`, {
      version: (await view(ad.id)).version,
    })
    await edit(paused.body, { weight: 77 })
    const late = await api(adManager, 'POST', `/api/undo/${paused.body.undo.id}`)
    expect(late.body).toMatchObject({ restored: 0, skipped: 1, left: [{ id: ad.id, code: 'stale_version' }] })
  })

  it('the history tells every action with who and when, as undone ones', async () => {
    const ad = await createAd()
    await act(ad.id, 'submit', {}, adManager)
    await act(ad.id, 'reject', { reason: 'No price' })
    await act(ad.id, 'submit', {}, adManager)
    await act(ad.id, 'approve')
    await act(ad.id, 'pause', {}, adManager)
    const resumed = await api<Ad & { undo: UndoPointer }>(adManager, 'POST', `/api/ads/${ad.id}/resume`, { version: 6 })
    await api(adManager, 'POST', `/api/undo/${resumed.body.undo.id}`)
    await act(ad.id, 'archive', {}, adManager)
    await act(ad.id, 'restore', {}, adManager)
    await act(ad.id, 'trash', {}, adManager)
    const { items } = (await api<{ items: AdRevision[] }>(adManager, 'GET', `/api/ads/${ad.id}/revisions`)).body
    expect(items.map(({ reason }) => reason).toReversed()).toEqual(
      'create submit reject submit approve pause resume undo archive restore trash'.split(' '),
    )
    const rejected = items.find(({ reason }) => reason === 'reject')
    expect(rejected).toMatchObject({ version: 3, createdBy: { name: desk.administrator.user.name } })
    expect(items.find(({ reason }) => reason === 'pause')?.createdBy?.name).toBe(adManager.user.name)
  })

  it('end now ends a running ad at this minute, with an undo; one that has not begun or has ended cannot be ended', async () => {
    const running = await createAd({ status: 'approved', endsAt: '2199-05-01T00:00', timeZone: 'Asia/Tokyo' })
    expect(running.can.end).toBe(true)
    const did = await api<Ad & { undo: UndoPointer }>(adManager, 'POST', `/api/ads/${running.id}/end`, {
      version: running.version,
    })
    expect(did.body).toMatchObject({ status: 'approved', phase: 'ended', can: { end: false } })
    expect(Date.now() - Date.parse(did.body.endsAtTime!)).toBeLessThan(120_000)
    const again = await api(adManager, 'POST', `/api/ads/${running.id}/end`, { version: did.body.version })
    expect(again.body.code).toBe('illegal_transition')
    // What has ended is not paused, either.
    const pause = await api(adManager, 'POST', `/api/ads/${running.id}/pause`, { version: did.body.version })
    expect([did.body.can.pause, pause.body.code]).toEqual([false, 'illegal_transition'])
    await api(adManager, 'POST', `/api/undo/${did.body.undo.id}`)
    expect(await view(running.id)).toMatchObject({ phase: 'running', endsAt: '2199-05-01T00:00' })
    const waiting = await createAd({ status: 'approved', startsAt: '2199-01-01T00:00' })
    expect(waiting.can.end).toBe(false)
    const early = await api(adManager, 'POST', `/api/ads/${waiting.id}/end`, { version: waiting.version })
    expect(early.body.code).toBe('illegal_transition')
  })

  it('every version can be brought back', async () => {
    const ad = await createAd({ name: 'First' })
    await edit(ad, { name: 'Second' })
    const { items } = (await api<{ items: AdRevision[] }>(adManager, 'GET', `/api/ads/${ad.id}/revisions`)).body
    expect(items.map(({ version, reason }) => [version, reason])).toEqual([
      [2, 'save'],
      [1, 'create'],
    ])
    const url = `/api/ads/${ad.id}/revisions/${items[1]!.id}`
    expect((await api<{ fields: Ad }>(adManager, 'GET', url)).body.fields.name).toBe('First')
    expect((await api<Ad>(adManager, 'POST', `${url}/restore`, { version: 2 })).body.name).toBe('First')
  })

  it('every change is in the audit log', async () => {
    const ad = await createAd({ status: 'paused' })
    await edit(ad, { weight: 33 })
    const rows = await db
      .selectFrom('auditEvent')
      .select('action')
      .where('entityId', '=', ad.id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['create', 'submit', 'approve', 'pause', 'save'])
  })
})

describe('lists', () => {
  it('derived states are filters, and the search looks into name and advertiser', async () => {
    const wanted = { advertiser: 'Globex 公司' }
    const scheduled = await createAd({ ...wanted, status: 'approved', startsAt: '2199-01-01T00:00' })
    const running = await createAd({ ...wanted, status: 'approved' })
    const ended = await createAd({ ...wanted, status: 'approved', endsAt: '2020-01-01T00:00' })
    const list = async (query: string) =>
      (await api<ListReply<Ad>>(adManager, 'GET', `/api/ads?q=globex&${query}`)).body.items.map(({ id }) => id)
    expect(await list('status=scheduled')).toEqual([scheduled.id])
    expect(await list('status=running')).toEqual([running.id])
    expect(await list('status=ended')).toEqual([ended.id])
    expect([scheduled.phase, running.phase, ended.phase]).toEqual(['scheduled', 'running', 'ended'])
    expect((await list('sort=startsAt')).length).toBe(3)
    expect((await api(adManager, 'GET', '/api/ads?sort=fields')).status).toBe(400)
  })

  it('an advertiser, the days and the click-through find and order ads', async () => {
    const advertiser = 'Marina & Söhne'
    const early = await createAd({
      status: 'approved',
      advertiser,
      startsAt: '2031-01-01T00:00',
      endsAt: '2031-02-01T00:00',
    })
    const late = await createAd({ status: 'approved', advertiser: 'MARINA & söhne', startsAt: '2031-03-01T00:00' })
    await createAd({ advertiser: `${advertiser} Nord` })
    const draft = await createAd({ advertiser, startsAt: '2031-01-01T00:00' })
    const list = async (query: string) => {
      const { items } = (await api<ListReply<Ad>>(adManager, 'GET', `/api/ads?sort=startsAt&${query}`)).body
      return items.map(({ id }) => id)
    }
    const by = `advertiser=${encodeURIComponent(advertiser)}`
    expect((await list(by)).toSorted()).toEqual([early.id, late.id, draft.id].toSorted())
    // A draft does not run, whatever its times are.
    expect(await list(`${by}&from=2031-02-01T00:00:00Z`)).toEqual([late.id])
    expect(await list(`${by}&to=2031-03-01T00:00:00Z`)).toEqual([early.id])
    expect(await list(`${by}&from=2031-01-15T00:00:00Z&to=2031-01-16T00:00:00Z`)).toEqual([early.id])
    const names = (await api<{ items: string[] }>(adManager, 'GET', '/api/ads/advertisers?q=marina')).body.items
    expect(names.map((name) => name.toLowerCase())).toEqual(['marina & söhne', 'marina & söhne nord'])
    // What is typed may be longer than the name that exists, or differ in a letter.
    for (const typed of ['Marina & Söhne GmbH', 'Marina & Sohne']) {
      const url = `/api/ads/advertisers?q=${encodeURIComponent(typed)}`
      const { items } = (await api<{ items: string[] }>(adManager, 'GET', url)).body
      expect(items[0]?.toLowerCase()).toBe('marina & söhne')
    }
    await db.insertInto('adDelivery').values({ ad: late.id, impressions: 50, clicks: 5 }).execute()
    await db.insertInto('adDelivery').values({ ad: early.id, impressions: 100, clicks: 5 }).execute()
    const sorted = await api<ListReply<Ad>>(adManager, 'GET', `/api/ads?q=marina&sort=-clickThrough`)
    expect(sorted.body.items.slice(0, 2).map(({ id }) => id)).toEqual([late.id, early.id])
    expect(sorted.body.items).toHaveLength(4)
  })

  it('D5 the CSV file has no formulas, and its headings are words of the console’s language', async () => {
    await createAd({ name: '=HYPERLINK("https://evil.example")', advertiser: '@csv' })
    const { headers } = await desk.signIn('ad_manager')
    const file = await app.inject({ url: '/api/ads/export?q=csv', headers })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.body).toContain(`"'=HYPERLINK(""https://evil.example"")",'@csv,Draft`)
    expect(file.body.split('\r\n')[0]).toBe(
      '\ufeffID,Ad,Advertiser,Status,Placements,Start,End,Time zone,Goal,Amount,Impressions,In view,Clicks,Click-through rate,Pacing',
    )
    const chinese = await app.inject({ url: '/api/ads/export?q=csv&locale=zh-CN', headers })
    expect(chinese.body.split('\r\n')[0]).toBe(
      '\ufeffID,广告,广告主,状态,广告位,开始,结束,时区,目标,数量,展示,可见,点击,点击率,投放节奏',
    )
    expect(chinese.body).toContain("'@csv,草稿")
  })
})

describe('placements', () => {
  it('are not deletable while ads are booked there, come back from the trash, and their keys are unique', async () => {
    const place = await createPlacement({ key: 'header' })
    const ad = await createAd({ placements: [place.id] })
    const trash = () =>
      api<Placement & { reasons: string[] }>(adManager, 'POST', `/api/placements/${place.id}/trash`, { version: 1 })
    expect(await trash()).toMatchObject({ status: 409, body: { code: 'in_use', reasons: [ad.name] } })
    await act(ad.id, 'trash')
    expect((await trash()).status).toBe(200)
    await createPlacement({ key: 'header' })
    const restore = () => api(adManager, 'POST', `/api/placements/${place.id}/restore`, { version: 2 })
    expect(await restore()).toMatchObject({ status: 409, body: { code: 'key_taken', fields: [{ path: 'key' }] } })
    const purge = (who = adManager) => api(who, 'POST', `/api/placements/${place.id}/purge`, { version: 2 })
    expect((await purge()).status).toBe(403)
    expect((await purge(administrator)).status).toBe(204)
  })

  it('a taken key is told as a key; left out, it is made from the name, numbered where it is taken', async () => {
    await createPlacement({ key: 'footer' })
    const answer = await api(adManager, 'POST', '/api/placements', {
      key: 'footer',
      name: 'Other',
      sizes: sidebar.sizes,
    })
    expect([answer.status, faultsOf(answer)]).toEqual([409, ['key key_taken']])
    const named = async (name: string) => {
      const { status, body } = await api<Placement>(adManager, 'POST', '/api/placements', {
        name,
        sizes: sidebar.sizes,
      })
      return [status, body.key]
    }
    expect(await named('Below the header')).toEqual([201, 'below-the-header'])
    expect(await named('Below the header')).toEqual([201, 'below-the-header-2'])
    expect(await named('文章底部')).toEqual([201, 'wen-zhang-di-bu'])
    expect(await named('!')).toEqual([201, 'placement'])
    const long = await named('word '.repeat(20))
    expect(long).toEqual([201, expect.stringMatching(/^word(-word)+$/)])
    expect(await named('word '.repeat(20))).toEqual([201, `${long[1]}-2`])
  })

  it('the code for the site takes the id of the article that targeting needs', async () => {
    expect(sidebar.snippet).toContain('<div data-copydesk-ad="sidebar" data-article="ARTICLE_ID"')
  })

  it('a size that ads need stays: the answer names the field, the sizes and the ads', async () => {
    const [tall, wide] = [
      { width: 300, height: 600 },
      { width: 728, height: 90 },
    ]
    const place = await createPlacement({ sizes: [...sidebar.sizes, tall, wide] })
    const html = (size: object) => ({ kind: 'html', html: '<p>Hi', ...size })
    const ad = await createAd({ name: 'Tall', placements: [place.id], creatives: [html(tall)] })
    await createAd({ name: 'Both', placements: [place.id], creatives: [html(tall), html(wide)] })
    const remove = (sizes: object[]) =>
      api<{ current: unknown }>(adManager, 'PATCH', `/api/placements/${place.id}`, { version: 1, sizes })
    const refused = await remove([...sidebar.sizes, wide])
    expect([refused.status, refused.body.code, faultsOf(refused)]).toEqual([409, 'in_use', ['sizes size_in_use']])
    expect(refused.body.current).toEqual({ ads: [{ id: ad.id, name: 'Tall', sizes: [tall] }] })
    // Also where another creative still fits, the ads that a removed size concerns are known before.
    const uses = (keep: string) =>
      api<{ ads: object[] }>(adManager, 'GET', `/api/placements/${place.id}/size-uses?${keep}`)
    const both = { id: expect.any(String), name: 'Both', sizes: [wide] }
    expect((await uses('keep=300x250&keep=300x600')).body).toEqual({ ads: [both] })
    expect((await uses('keep=300x250&keep=300x600&keep=728x90')).body).toEqual({ ads: [] })
    expect((await uses('keep=300')).status).toBe(400)
    expect((await remove([...sidebar.sizes, tall])).status).toBe(200)
  })

  it('a size that booked ads need stays', async () => {
    const place = await createPlacement({ sizes: [{ width: 300, height: 250 }] })
    const media = await addPicture(300, 250)
    const ad = await createAd({ placements: [place.id], creatives: [{ kind: 'image', media, alt: '' }] })
    const answer = await api<{ reasons: string[] }>(adManager, 'PATCH', `/api/placements/${place.id}`, {
      version: 1,
      sizes: [{ width: 728, height: 90 }],
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'in_use', reasons: [ad.name] } })
    const more = { version: 1, sizes: [{ width: 728, height: 90 }, ...place.sizes] }
    expect((await api(adManager, 'PATCH', `/api/placements/${place.id}`, more)).status).toBe(200)
    const uses = (await api<{ items: object[] }>(adManager, 'GET', `/api/media/${media}/uses`)).body
    expect(uses.items).toMatchObject([{ type: 'ad', id: ad.id, places: ['creative'] }])
  })

  it('both are in the trash, for those who write ads', async () => {
    const ad = await createAd({ name: 'Bin me', status: 'trashed' })
    const found = await api<ListReply<{ id: string }>>(adManager, 'GET', '/api/trash?type=ad&q=bin')
    expect(found.body.items.map(({ id }) => id)).toEqual([ad.id])
    const back = await api<{ results: { ok: boolean }[] }>(adManager, 'POST', '/api/trash/restore', {
      items: [{ type: 'ad', id: ad.id }],
    })
    expect(back.body.results[0]?.ok).toBe(true)
    expect((await api<ListReply<object>>(desk.editor, 'GET', '/api/trash?type=ad')).body.items).toEqual([])
  })
})
