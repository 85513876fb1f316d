import { publicRoutes, signedInRoutes } from './support/routes.ts'
import { goWithin, storedToken, storeToken, screenIsThere, signIn, signInByForm, whereIs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('rule 1: signing in keeps the token in session storage under the key token, and nowhere else', async ({
  page,
  desk,
}) => {
  await page.goto('/login')
  await signInByForm(page, await desk.person('administrator'))
  await screenIsThere(page, 'Articles')
  const token = await storedToken(page)
  expect(token).toMatch(/^\S{20,}$/)
  const elsewhere = await page.evaluate(
    () => JSON.stringify(Object.entries(localStorage)) + document.cookie + location.href,
  )
  expect(elsewhere).not.toContain(token)
})

test('rule 2: without a token every screen behind the sign-in leads to /login, with nothing of it shown', async ({
  page,
}) => {
  // As the first page of a visit, and from then on within the page.
  const first = ['/', '/edit', '/jCore/article/add']
  const visits: { path: string; go: () => Promise<unknown> }[] = first.map((path) => ({
    path,
    go: () => page.goto(path),
  }))
  for (const { path } of signedInRoutes) visits.push({ path, go: () => goWithin(page, path) })
  for (const { path, go } of visits) {
    const calls: string[] = []
    const note = (request: { url: () => string }) => calls.push(new URL(request.url()).pathname)
    page.on('request', note)
    await go()
    await expect(page, path).toHaveURL(path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' }), path).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main menu' }), path).toHaveCount(0)
    page.off('request', note)
    expect(
      calls.filter((call) => call.startsWith('/api/') && call !== '/api/setup'),
      path,
    ).toEqual([])
  }
})

test('rule 3: with a token /login leads to /, and that goes on to the articles', async ({ page, desk }) => {
  await signIn(page, desk)
  await page.goto('/login')
  await screenIsThere(page, 'Articles')
  expect(whereIs(page)).toBe('/jCore/article')
  await page.goto('/')
  await screenIsThere(page, 'Articles')
  expect(whereIs(page)).toBe('/jCore/article')
})

test('rule 4: any other navigation proceeds: public screens with and without a token', async ({ page, desk }) => {
  for (const { path } of publicRoutes) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    expect(whereIs(page)).toBe(path)
  }
  await signIn(page, desk)
  for (const { path } of publicRoutes.filter((route) => route.path !== '/login')) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    expect(whereIs(page)).toBe(path)
  }
})

test('the guard looks at every navigation, not only at the first: a lost token ends the visit at the next step', async ({
  page,
  desk,
}) => {
  await signIn(page, desk)
  await page.goto('/edit')
  await screenIsThere(page, /Hello/)
  await page.evaluate(() => sessionStorage.removeItem('token'))
  await page.getByRole('link', { name: 'Search ranking' }).click()
  await expect(page).toHaveURL('/login?next=%2FjCore%2Fsearch-rank')
})

test('the app is mounted into the element with id app', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('#app').getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('an address that leads nowhere says so inside the shell, and /jcore is not /jCore', async ({ page, desk }) => {
  await signIn(page, desk)
  for (const path of ['/jCore/nothing', '/jcore/article', '/edit/more', '/jCore/search-Rank']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'There is no such page' }), path).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main menu' }), path).toBeVisible()
  }
})

test('an address without its end leads to Home', async ({ page, desk }) => {
  await signIn(page, desk)
  for (const path of ['/jCore', '/jCore/']) {
    await page.goto(path)
    await screenIsThere(page, /Hello/)
    await expect(page).toHaveURL('/edit')
  }
})

test('after signing in people go on to where they were headed, query included', async ({ page, desk }) => {
  await page.goto('/jCore/users?status=active')
  await expect(page).toHaveURL(/\/login\?next=/)
  await signInByForm(page, await desk.person('administrator'))
  await screenIsThere(page, 'Users')
  expect(whereIs(page)).toBe('/jCore/users?status=active')
})

// The rule itself is shown with many more (session-guard.test).
const foreign = ['https://evil.example/', '//evil.example/', 'javascript:document.title="owned"']

test('a link to the sign-in can lead to this console only', async ({ page, desk, server }) => {
  const token = await desk.signIn('administrator')
  const left: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/`)) left.push(request.url())
  })
  // One real sign-in; the answers after it are the same one again.
  const answer = JSON.stringify({
    token,
    ...(await desk.api<object>('GET', '/api/session', undefined, token)),
  })
  await page.route('**/api/session', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fulfill({ status: 201, contentType: 'application/json', body: answer })
  })
  for (const next of foreign) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await signInByForm(page, await desk.person('administrator'))
    await screenIsThere(page, 'Articles')
    expect(whereIs(page), next).toBe('/jCore/article')
    await page.evaluate(() => sessionStorage.clear())
  }
  expect(left).toEqual([])
})

test('a tab opened by a middle click is signed in: it asks the open tab for the token', async ({
  page,
  context,
  desk,
}) => {
  const token = await signIn(page, desk)
  await page.goto('/edit')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Users' }).click({ button: 'middle' })
  const tab = await opened
  await screenIsThere(tab, 'Users')
  expect(whereIs(tab)).toBe('/jCore/users')
  expect(await storedToken(tab)).toBe(token)
})

test('a tab whose question is answered late, by a tab that was busy, goes on to its screen', async ({
  page,
  context,
  desk,
}) => {
  // As if its thread was busy: what it says waits until the test lets it go.
  await page.addInitScript(() => {
    const free = new Promise((resolve) => window.addEventListener('free', resolve))
    window.BroadcastChannel = class extends BroadcastChannel {
      override postMessage(message: unknown) {
        void free.then(() => super.postMessage(message))
      }
    }
  })
  await signIn(page, desk)
  await page.goto('/edit')
  await screenIsThere(page, /Hello/)
  const tab = await context.newPage()
  await tab.goto('/jCore/users?status=active')
  await screenIsThere(tab, 'Sign in')
  await page.evaluate(() => window.dispatchEvent(new Event('free')))
  await screenIsThere(tab, 'Users')
  expect(whereIs(tab)).toBe('/jCore/users?status=active')
})

test('a tab that no one answers is sent to /login', async ({ page, browser, desk, server }) => {
  await signIn(page, desk)
  await page.goto('/edit')
  await screenIsThere(page, /Hello/)
  const stranger = await browser.newContext({ baseURL: server.url })
  const tab = await stranger.newPage()
  await tab.goto('/edit')
  await expect(tab).toHaveURL(/\/login/)
  await stranger.close()
})

test('signing out in one tab signs the others out, drops what they showed, and the token is dead', async ({
  page,
  context,
  desk,
}) => {
  const token = await signIn(page, desk)
  const other = await context.newPage()
  await storeToken(other, token)
  await other.goto('/jCore/article')
  await screenIsThere(other, 'Articles')
  await page.goto('/jCore/users')
  await page.goto('/edit')
  await page.getByRole('button', { name: /^Me/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/login')
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    expect(await storedToken(tab)).toBeNull()
    expect(await tab.locator('[data-screen]').count(), 'screens that are still there').toBe(0)
  }
  expect((await desk.send(token, 'GET', '/api/session')).status).toBe(401)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

test('while the server cannot say who is signed in, this is said, and it is asked again by itself', async ({
  page,
  desk,
}) => {
  await signIn(page, desk)
  const away = { code: 'busy', reasons: ['database_away'], retryAfter: 1 }
  const busy = { ...away, title: 'busy', status: 503, type: 'about:blank', requestId: 'r1' }
  await page.route('**/api/session', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(busy) }),
  )
  await page.goto('/jCore/article')
  await expect(page.getByText('This screen could not be loaded')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('The server cannot reach its database.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/api/session')
  await screenIsThere(page, 'Articles')
  await expect(page.getByText('This screen could not be loaded')).toHaveCount(0)
})
