import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { AdListReport } from '#contract/ad-insight.ts'
import type { Ad } from '#contract/ads.ts'
import { createAdDesk } from './testing/ads.ts'

const { api, app, db, adManager, createAd } = await createAdDesk()
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

it('the ads that are behind are found, counted, reported, saved as a file and paused together', async () => {
  const half = { status: 'approved', timeZone: 'UTC', startsAt: dayIn(-10), endsAt: dayIn(10) } as const
  const goal = { kind: 'impressions', amount: 1000 }
  const behind = await createAd({ ...half, name: 'Behind', goal })
  const other = await createAd({ ...half, name: 'Behind, of another advertiser', goal, advertiser: 'Initech' })
  const ahead = await createAd({ ...half, name: 'Ahead', goal })
  await createAd({ ...half, name: 'Not begun', goal, startsAt: dayIn(5) })
  await createAd({ ...half, name: 'Without a goal' })
  await sql`update ad set approved_at = now() - interval '10 days'`.execute(db)
  await sql`insert into ad_delivery (ad, impressions, viewable, clicks) values (${ahead.id}, 900, 0, 0)
    on conflict (ad) do update set impressions = 900`.execute(db)

  const named = async (query: string) =>
    (await api<{ items: Ad[]; total: number }>(adManager, 'GET', `/api/ads?sort=name&${query}`)).body
  expect((await named('pace=behind')).items.map(({ name }) => name)).toEqual([behind.name, other.name])
  expect((await named('pace=behind')).total).toBe(2)
  expect((await named('pace=behind&pageSize=1&page=2')).items.map(({ name }) => name)).toEqual([other.name])
  expect((await named('pace=behind&advertiser=initech')).items.map(({ name }) => name)).toEqual([other.name])
  expect((await named('pace=ahead')).items.map(({ name }) => name)).toEqual([ahead.name])
  expect((await named('pace=on_track')).items).toEqual([])

  const report = await api<AdListReport>(adManager, 'GET', '/api/ads/report?pace=ahead')
  expect(report.body.ads.map(({ name }) => name)).toEqual([ahead.name])
  const headers = { authorization: `Bearer ${adManager.token}` }
  for (const url of ['/api/ads/export', '/api/ads/report/export']) {
    const file = await app.inject({ url: `${url}?pace=ahead&locale=en`, headers })
    expect(file.body).toContain(ahead.name)
    expect(file.body).not.toContain(behind.name)
  }

  const pause = { action: 'pause', filter: { pace: 'behind' }, expectedCount: 2 }
  const { body } = await api<{ results: { name: string; ok: boolean }[] }>(adManager, 'POST', '/api/ads/bulk', pause)
  expect(body.results.map(({ name }) => name).toSorted()).toEqual([behind.name, other.name])
  expect((await named('status=paused')).total).toBe(2)
})

it('the ads that end soon or are behind are a list of their own, and the others too', async () => {
  const run = { status: 'approved', timeZone: 'UTC', advertiser: 'Umbrella' } as const
  const goal = { kind: 'impressions', amount: 1000 }
  await createAd({ ...run, name: 'Ends soon', endsAt: dayIn(6.9) })
  await createAd({ ...run, name: 'Behind and later', startsAt: dayIn(-10), endsAt: dayIn(10), goal })
  await createAd({ ...run, name: 'Ends later', endsAt: dayIn(7.1) })
  await createAd({ ...run, name: 'Never ends' })
  await createAd({ ...run, name: 'Starts soon', startsAt: dayIn(1), endsAt: dayIn(2) })
  await createAd({ ...run, name: 'Over', endsAt: '2020-01-01T00:00' })
  await createAd({ ...run, name: 'Paused', status: 'paused', endsAt: dayIn(3) })
  await sql`update ad set approved_at = now() - interval '10 days' where approved_at is not null`.execute(db)

  const named = async (query: string) => {
    const url = `/api/ads?advertiser=umbrella&sort=endsAt&${query}`
    const { body } = await api<{ items: Ad[]; total: number }>(adManager, 'GET', url)
    return body.items.map(({ name }) => name)
  }
  expect(await named('attention=true')).toEqual(['Ends soon', 'Behind and later'])
  expect(await named('attention=true&pace=behind')).toEqual(['Behind and later'])
  expect((await named('attention=false')).toSorted()).toEqual(
    ['Ends later', 'Never ends', 'Over', 'Paused', 'Starts soon'].toSorted(),
  )
  expect((await api(adManager, 'GET', '/api/ads?attention=soon')).status).toBe(400)

  const file = await app.inject({
    url: '/api/ads/export?advertiser=umbrella&attention=true&locale=en',
    headers: { authorization: `Bearer ${adManager.token}` },
  })
  expect(file.body).toContain('Behind and later')
  expect(file.body).not.toContain('Never ends')
})
