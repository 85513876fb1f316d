import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AdReport, Competition, Estimate, Explanation } from '#contract/ad-insight.ts'
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
    expect((await explain(ads[2]!, place)).stoppedBy).toBe('outranked')
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
  await views({ tags: [site.tag.id] }, 30)
  await views({}, 20)
  await views({ sensitive: true }, 7)
  await views({ adsPolicy: 'none' }, 5)
  await store.rollUp()
  const estimate = async (body: object) => (await api<Estimate>(adManager, 'POST', '/api/ads/estimate', body)).body
  expect(await estimate({})).toMatchObject({ eligibleViews: 50, allViews: 62 })
  const tagged = { categories: [], tags: [site.tag.id], devices: [], hours: [] }
  expect((await estimate({ targeting: tagged })).eligibleViews).toBe(30)
  expect((await estimate({ exclusions: tagged })).eligibleViews).toBe(20)
  const phones = { categories: [], tags: [], devices: ['phone'], hours: [] }
  expect((await estimate({ targeting: phones })).eligibleViews).toBe(0)
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
  expect(head).toBe('\ufeffad,day,timeZone,impressions,viewable,clicks,clickThrough,expected')
  expect(row).toMatch(new RegExp(`^"'=Winter, “offer”",${day},Asia/Shanghai,1,1,1,1,[\\d.]+$`))
  expect(end).toBe('')
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
