import { writeFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { chooseFile, picture } from './support/files.ts'
import { storedToken, screenIsThere, signIn, signInByForm } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** Every call of this tab to the API, as it left. */
function callsOf(page: Page) {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api')) calls.push(request)
  })
  return calls
}
const said = async (calls: Request[]) =>
  Promise.all(
    calls.map(async (call) => {
      const { authorization } = await call.allHeaders()
      return `${call.method()} ${new URL(call.url()).pathname}: ${authorization}`
    }),
  )

test('without a token every call says bearer null, the sign-in included', async ({ page, desk }) => {
  const calls = callsOf(page)
  for (const path of ['/login', '/register', '/forget']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('nobody@example.org')
  await page.getByRole('button', { name: 'Ask for a link' }).click()
  await expect(page.getByRole('heading', { name: 'Ask an administrator' })).toBeVisible()
  await page.goto('/login')
  const before = calls.length
  await signInByForm(page, await desk.person('administrator'))
  await screenIsThere(page, 'Articles')
  const signIns = calls.findIndex((call) => call.method() === 'POST' && call.url().endsWith('/api/session'))
  expect(signIns).toBeGreaterThanOrEqual(before - 1)
  const lines = await said(calls.slice(0, signIns + 1))
  expect(lines).toContain('POST /api/session: bearer null')
  expect(lines).toContain('POST /api/password-resets: bearer null')
  expect(lines.filter((line) => !line.endsWith(': bearer null'))).toEqual([])
})

test('with a token every call says bearer and the token: lists, writes, uploads, the sign-out', async ({
  page,
  desk,
}) => {
  await desk.createArticle({ title: 'Header rule' })
  const calls = callsOf(page)
  const token = await signIn(page, desk)
  for (const path of ['/edit', '/jCore/article', '/jCore/users', '/jCore/import', '/jCore/profile', '/jCore/media']) {
    await page.goto(path)
    await screenIsThere(page)
  }
  const uploaded = page.waitForResponse((response) => response.request().method() === 'POST')
  await chooseFile(page, 'Upload', { name: 'one.png', mimeType: 'image/png', buffer: await picture('a') })
  expect((await uploaded).status()).toBe(201)
  await page.goto('/jCore/import')
  await chooseFile(page, 'Choose a file', { name: 'x.xml', mimeType: 'text/xml', buffer: Buffer.from('<a/>') })
  await page.getByRole('button', { name: 'Try the import' }).click()
  await expect(page.getByText('The import stopped, and nothing was changed')).toBeVisible()
  await page.getByRole('button', { name: /^Me/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()

  const lines = await said(calls)
  const signedOut = lines.indexOf(`DELETE /api/session: bearer ${token}`)
  expect(lines).toContain(`POST /api/media/uploads: bearer ${token}`)
  expect(lines).toContain(`POST /api/imports: bearer ${token}`)
  expect(signedOut).toBeGreaterThan(0)
  expect(lines.slice(0, signedOut).filter((line) => !line.endsWith(`: bearer ${token}`))).toEqual([])
  expect(lines.slice(signedOut + 1).filter((line) => !line.endsWith(': bearer null'))).toEqual([])
})

test('calls have no timeout, and the token goes to this server only', async ({ page, desk, server }) => {
  await page.addInitScript(() => {
    const timeouts: number[] = []
    // oxlint-disable-next-line typescript/unbound-method -- the proxy hands it the request it was called on
    XMLHttpRequest.prototype.send = new Proxy(XMLHttpRequest.prototype.send, {
      apply(send, request: XMLHttpRequest, given) {
        timeouts.push(request.timeout)
        return Reflect.apply(send, request, given) as undefined
      },
    })
    Object.assign(window, { timeouts })
  })
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${server.url}/`))
      elsewhere.push(request.url())
  })
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && request.url().includes('/api/'))
      fetched.push(new URL(request.url()).pathname)
  })
  await signIn(page, desk)
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await screenIsThere(page, 'Tags')
  const timeouts = await page.evaluate(() => (window as unknown as { timeouts: number[] }).timeouts)
  expect(timeouts.length).toBeGreaterThan(0)
  expect(new Set(timeouts)).toEqual(new Set([0]))
  // These begin with the page, before there is a client.
  expect(fetched.toSorted(), 'calls that do not go through the shared client').toEqual([
    '/api/articles',
    '/api/saved-views',
    '/api/session',
    '/api/setup',
  ])
  expect(elsewhere).toEqual([])
})

test('an answer of 200 to 299 is a success, 300 and above is not', async ({ page, desk }) => {
  await signIn(page, desk)
  for (const [status, worked] of [
    [200, true],
    [299, true],
    [300, false],
    [399, false],
  ] as const) {
    await page.route('**/api/welcome', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, status })
    })
    await page.goto('/edit')
    const drafts = page.getByRole('heading', { name: 'Your drafts' })
    const failed = page.getByText('This could not be loaded')
    await expect(worked ? drafts : failed, String(status)).toBeVisible()
    await expect(worked ? failed : drafts, String(status)).toHaveCount(0)
    await page.unroute('**/api/welcome')
  }
})

test('the cookie XSRF-TOKEN is sent back as the header X-XSRF-TOKEN, and without it there is no such header', async ({
  page,
  context,
  desk,
  server,
}) => {
  const calls = callsOf(page)
  await signIn(page, desk)
  await page.goto('/edit')
  await screenIsThere(page, /Hello/)
  for (const call of calls) expect(await call.headerValue('x-xsrf-token')).toBeNull()
  await context.addCookies([{ name: 'XSRF-TOKEN', value: 'a%20forgery%20token', url: server.url }])
  // What the first screen still asks for is not meant.
  await page.goto('about:blank')
  calls.length = 0
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  expect(calls.length).toBeGreaterThan(1)
  for (const call of calls) expect(await call.headerValue('x-xsrf-token')).toBe('a forgery token')
})

test('neither long answers nor long requests are cut off', async ({ page, desk }, testInfo) => {
  const token = await signIn(page, desk)
  const megabytes = 12 * 1024 * 1024
  await page.route('**/api/welcome', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/^\{/, `{"padding":"${'x'.repeat(megabytes)}",`)
    await route.fulfill({ response, body })
  })
  await page.goto('/edit')
  await expect(page.getByRole('heading', { name: 'Your drafts' })).toBeVisible()
  await page.goto('/jCore/import')
  const long = Buffer.concat([
    Buffer.from('<?xml version="1.0"?><!--'),
    Buffer.alloc(megabytes, 'x'),
    Buffer.from('-->'),
  ])
  // By its path: handing over the bytes takes longer than all the rest.
  const file = testInfo.outputPath('long.xml')
  writeFileSync(file, long)
  await chooseFile(page, 'Choose a file', file)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/imports'))
  await page.getByRole('button', { name: 'Try the import' }).click()
  expect((await (await sent).response())?.status()).toBe(201)
  await expect(page).toHaveURL(/\?run=/)
  await expect(page.getByText('The import stopped, and nothing was changed')).toBeVisible()
  // Its end came, too: what is missing is missing there.
  const place = `Line 1, column ${long.length + 1}`
  await expect(page.getByText(`${place}: It cannot be read as XML: document must contain a root element`)).toBeVisible()
  expect(await storedToken(page)).toBe(token)
})
