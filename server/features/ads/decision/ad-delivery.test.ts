import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { gzipSync } from 'node:zlib'
import { createAdSite } from './testing/site.ts'

const site = await createAdSite()
const { app, api, db, administrator, adManager, createAd, createArticle, createPlacement, addPicture, act } = site
const { decide, decideOne, report, click, countsOf, store } = site
let count = 0
/** A placement of its own, so that no other ad competes. */
const newPlace = () => createPlacement({ key: `own-${++count}` })
const approved = async (fields: object = {}) => {
  const place = await newPlace()
  const ad = await createAd({ status: 'approved', placements: [place.id], ...fields })
  await expect.poll(() => decideOne(`placement=${place.key}`)).not.toBeNull()
  return { ad, place, query: `placement=${place.key}` }
}

describe('deciding', () => {
  it('a change of an ad is known within a second: approved it is shown, paused it is not', async () => {
    const { ad, query } = await approved()
    const started = performance.now()
    await act(ad.id, 'pause')
    await expect.poll(() => decideOne(query), { interval: 20 }).toBeNull()
    expect(performance.now() - started).toBeLessThan(1500)
    await act(ad.id, 'resume')
    await expect.poll(() => decideOne(query), { interval: 20 }).not.toBeNull()
  })

  it('answers each placement in the order of the page, and never the same ad twice unless it is allowed', async () => {
    const [first, second] = [await newPlace(), await newPlace()]
    const both = [first.id, second.id]
    const ad = await createAd({ status: 'approved', placements: both })
    const query = `placement=${first.key}&placement=nowhere&placement=${second.key}`
    await expect
      .poll(async () => (await decide(query)).map((item) => [item.placement, item.box?.width, item.ad?.id]))
      .toEqual([
        [first.key, 300, ad.id],
        ['nowhere', undefined, undefined],
        [second.key, 300, undefined],
      ])
    await api(adManager, 'PATCH', `/api/ads/${ad.id}`, { version: ad.version, allowRepeat: true })
    await expect.poll(async () => (await decide(query)).filter((item) => item.ad).length).toBe(2)
  })

  it('keeps ads off sensitive articles, those without ads, and those that readers do not see', async () => {
    const { query } = await approved()
    const shownOn = async (fields: object) => {
      const article = await createArticle({ status: 'published', ...fields })
      return (await decideOne(`${query}&article=${article.id}`)) !== null
    }
    expect(await shownOn({})).toBe(true)
    expect(await shownOn({ sensitive: true })).toBe(false)
    expect(await shownOn({ adsPolicy: 'none' })).toBe(false)
    expect(await shownOn({ status: 'draft' })).toBe(false)
  })

  it('follows the targeting: a category means all below it', async () => {
    const made = async (name: string, parent: string | null) =>
      (await api<{ id: string }>(administrator, 'POST', '/api/categories', { name, parent })).body.id
    const sport = await made('Sport', null)
    const tennis = await made('Tennis', sport)
    const audience = { categories: [sport], tags: [], devices: [], hours: [] }
    const place = await newPlace()
    await createAd({ status: 'approved', placements: [place.id], targeting: audience })
    const inside = await createArticle({ status: 'published', primaryCategory: tennis })
    const outside = await createArticle({ status: 'published' })
    const query = `placement=${place.key}`
    await expect.poll(() => decideOne(`${query}&article=${inside.id}`)).not.toBeNull()
    expect(await decideOne(`${query}&article=${outside.id}`)).toBeNull()
    expect(await decideOne(query)).toBeNull()
  })

  it('shows machines nothing, and is never kept by a cache', async () => {
    const { query } = await approved()
    expect(await decideOne(query, { userAgent: 'bingbot/2.0' })).toBeNull()
    expect(await decideOne(`${query}&visitor=abc`, { userAgent: 'node' })).not.toBeNull()
    const reply = await app.inject({ url: `/content/v1/ads/decision?${query}` })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect((await app.inject({ url: '/content/v1/ads/decision?placement=A%20B' })).statusCode).toBe(400)
    expect((await app.inject({ url: '/content/v1/ads/decision' })).statusCode).toBe(400)
  })

  it('a visitor sees an ad no more often than its frequency cap says', async () => {
    const place = await newPlace()
    await createAd({ status: 'approved', placements: [place.id], frequencyCap: { count: 3, per: 'hour' } })
    const query = `placement=${place.key}`
    await expect.poll(() => decideOne(query, { ip: '198.51.100.1' })).not.toBeNull()
    const seen = await Promise.all(Array.from({ length: 20 }, () => decideOne(query, { ip: '198.51.100.2' })))
    expect(seen.filter(Boolean)).toHaveLength(3)
    expect(await decideOne(query, { ip: '198.51.100.3' })).not.toBeNull()
  })
})

describe('impressions and clicks', () => {
  it('are counted once for each token, however often they are sent', async () => {
    const { ad, query } = await approved()
    const shown = (await decideOne(query))!
    for (let n = 0; n < 3; n++) {
      expect((await report('impression', [shown])).statusCode).toBe(202)
      await report('viewable', [shown])
      const reply = await click(shown.clickUrl)
      expect([reply.statusCode, reply.headers.location]).toEqual([302, 'https://example.com/offer'])
    }
    expect(await countsOf(ad)).toMatchObject({ impressions: 1, viewable: 1, clicks: 1, clickThrough: 1 })
    await store.rollUp()
    expect((await store.adTotals([ad.id])).get(ad.id)).toEqual({ impressions: 1, viewable: 1, clicks: 1 })
  })

  it('D5 forged tokens, and those of another ad, count nowhere', async () => {
    const { ad, query } = await approved()
    const other = await approved()
    const shown = (await decideOne(query))!
    const token = shown.impression
    const flipped = token.slice(0, 20) + (token[20] === 'A' ? 'B' : 'A') + token.slice(21)
    for (const forged of [
      { ...shown, impression: flipped },
      { ...shown, id: other.ad.id },
      { ...shown, impression: undefined },
    ])
      await report('impression', [forged as typeof shown])
    for (const text of [flipped, `${token}A`, 'x', `${token}=`, '..%2f..%2fapi']) {
      const reply = await click(`http://localhost/content/v1/ads/click/${text}`)
      expect([reply.statusCode, reply.headers.location]).toEqual([404, undefined])
    }
    expect(await countsOf(ad)).toMatchObject({ impressions: 0, clicks: 0 })
    expect(await countsOf(other.ad)).toMatchObject({ impressions: 0, clicks: 0 })
  })

  it('D5 a click leads to the approved address only, whatever is added to it', async () => {
    const { ad, query } = await approved()
    const shown = (await decideOne(query))!
    await api(adManager, 'PATCH', `/api/ads/${ad.id}`, { version: ad.version, clickUrl: 'https://evil.example' })
    const reply = await app.inject({ url: `${new URL(shown.clickUrl).pathname}?to=https://evil.example` })
    expect(reply.headers.location).toBe('https://example.com/offer')
  })

  it.each([
    ['https://shop.example/春天?特价=是', 'https://shop.example/%E6%98%A5%E5%A4%A9?%E7%89%B9%E4%BB%B7=%E6%98%AF'],
    ['https://shop.example/🎁#🎈', 'https://shop.example/%F0%9F%8E%81#%F0%9F%8E%88'],
    ['https://商店.example/offer', 'https://xn--czrs0t.example/offer'],
    ['https://shop.example/"half"?for=\'all\'<now>', 'https://shop.example/%22half%22?for=%27all%27%3Cnow%3E'],
  ])('a click leads to %s as ASCII, which is all that a header can hold', async (clickUrl, location) => {
    const { ad, query } = await approved({ clickUrl })
    expect(ad.clickUrl).toBe(clickUrl)
    const shown = (await decideOne(query))!
    const reply = await click(shown.clickUrl)
    expect([reply.statusCode, reply.headers.location]).toEqual([302, location])
    expect(await countsOf(ad)).toMatchObject({ clicks: 1 })
  })

  it.each([
    ['https://shop.example/a b', 302, 'https://shop.example/a%20b'],
    ['https://shop.example/a\r\nSet-Cookie: a=b', 302, 'https://shop.example/aSet-Cookie:%20a=b'],
    ['https://', 404, undefined],
  ])(
    'a click address stored before it was checked, %j, splits no header and counts only where it leads',
    async (clickUrl, status, location) => {
      const { ad, query } = await approved()
      const shown = (await decideOne(query))!
      await sql`update ad set live = jsonb_set(live, '{clickUrl}', to_jsonb(${clickUrl}::text)) where id = ${ad.id}`.execute(
        db,
      )
      const reply = await click(shown.clickUrl)
      expect([reply.statusCode, reply.headers.location, reply.headers['set-cookie']]).toEqual([
        status,
        location,
        undefined,
      ])
      await store.rollUp()
      expect((await store.adTotals([ad.id])).get(ad.id)?.clicks ?? 0).toBe(status === 302 ? 1 : 0)
    },
  )

  it('more than sixty clicks a minute from one network lead to the advertiser all the same, and are not counted', async () => {
    const { ad, query } = await approved()
    const ip = '198.51.100.77'
    const shown: { clickUrl: string }[] = []
    for (let n = 0; n < 62; n++) shown.push((await decideOne(query, { ip }))!)
    for (const { clickUrl } of shown) {
      const reply = await click(clickUrl, { ip })
      expect([reply.statusCode, reply.headers.location]).toEqual([302, 'https://example.com/offer'])
    }
    expect((await countsOf(ad)).clicks).toBe(60)
    // What this server did not sign leads nowhere, as before.
    expect((await click('http://localhost/content/v1/ads/click/x', { ip })).statusCode).toBe(404)
  })

  it('do not count for machines and for people of ours', async () => {
    const { ad, query } = await approved()
    const shown = (await decideOne(query))!
    const { headers } = await site.signIn('editor')
    await click(shown.clickUrl, { userAgent: 'Googlebot/2.1' })
    await click(shown.clickUrl, { headers })
    await report('impression', [shown], { userAgent: 'Googlebot/2.1' })
    expect(await countsOf(ad)).toMatchObject({ impressions: 0, clicks: 0 })
  })
})

describe('HTML creatives', () => {
  const html = '<script>top.location = "https://evil.example"</script><a href="%%CLICK%%">Buy</a>'

  it('D5 leave this server only inside a sandboxed document of no origin', async () => {
    const { query, ad } = await approved({ creatives: [{ kind: 'html', html, width: 300, height: 250 }] })
    const shown = (await decideOne(query))!
    expect(shown.creative).toEqual({ kind: 'html', frame: expect.stringMatching(/\/content\/v1\/ads\/frame\//) })
    const frame = (shown.creative as { frame: string }).frame
    for (const address of [frame, ad.frames[0]!]) {
      const reply = await click(address)
      const policy = String(reply.headers['content-security-policy'])
      expect(policy).toMatch(/^sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox;/)
      expect(policy).not.toMatch(/allow-same-origin|allow-top-navigation|allow-forms/)
      expect(reply.headers['x-frame-options']).toBeUndefined()
      expect(reply.headers['x-content-type-options']).toBe('nosniff')
    }
    expect((await click(frame)).body).toContain(`<a href="${shown.clickUrl}">Buy</a>`)
    expect((await click(frame.replace(/.{4}$/, 'AAAA'))).statusCode).toBe(404)
  })
})

it('the script is under 3 KB, and can be kept', async () => {
  const reply = await app.inject({ url: '/content/v1/ads.js', headers: { 'accept-encoding': 'identity' } })
  expect(reply.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(gzipSync(reply.body).length).toBeLessThan(3072)
  const again = await app.inject({
    url: '/content/v1/ads.js',
    headers: { 'if-none-match': String(reply.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
  expect(reply.body).not.toMatch(/cookie|localStorage|sessionStorage/)
})

it('a picture is shown at its own size, from an address of its own state', async () => {
  const media = await addPicture()
  const { query } = await approved({ creatives: [{ kind: 'image', media, alt: 'A boat' }], label: 'Ad' })
  expect(await decideOne(query)).toMatchObject({
    label: 'Ad',
    size: { width: 300, height: 250 },
    creative: { kind: 'image', alt: 'A boat', url: expect.stringContaining(`/media/${media}/original.jpg?v=`) },
  })
  await db.updateTable('media').set({ deletedAt: new Date() }).where('id', '=', media).execute()
  await expect.poll(() => decideOne(query)).toBeNull()
})
