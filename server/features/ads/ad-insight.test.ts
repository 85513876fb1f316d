import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AdListReport, AdReport, Competition, Estimate, Explanation } from '#contract/ad-insight.ts'
import type { Ad } from '#contract/ads.ts'
import { createAdSite } from './decision/testing/site.ts'

const site = await createAdSite()
const { api, app, db, adManager, createAd, createArticle, createPlacement, act, decideOne, report, store, sidebar } =
  site
const explain = async (ad: { id: string }, placement: { id: string }, more: object = {}) =>
  (await api<Explanation>(adManager, 'POST', `/api/ads/${ad.id}/explain`, { placement: placement.id, ...more })).body

describe('explain', () => {
  it('D1 says “paused” for a paused ad, with the field that changes it', async () => {
    const ad = await createAd({ status: 'paused' })
    const answer = await explain(ad, sidebar)
    expect(answer).toMatchObject({ shown: false, share: 0, stoppedBy: 'paused' })
    expect(answer.rules.find(({ rule }) => rule === 'paused')).toEqual({
      rule: 'paused',
      outcome: 'stop',
      field: { entity: 'ad', path: 'status', id: ad.id },
    })
  })

  it('knows what was saved a moment ago, in every state, and agrees with the decision', async () => {
    const place = await createPlacement({ key: 'explained' })
    const ad = await createAd({ placements: [place.id] })
    expect((await explain(ad, place)).stoppedBy).toBe('not_approved')
    await act(ad.id, 'submit')
    await act(ad.id, 'approve')
    expect(await explain(ad, place)).toMatchObject({ shown: true, share: 1 })
    await expect.poll(() => decideOne('placement=explained')).not.toBeNull()
    const sensitive = await createArticle({ status: 'published', sensitive: true })
    const on = { article: sensitive.id }
    const stopped = await explain(ad, place, on)
    expect(stopped.stoppedBy).toBe('article_sensitive')
    expect(stopped.rules.find(({ outcome }) => outcome === 'stop')?.field).toEqual({
      entity: 'article',
      path: 'sensitive',
      id: sensitive.id,
    })
    expect(await decideOne(`placement=explained&article=${sensitive.id}`)).toBeNull()
    expect((await explain(ad, sidebar)).stoppedBy).toBe('not_booked')
    await api(adManager, 'PATCH', `/api/placements/${place.id}`, { version: 1, active: false })
    expect((await explain(ad, place)).stoppedBy).toBe('placement_inactive')
    await act(ad.id, 'trash')
    expect((await explain(ad, place)).stoppedBy).toBe('trashed')
  })

  it('answers for another time, another visitor and a page that has ads already', async () => {
    const place = await createPlacement({ key: 'another' })
    const ad = await createAd({
      status: 'approved',
      placements: [place.id],
      endsAt: '2199-01-01T00:00',
      frequencyCap: { count: 2, per: 'day' },
      targeting: { categories: [], tags: [], devices: ['phone'], hours: [] },
    })
    const phone = { device: 'phone' }
    expect((await explain(ad, place)).stoppedBy).toBe('device')
    expect((await explain(ad, place, phone)).shown).toBe(true)
    expect((await explain(ad, place, { ...phone, at: '2199-01-01T00:00:00Z' })).stoppedBy).toBe('ended')
    expect((await explain(ad, place, { ...phone, seen: 2 })).stoppedBy).toBe('frequency')
    expect((await explain(ad, place, { ...phone, onPage: [ad.id] })).stoppedBy).toBe('already_on_page')
    const missing = await api(adManager, 'POST', `/api/ads/${ad.id}/explain`, { placement: ad.id })
    expect(missing.status).toBe(404)
  })

  it('asks about the day and the ads of the time in question: a daily cap is new tomorrow, an ad that ended competed yesterday', async () => {
    const place = await createPlacement({ key: 'another-day' })
    const ad = await createAd({ status: 'approved', placements: [place.id], dailyCap: 5 })
    const ended = await createAd({ status: 'approved', placements: [place.id], priority: 9 })
    const at = (days: number) => ({ at: new Date(Date.now() + days * 86_400_000).toISOString() })
    const today = sql`(now() at time zone 'UTC')::date`
    await sql`insert into ad_delivery (ad, impressions) values (${ad.id}, 5)`.execute(db)
    await sql`insert into ad_delivery_day (ad, day, impressions) values (${ad.id}, ${today}, 5)`.execute(db)
    await sql`update ad set ends_at = now() - interval '1 hour', version = version + 1 where id = ${ended.id}`.execute(
      db,
    )
    expect((await explain(ad, place)).stoppedBy).toBe('daily_cap')
    expect(await explain(ad, place, at(1))).toMatchObject({ stoppedBy: null, share: 1 })
    expect((await explain(ad, place, at(-1))).stoppedBy).toBe('outranked')
  })

  it('a page shows its ads with their shares', async () => {
    const place = await createPlacement({ key: 'shared' })
    const ads = [
      await createAd({ status: 'approved', placements: [place.id], weight: 30 }),
      await createAd({ status: 'approved', placements: [place.id], weight: 10 }),
      await createAd({ status: 'approved', placements: [place.id], weight: 100, priority: 1 }),
    ]
    const url = `/api/ads/on-page?placement=${place.id}`
    const { items } = (await api<Competition>(adManager, 'GET', url)).body
    expect(items[0]?.ads.map(({ id, share }) => [id, share])).toEqual([
      [ads[0]!.id, 0.75],
      [ads[1]!.id, 0.25],
    ])
    const { id, name } = ads[0]!
    expect(await explain(ads[2]!, place)).toMatchObject({ stoppedBy: 'outranked', outrankedBy: { id, name } })
    expect((await explain(ads[0]!, place)).outrankedBy).toBeNull()
    const wholePage = async () => {
      const { items: all } = (await api<Competition>(adManager, 'GET', '/api/ads/on-page')).body
      return all.find(({ placement }) => placement.id === place.id)?.ads.map(({ share }) => share)
    }
    await expect.poll(wholePage).toEqual([0.75, 0.25])
  })
})

it('an estimate counts the views that fit: targeting, sensitive articles and those without ads left out', async () => {
  const views = async (fields: object, count: number) => {
    const article = await createArticle({ status: 'published', ...fields })
    const at = new Date(Date.now() - 2 * 3_600_000)
    const events = Array.from({ length: count }, (_, n) => ({
      kind: 'view' as const,
      at,
      visitor: Buffer.from(`visitor${n}`),
      article: article.id,
      device: 'desktop' as const,
    }))
    await store.append([{ id: undefined, events }])
  }
  const createTag = async (name: string) => (await api<{ id: string }>(site.editor, 'POST', '/api/tags', { name })).body
  const [tag, other] = [await createTag('Estimated'), await createTag('Merged into')]
  await views({ tags: [tag.id] }, 30)
  await views({}, 20)
  await views({ sensitive: true }, 7)
  await views({ adsPolicy: 'none' }, 5)
  await store.rollUp()
  const estimate = async (body: object) => (await api<Estimate>(adManager, 'POST', '/api/ads/estimate', body)).body
  expect(await estimate({})).toMatchObject({ eligibleViews: 50, allViews: 62 })
  const tagged = { categories: [], tags: [tag.id], devices: [], hours: [] }
  expect((await estimate({ targeting: tagged })).eligibleViews).toBe(30)
  const phones = { categories: [], tags: [], devices: ['phone'], hours: [] }
  expect((await estimate({ targeting: phones })).eligibleViews).toBe(0)
  // An ad that was written with a tag leaves out its articles when it is merged, too.
  await api(site.editor, 'POST', `/api/tags/${other.id}/merge`, { from: [tag.id] })
  expect((await estimate({ exclusions: tagged })).eligibleViews).toBe(20)
  const flight = await estimate({ endsAt: '2199-01-01T00:00' })
  expect(flight.wholeFlight).toBeGreaterThan(50)
  expect((await estimate({})).wholeFlight).toBeNull()
})

it('a report tells what was delivered by day, placement, hour and device, and what to expect, as soon as it is reported', async () => {
  const place = await createPlacement({ key: 'reported', name: 'Reported' })
  const ad = await createAd({
    name: '=Winter, “offer”',
    status: 'approved',
    placements: [place.id],
    goal: { kind: 'impressions', amount: 1000 },
    endsAt: '2199-01-01T00:00',
    timeZone: 'Asia/Shanghai',
  })
  let shown: Awaited<ReturnType<typeof decideOne>> = null
  await expect.poll(async () => (shown = await decideOne('placement=reported'))).not.toBeNull()
  await report('impression', [shown!])
  await report('viewable', [shown!])
  await report('click', [shown!])
  // Sent again, because the page did not hear that it had arrived.
  await report('click', [shown!])
  const one = { impressions: 1, viewable: 1, clicks: 1 }
  const url = `/api/ads/${ad.id}/report`
  const { body } = await api<AdReport>(adManager, 'GET', url)
  expect(body.days).toHaveLength(30)
  expect(body.days.at(-1)).toMatchObject(one)
  expect(body.placements).toEqual([{ id: place.id, name: 'Reported', ...one }])
  expect(body.devices).toEqual([{ device: 'desktop', ...one }])
  expect(body.hours).toMatchObject([one])
  expect(body.forecast).toMatchObject({ goal: 1000, delivered: 1 })

  // The events say the same, and are not needed for it: a million of them cost no more than one.
  const all = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) }
  expect(await store.adBy(ad.id, 'placement', all)).toEqual([{ key: place.id, ...one }])
  await sql`delete from reader_event where ad = ${ad.id}`.execute(db)
  const again = (await api<AdReport>(adManager, 'GET', url)).body
  expect({ ...again, forecast: null }).toEqual({ ...body, forecast: null })

  const { headers } = await site.signIn('ad_manager')
  const day = body.days.at(-1)!.day
  const file = await app.inject({ url: `${url}/export?from=${day}&to=${day}`, headers })
  expect(file.headers['content-disposition']).toBe(`attachment; filename="ad-delivery-winter-offer-${day}-${day}.csv"`)
  const [head, row, end] = file.body.split('\r\n')
  expect(head).toBe(
    '\ufeffAd,Advertiser,Day,Time zone,Impressions,In view,Clicks,Click-through rate,Expected impressions',
  )
  expect(row).toMatch(new RegExp(`^"'=Winter, “offer”",,${day},Asia/Shanghai,1,1,1,1,[\\d.]+$`))
  expect(end).toBe('')
  // The ad was approved today, so the thirty days of the screen are one row of the file, or two about midnight.
  const whole = await app.inject({ url: `${url}/export?locale=zh-CN`, headers })
  const [chineseHead, ...rows] = whole.body.split('\r\n').filter(Boolean)
  expect(chineseHead).toBe('\ufeff广告,广告主,日期,时区,展示,可见,点击,点击率,预期展示')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.length).toBeLessThan(3)
})

it('a forecast knows the daily cap, what today brought, and the end', async () => {
  const ad = await createAd({
    status: 'approved',
    goal: { kind: 'impressions', amount: 1_000_000 },
    dailyCap: 200,
    pacing: 'asap',
    startsAt: '2026-01-01T00:00',
    endsAt: '2199-01-01T00:00',
  })
  const start = new Date(Date.now() - 3_600_000)
  const days = [0, 1].map((later) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10))
  await sql`update ad set starts_at = ${start}, ends_at = ${days[1]}::date where id = ${ad.id}`.execute(db)
  await sql`insert into ad_delivery (ad, impressions) values (${ad.id}, 150)`.execute(db)
  await sql`insert into ad_delivery_day (ad, day, impressions) values (${ad.id}, ${days[0]}::date, 150)`.execute(db)
  const { forecast } = (await api<AdReport>(adManager, 'GET', `/api/ads/${ad.id}/report`)).body
  expect(forecast).toMatchObject({ goal: 1_000_000, delivered: 150, finish: { expected: null, earliest: null } })
  expect(forecast.atEnd?.high).toBeLessThanOrEqual(200)
})

it('a report refuses a period that is none, with the field', async () => {
  const ad = await createAd()
  const ask = async (query: string) => {
    const { status, body } = await api(adManager, 'GET', `/api/ads/${ad.id}/report?${query}`)
    return [status, body.fields?.[0]?.path]
  }
  expect(await ask('from=yesterday')).toEqual([400, 'from'])
  expect(await ask('from=2026-03-02&to=2026-03-01')).toEqual([400, 'to'])
  expect(await ask('from=2020-01-01&to=2026-03-01')).toEqual([400, 'from'])
  for (const day of ['0000-01-01', '0001-01-01', '9999-12-31']) expect(await ask(`to=${day}`)).toEqual([400, 'to'])
  for (const at of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
    const why = await api(adManager, 'POST', `/api/ads/${ad.id}/explain`, { placement: sidebar.id, at })
    expect([why.status, why.body.fields?.[0]?.path]).toEqual([400, 'at'])
    expect((await api(adManager, 'GET', `/api/ads/on-page?at=${at}`)).status).toBe(400)
  }
  expect(await ask('from=2026-03-01&to=2026-03-01')).toEqual([200, undefined])
})

it('a report of the list adds up what its ads delivered in a period, by ad and by advertiser', async () => {
  const of = async (
    name: string,
    advertiser: string,
    counts: [hour: string, impressions: number, clicks: number][],
  ) => {
    const ad = await createAd({ name, advertiser, label: 'listed' })
    for (const [hour, impressions, clicks] of counts)
      await db
        .insertInto('adDeliveryHour')
        .values({ ad: ad.id, hour, placement: sidebar.id, device: 1, impressions, clicks, viewable: 1 })
        .execute()
    return ad
  }
  const red = await of('Reported red', 'Globex', [
    ['2026-03-01T09:00:00Z', 100, 4],
    ['2026-03-02T09:00:00Z', 50, 1],
    // The 2nd in London, the 3rd in Shanghai.
    ['2026-03-02T20:00:00Z', 7, 0],
  ])
  const blue = await of('Reported blue', 'GLOBEX', [['2026-03-02T10:00:00Z', 10, 2]])
  await of('Reported idle', '=Initech', [])
  const query = 'q=reported%20&firstDay=2026-03-01&lastDay=2026-03-02&timeZone=Asia/Shanghai'
  const { body } = await api<AdListReport>(adManager, 'GET', `/api/ads/report?${query}`)
  expect(body).toMatchObject({ firstDay: '2026-03-01', lastDay: '2026-03-02', timeZone: 'Asia/Shanghai' })
  expect(body.totals).toEqual({ ads: 3, impressions: 160, viewable: 3, clicks: 7 })
  expect(body.ads.map(({ id, impressions, clicks }) => [id, impressions, clicks]).slice(0, 2)).toEqual([
    [red.id, 150, 5],
    [blue.id, 10, 2],
  ])
  expect(body.advertisers).toEqual([
    { advertiser: 'Globex', ads: 2, impressions: 160, viewable: 3, clicks: 7 },
    { advertiser: '=Initech', ads: 1, impressions: 0, viewable: 0, clicks: 0 },
  ])
  const { headers } = await site.signIn('ad_manager')
  const file = await app.inject({ url: `/api/ads/report/export?${query}&locale=zh-CN`, headers })
  expect(file.headers['content-disposition']).toBe('attachment; filename="ads-2026-03-01-2026-03-02.csv"')
  const none = { impressions: 0, viewable: 0, clicks: 0 }
  expect(body.placements).toEqual([{ id: sidebar.id, name: 'Sidebar', impressions: 160, viewable: 3, clicks: 7 }])
  expect(body.days).toEqual([
    { day: '2026-03-01', impressions: 100, viewable: 1, clicks: 4 },
    { day: '2026-03-02', impressions: 60, viewable: 2, clicks: 3 },
  ])
  const longer = await api<AdListReport>(adManager, 'GET', `/api/ads/report?${query.replace('03-02', '03-04')}`)
  expect(longer.body.days.slice(2)).toEqual([
    { day: '2026-03-03', impressions: 7, viewable: 1, clicks: 0 },
    { day: '2026-03-04', ...none },
  ])
  expect(file.body.split('\r\n')).toEqual([
    '\ufeff广告主,广告,广告位,日期,时区,展示,可见,点击,点击率',
    "'=Initech,Reported idle,,,Asia/Shanghai,0,0,0,",
    'GLOBEX,Reported blue,Sidebar,2026-03-02,Asia/Shanghai,10,1,2,0.2',
    'Globex,Reported red,Sidebar,2026-03-01,Asia/Shanghai,100,1,4,0.04',
    'Globex,Reported red,Sidebar,2026-03-02,Asia/Shanghai,50,1,1,0.02',
    '',
  ])
  // Of one placement only what was shown there, also by an ad that is no longer booked there.
  const footer = await createPlacement({ key: 'reported-footer', name: 'Footer' })
  await db
    .insertInto('adDeliveryHour')
    .values({
      ad: red.id,
      hour: '2026-03-02T11:00:00Z',
      placement: footer.id,
      device: 1,
      impressions: 3,
      clicks: 1,
      viewable: 2,
    })
    .execute()
  const there = await api<AdListReport>(adManager, 'GET', `/api/ads/report?${query}&placement=${footer.id}`)
  expect(there.body.placement).toEqual({ id: footer.id, name: 'Footer' })
  expect(there.body.totals).toEqual({ ads: 1, impressions: 3, viewable: 2, clicks: 1 })
  const here = await api<AdListReport>(adManager, 'GET', `/api/ads/report?${query}&placement=${sidebar.id}`)
  expect(here.body.totals).toEqual({ ads: 3, impressions: 160, viewable: 3, clicks: 7 })
  const ofFooter = await app.inject({
    url: `/api/ads/report/export?${query}&placement=${footer.id}&locale=en`,
    headers,
  })
  expect(ofFooter.body.split('\r\n')[1]).toBe('Globex,Reported red,Footer,2026-03-02,Asia/Shanghai,3,2,1,0.333333')
  const wrong = await api(adManager, 'GET', '/api/ads/report?firstDay=2026-03-02&lastDay=2026-03-01')
  expect([wrong.status, wrong.body.fields?.[0]?.path]).toEqual([400, 'lastDay'])
})

it('neither a file nor a report of a list leaves out ads without a word', async () => {
  const ad = await createAd({ name: 'Copied' })
  const { rows } = await sql<{
    columns: string
  }>`select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
    where attrelid = 'ad'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'`.execute(
    db,
  )
  const columns = sql.raw(rows[0]!.columns)
  const { headers } = await site.signIn('ad_manager')
  const asked = 'q=copied&firstDay=2026-03-01&lastDay=2026-03-02&timeZone=UTC'
  const answers = async () => {
    const urls = ['/api/ads/export?q=copied', `/api/ads/report/export?${asked}`, `/api/ads/report?${asked}`]
    return Promise.all(urls.map((url) => app.inject({ url, headers })))
  }
  const copy = (times: number) =>
    sql`insert into ad (id, ${columns}) select gen_random_uuid(), ${columns} from ad, generate_series(1, ${times}::int)
      where id = ${ad.id}`.execute(db)
  await copy(9_999)
  const [file, rowsOfReport, summary] = await answers()
  expect(file!.body.trimEnd().split('\r\n')).toHaveLength(10_001)
  expect(rowsOfReport!.body.trimEnd().split('\r\n')).toHaveLength(10_001)
  expect(summary!.json<AdListReport>().totals.ads).toBe(10_000)
  await copy(1)
  for (const answer of await answers())
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { fields: [{ path: 'q', code: 'too_many_matches' }] },
    ])
  await db.deleteFrom('ad').where('name', '=', 'Copied').execute()
})

it('of an ad that has not begun nothing is expected yet, so it is neither on track nor behind', async () => {
  const goal = { kind: 'impressions', amount: 1000 }
  const flight = { startsAt: '2198-01-01T00:00', endsAt: '2199-01-01T00:00', goal }
  const { id } = await createAd({ status: 'approved', ...flight })
  const ad = (await api<Ad>(adManager, 'GET', `/api/ads/${id}`)).body
  expect(ad.delivery).toMatchObject({ impressions: 0, expected: null, pace: null })
  expect((await api<AdReport>(adManager, 'GET', `/api/ads/${id}/report`)).body.forecast.pace).toBeNull()
  const begun = await createAd({ status: 'approved', ...flight, startsAt: '2026-01-01T00:00' })
  expect((await api<Ad>(adManager, 'GET', `/api/ads/${begun.id}`)).body.delivery.pace).not.toBeNull()
})
