import type { BrowserContext } from '@playwright/test'
import type { Explanation } from '#contract/ad-insight.ts'
import type { Ad } from '#contract/ads.ts'
import type { Placement } from '#contract/placements.ts'
import { expectNoAxeFindings } from './support/accessibility.ts'
import type { Desk } from './support/desk.ts'
import { openSite, READER } from './support/outside-site.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'ads' })

const ADVERTISER = 'https://advertiser.example/offer'

/** A placement and an approved ad in it, made by an ad manager and approved by the administrator. */
async function makeAd(desk: Desk, key: string, fields: object = {}) {
  const token = await desk.newToken(await desk.person('ad_manager'))
  const sizes = [{ width: 300, height: 250 }]
  const placement = await desk.api<Placement>('POST', '/api/placements', { key, name: key, sizes }, token)
  const ad = await desk.api<Ad>(
    'POST',
    '/api/ads',
    {
      name: `Ad of ${key}`,
      advertiser: 'Globex',
      label: 'Advertisement',
      clickUrl: ADVERTISER,
      placements: [placement.id],
      creatives: [{ kind: 'html', html: '<h1>Buy</h1>', width: 300, height: 250 }],
      ...fields,
    },
    token,
  )
  await desk.api('POST', `/api/ads/${ad.id}/submit`, { version: 1 }, token)
  await desk.api('POST', `/api/ads/${ad.id}/approve`, { version: 2 })
  const countsOf = async () => {
    const { impressions, viewable, clicks } = (await desk.api<Ad>('GET', `/api/ads/${ad.id}`)).delivery
    return { impressions, viewable, clicks }
  }
  return { placement, ad, token, countsOf }
}

/** Lets the pages of this site ask, and waits until all processes know. */
async function allow(desk: Desk, server: string, site: string) {
  await desk.api('PATCH', '/api/settings', { readers: { origins: [site], halfLifeHours: 6 } })
  await expect(async () => {
    const ask = await fetch(`${server}/content/v1/hot`, { headers: { origin: site } })
    expect(ask.headers.get('access-control-allow-origin')).toBe(site)
  }).toPass()
}

/** No call leaves this machine: the advertiser is played here. */
const playAdvertiser = (context: BrowserContext) =>
  context.route('https://**', (route) => route.fulfill({ body: '<title>Offer</title>', contentType: 'text/html' }))

const page = (snippet: string, before = '') =>
  `<!doctype html><html lang="en"><title>Site</title><main><h1>Site</h1>${before}${snippet}<p>After the ad</p></main>`

test('D1 an ad is shown on a page of another origin, seen, clicked, counted, and paused', async ({
  browser,
  desk,
  server,
}) => {
  const { placement, ad, token, countsOf } = await makeAd(desk, 'article-end')
  const site = await openSite(() => page(placement.snippet, '<div style="height:1500px">A long story</div>'))
  await allow(desk, server.url, site.url)
  const context = await browser.newContext({ userAgent: READER, viewport: { width: 800, height: 600 } })
  await playAdvertiser(context)
  const reader = await context.newPage()
  await reader.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await reader.goto(site.url)
  const box = reader.getByRole('region', { name: 'Advertisement' })
  await expect(box.locator('iframe')).toHaveAttribute(
    'sandbox',
    'allow-scripts allow-popups allow-popups-to-escape-sandbox',
  )
  await expect.poll(countsOf).toEqual({ impressions: 1, viewable: 0, clicks: 0 })

  await box.scrollIntoViewIfNeeded()
  await expect.poll(countsOf).toEqual({ impressions: 1, viewable: 1, clicks: 0 })
  // A redirect is not played by `playAdvertiser`: that the browser asks for the advertiser's address is what counts.
  await Promise.all([
    context.waitForEvent('request', (request) => request.url() === ADVERTISER),
    box.locator('iframe').contentFrame().getByRole('link', { name: 'Open' }).click(),
  ])
  await expect.poll(countsOf).toEqual({ impressions: 1, viewable: 1, clicks: 1 })
  expect(await reader.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0)
  expect(await context.cookies()).toEqual([])
  await expectNoAxeFindings(reader, 'a page with an ad')

  const { version } = await desk.api<Ad>('GET', `/api/ads/${ad.id}`)
  await desk.api('POST', `/api/ads/${ad.id}/pause`, { version }, token)
  const why = await desk.api<Explanation>('POST', `/api/ads/${ad.id}/explain`, { placement: placement.id }, token)
  expect(why.stoppedBy).toBe('paused')
  await expect(async () => {
    await reader.reload()
    await expect(reader.locator('[data-copydesk-asked]')).toBeAttached()
    await expect(reader.locator('iframe')).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await context.close()
  site.server.close()
})

test('the label of a text ad covers none of its words', async ({ browser, desk, server }) => {
  const title = 'Half the price for every word that an editor writes until Sunday evening'
  const { placement } = await makeAd(desk, 'words', { creatives: [{ kind: 'text', title, text: 'Order now.' }] })
  const site = await openSite(() => page(placement.snippet))
  await allow(desk, server.url, site.url)
  const context = await browser.newContext({ userAgent: READER })
  const reader = await context.newPage()
  const words = reader.getByText(title)
  await expect(async () => {
    await reader.goto(site.url)
    await expect(words).toBeVisible({ timeout: 1000 })
  }).toPass()
  const label = await reader.getByText('Advertisement', { exact: true }).boundingBox()
  expect(label!.y + label!.height).toBeLessThanOrEqual((await words.boundingBox())!.y)
  await context.close()
  site.server.close()
})

test('an ad is viewed once half of it was in view for a second without a break, and is reported once', async ({
  browser,
  desk,
  server,
}) => {
  const { placement, countsOf } = await makeAd(desk, 'far-down')
  const site = await openSite(() => page(placement.snippet, '<div style="height:1500px">A long story</div>'))
  await allow(desk, server.url, site.url)
  const context = await browser.newContext({ userAgent: READER, viewport: { width: 800, height: 600 } })
  const reader = await context.newPage()
  const sent: string[] = []
  reader.on('request', (request) => {
    if (!request.url().endsWith('/content/v1/events')) return
    sent.push(...(request.postDataJSON() as { events: { type: string }[] }).events.map(({ type }) => type))
  })
  const began = Date.now()
  await reader.clock.install({ time: began })
  await reader.goto(site.url)
  const ad = reader.locator('iframe')
  await expect(ad).toBeAttached()
  await reader.clock.pauseAt(began + 60_000)
  /** What was sent until then is known here once the page has asked for something else. */
  const wait = async (ms: number) => {
    await reader.clock.runFor(ms)
    await reader.evaluate(async () => void (await fetch(location.href)))
  }
  /** So much of the ad is in view, and whoever watches it knows. */
  const scrollTo = (share: number) =>
    ad.evaluate(async (node, part) => {
      const { top, height } = node.getBoundingClientRect()
      scrollBy(0, top + height * part - innerHeight)
      const seen = await new Promise<number>((resolve) =>
        new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(node),
      )
      if (Math.abs(seen - part) > 0.02) throw new Error(`${seen} of the ad is in view`)
    }, share)
  /** Another tab is in front, and this one again. */
  const comeBack = () =>
    reader.evaluate(() => {
      for (const hidden of [true, false]) {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }
    })

  await scrollTo(0.45)
  await wait(5000)
  await scrollTo(0.6)
  await wait(900)
  await scrollTo(0.4)
  await wait(2000)
  await scrollTo(0.6)
  await wait(900)
  await comeBack()
  await scrollTo(0.6)
  await wait(900)
  expect(sent).toEqual(['impression'])
  await wait(300)
  expect(sent).toEqual(['impression', 'viewable'])
  await expect.poll(countsOf).toEqual({ impressions: 1, viewable: 1, clicks: 0 })
  await comeBack()
  await scrollTo(0.7)
  await wait(5000)
  expect(sent).toEqual(['impression', 'viewable'])
  await context.close()
  site.server.close()
})

test('D5 HTML of an advertiser can neither read nor navigate the page, nor reach our server as the reader', async ({
  browser,
  desk,
  server,
}) => {
  const hostile = `<p id="said">waiting</p><script>
    const tried = []
    const attempt = (name, act) => { try { act(); tried.push(name) } catch { tried.push('no ' + name) } }
    attempt('read', () => parent.document.title.length)
    attempt('navigate', () => { top.location.href = 'https://evil.example/' })
    attempt('storage', () => localStorage.length)
    attempt('cookie', () => document.cookie.length)
    fetch('/api/session').then(() => tried.push('fetch'), () => tried.push('no fetch'))
      .then(() => { document.getElementById('said').textContent = tried.join(', ') })
  </script>`
  const { placement } = await makeAd(desk, 'hostile', {
    creatives: [{ kind: 'html', html: hostile, width: 300, height: 250 }],
  })
  const site = await openSite(() => page(placement.snippet))
  await allow(desk, server.url, site.url)
  const context = await browser.newContext({ userAgent: READER })
  await playAdvertiser(context)
  const reader = await context.newPage()
  await reader.goto(site.url)
  const said = reader.locator('iframe').contentFrame().locator('#said')
  await expect(said).toHaveText('no read, no navigate, no storage, no cookie, no fetch')
  await expect(reader).toHaveURL(`${site.url}/`)
  await context.close()
  site.server.close()
})

test('the code for the site names the article that targeting needs; of readers who ask not to be tracked nothing is reported', async ({
  browser,
  desk,
  server,
}) => {
  const creatives = [{ kind: 'text', title: 'Offer', text: 'Cheap.' }]
  const article = await desk.createArticle({ status: 'published', title: 'About boats' })
  const categories = [article.primaryCategory]
  const { placement, countsOf } = await makeAd(desk, 'quiet', {
    creatives,
    targeting: { categories, tags: [], devices: [], hours: [] },
  })
  const everywhere = await makeAd(desk, 'everywhere', { creatives: [{ kind: 'text', title: 'Sale', text: 'Now.' }] })
  // As it is copied the code names no article; with its id, ads for its category are shown, too.
  let named = everywhere.placement.snippet + placement.snippet
  const site = await openSite(() => page(named))
  await allow(desk, server.url, site.url)
  const context = await browser.newContext({ userAgent: READER })
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const reader = await context.newPage()
  const reported: string[] = []
  reader.on('request', (request) => request.url().endsWith('/events') && reported.push(request.url()))
  const shows = (name: RegExp) =>
    expect(async () => {
      await reader.goto(site.url)
      await expect(reader.getByRole('link', { name })).toBeVisible({ timeout: 2000 })
    }).toPass()
  await shows(/Sale/)
  await expect(reader.getByRole('link', { name: /Offer/ })).toHaveCount(0)
  named = named.replaceAll('ARTICLE_ID', article.id)
  await shows(/Offer/)
  await reader.close({ runBeforeUnload: true })
  expect(reported).toEqual([])
  expect(await countsOf()).toEqual({ impressions: 0, viewable: 0, clicks: 0 })
  await context.close()
  site.server.close()
})
