import { type CDPSession } from '@playwright/test'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** What the article list may cost in a browser that has nothing of it yet. */
const REQUESTS_MAX = 33
const KILOBYTES_MAX = 500

/** Every finished call of the page: its address and its bytes on the wire, headers included. */
async function watchCalls(session: CDPSession) {
  const urls = new Map<string, string>()
  const calls: { url: string; bytes: number }[] = []
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url?.startsWith('http')) calls.push({ url, bytes: encodedDataLength })
  })
  await session.send('Network.enable')
  return calls
}

test(`the first screen comes with at most ${REQUESTS_MAX} requests and ${KILOBYTES_MAX} KB`, async ({
  page,
  desk,
  context,
}) => {
  // /healthz, where the token is stored, brings nothing of the console along.
  await signIn(page, desk)
  const calls = await watchCalls(await context.newCDPSession(page))
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  expect(calls.some(({ url }) => url.includes('/api/articles?'))).toBe(true)
  expect(
    calls.filter(({ url }) => /qr-code|sign-in-step|passkey/.test(url)),
    'loaded where they are used',
  ).toEqual([])
  expect(calls.length).toBeLessThanOrEqual(REQUESTS_MAX)
  expect(calls.reduce((sum, { bytes }) => sum + bytes, 0) / 1024).toBeLessThanOrEqual(KILOBYTES_MAX)
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
