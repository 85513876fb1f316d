import { type CDPSession, type Page } from '@playwright/test'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// A list of its own: the articles of other journeys would be loaded with it.
test.use({ serverNamed: 'first-load', keepsCache: false })

/** What the article list may cost in a browser that has nothing of it yet. */
const REQUESTS_MAX = 22
const KILOBYTES_MAX = 220
/** English texts are in the code. Of another language, those of the frame and of this list come in a file of their own. */
const KILOBYTES_OF_TEXTS = 8

type Call = { url: string; sentAt: number; bytes: number; isDone: boolean }

/** Every call of the page over HTTP: its address, when it was sent (ms since 1970), its bytes on the wire, headers included. */
async function watchCalls(session: CDPSession) {
  const calls = new Map<string, Call>()
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    if (request.url.startsWith('http'))
      calls.set(requestId, { url: request.url, sentAt: wallTime * 1000, bytes: 0, isDone: false })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const call = calls.get(requestId)
    if (call) Object.assign(call, { bytes: encodedDataLength, isDone: true })
  })
  await session.send('Network.enable')
  return calls
}

const sizeOf = (calls: { bytes: number }[]) => calls.reduce((sum, { bytes }) => sum + bytes, 0) / 1024

/** The calls that were sent before the console said that its first screen is shown; what it fetches later is not waited for. */
async function callsOfFirstScreen(page: Page, calls: ReadonlyMap<string, Call>): Promise<Call[]> {
  const shownAt = await (
    await page.waitForFunction(() => {
      const mark = performance.getEntriesByName('first-screen')[0]
      return mark && performance.timeOrigin + mark.startTime
    })
  ).jsonValue()
  const first = () => [...calls.values()].filter(({ sentAt }) => sentAt < (shownAt ?? 0))
  await expect.poll(() => first().every(({ isDone }) => isDone)).toBe(true)
  return first()
}

test(`the first screen comes with at most ${REQUESTS_MAX} requests and ${KILOBYTES_MAX} KB`, async ({
  page,
  desk,
  context,
}) => {
  await signIn(page, desk)
  const watched = await watchCalls(await context.newCDPSession(page))
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  const calls = await callsOfFirstScreen(page, watched)
  const called = calls.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/api/'))
  // The calls that begin with the page are those that the screen asks for: none is made twice.
  expect(called.toSorted()).toEqual(['/api/articles', '/api/saved-views', '/api/session', '/api/setup'])
  expect(
    calls.filter(({ url }) => /\/calls-/.test(url)),
    'the HTTP client comes after the first screen',
  ).toEqual([])
  // A schema is needed by a form, and no form is open.
  expect(calls.filter(({ url }) => /\/(form|dialog|drop|picker|pictures)-/.test(url))).toEqual([])
  expect(
    calls.filter(({ url }) => /qr-code|sign-in-step|passkey|second-step/.test(url)),
    'loaded where they are used',
  ).toEqual([])
  expect(calls.length).toBeLessThanOrEqual(REQUESTS_MAX)
  expect(sizeOf(calls)).toBeLessThanOrEqual(KILOBYTES_MAX)
})

test(`in Chinese the first screen comes with one file and at most ${KILOBYTES_OF_TEXTS} KB more; other screens bring their texts`, async ({
  page,
  desk,
  context,
}) => {
  await page.addInitScript(() => localStorage.setItem('copydesk.locale', 'zh-CN'))
  await signIn(page, desk)
  const watched = await watchCalls(await context.newCDPSession(page))
  await page.goto('/jCore/article')
  await screenIsThere(page, '文章')
  const calls = await callsOfFirstScreen(page, watched)
  expect(calls.length).toBeLessThanOrEqual(REQUESTS_MAX + 1)
  expect(sizeOf(calls)).toBeLessThanOrEqual(KILOBYTES_MAX + KILOBYTES_OF_TEXTS)
  const chinese = /[一-鿿]/
  for (const part of ['navigation', 'main'] as const) {
    const names = await page
      .getByRole(part)
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''))
    expect(names.filter((name) => /[a-z]{3}/.test(name) && !chinese.test(name))).toEqual([])
  }
  await page.getByRole('link', { name: '标签' }).click()
  await screenIsThere(page, '标签')
  await expect(page.getByRole('searchbox', { name: '搜索标签和同义词' })).toBeVisible()
  expect([...watched.values()].filter(({ url }) => /zh-CN-rest/.test(url))).toHaveLength(1)
})

test('the code of the screen and its first calls are asked for by the page itself, before any module runs', async ({
  page,
  desk,
}) => {
  await signIn(page, desk)
  await page.route('**/assets/first-*.js', (route) => route.abort())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const rows = page.waitForRequest('**/api/articles?*')
  await page.goto('/jCore/article')
  expect((await (await rows).allHeaders())['authorization']).toMatch(/^bearer [\w-]{20,}$/)
  expect(asked.filter((path) => path.startsWith('/assets/articles-'))).not.toEqual([])
})

test('the first screen appears at once with its rows: what came before the code needs no placeholder', async ({
  page,
  desk,
}) => {
  await desk.createArticle({ title: 'There from the start' })
  await signIn(page, desk)
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const screen = document.querySelector('[data-screen]')
      if (!screen) return
      watch.disconnect()
      document.documentElement.dataset['firstScreen'] = screen.textContent ?? ''
    })
    watch.observe(document, { subtree: true, childList: true })
  })
  const answers = ['/api/session', '/api/articles?*', '/api/saved-views?*'].map((path) =>
    page.waitForResponse(`**${path}`).then((answer) => answer.finished()),
  )
  await page.route('**/assets/first-*.js', async (route) => {
    await Promise.all(answers)
    await route.continue()
  })
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  expect(await page.locator('html').getAttribute('data-first-screen')).toContain('There from the start')
})

test.describe('in a browser that need not save data', () => {
  test.use({ fetchesAhead: true })

  test('what may be needed next is fetched when the screen is there, and its dialogs open without the network', async ({
    page,
    context,
    desk,
  }) => {
    await desk.createArticle({ title: 'Ready to be read' })
    await signIn(page, desk)
    const fetched = page.waitForResponse(/\/assets\/article-edit-page-.*\.js$/)
    await page.goto('/jCore/article')
    await screenIsThere(page, 'Articles')
    expect((await fetched).ok()).toBe(true)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Actions for “Ready to be read”' }).click()
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  })
})

test('files of the console are sent as the build compressed them, and kept by the browser', async ({
  page,
  request,
}) => {
  await page.goto('/login')
  const src = await page.locator('script[type=module]').last().getAttribute('src')
  const as = async (encoding: string) => request.get(src ?? '', { headers: { 'accept-encoding': encoding } })
  const [br, gzip, plain] = [await as('br'), await as('gzip'), await as('identity')]
  expect([br, gzip, plain].map((reply) => reply.headers()['content-encoding'])).toEqual(['br', 'gzip', undefined])
  for (const reply of [br, gzip, plain]) {
    expect(reply.headers()).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
    expect(reply.headers()['content-type']).toMatch(/javascript/)
    expect(reply.headers()['vary']).toContain('accept-encoding')
    expect(await reply.text()).toBe(await plain.text())
  }
  for (const name of ['.br', '.gz']) expect((await request.get(`${src}${name}`)).status()).toBe(404)
})

test('when the code for calls could not be loaded, the screen says so and tries again', async ({ page, desk }) => {
  await signIn(page, desk)
  await page.route('**/assets/calls-*', (route) => route.abort())
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  const failed = page.getByText('The tags could not be loaded')
  await expect(failed).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/assets/calls-*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search tags and synonyms' })).toBeVisible()
  await expect(failed).toBeHidden()
})
