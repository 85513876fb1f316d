import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { readToken } from '../../api/session-token.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { RegisterPage } from './register-page.tsx'
import { changePassword, signIn, signOut } from './session-api.ts'
import { guardNavigation } from './session-guard.ts'
import { SignInPage } from './sign-in-page.tsx'

const user = { id: '00000000-0000-7000-8000-000000000001', name: 'Ada', role: 'editor', locale: 'en', timeZone: 'UTC' }
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** A server that hands out the tokens `token-1`, `token-2` and so on. */
function openSignIn({ expiresAt = inAnHour(), needsSetup = false } = {}) {
  let tokens = 0
  const registrations: object[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    if (config.url === '/api/setup') return answer({ needsSetup, registration: 'approval' })
    if (config.url === '/api/registrations') {
      registrations.push(JSON.parse(String(config.data)))
      return answer({ status: 'active' })
    }
    return config.method === 'delete' ? answer(undefined) : answer({ token: `token-${++tokens}`, user, expiresAt })
  }
  const router = createMemoryRouter(
    [
      { path: '/login', Component: SignInPage },
      { path: '/register', Component: RegisterPage },
      { path: '/', element: <h1>Articles</h1> },
      { path: '/edit', element: <h1>Home</h1> },
    ],
    { initialEntries: [needsSetup ? '/register' : '/login'] },
  )
  showScreen(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { registrations }
}

async function signInByForm({ keep }: { keep: boolean }) {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('ada@example.org')
  await page.getByLabelText('Password', { exact: true }).fill('a passphrase of Ada')
  if (keep) await page.getByRole('checkbox', { name: 'Keep me signed in on this device' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Articles' })).toBeVisible()
}
/** Session storage goes with the last tab; what comes next is a new tab. */
const closeLastTab = () => sessionStorage.clear()
const visit = () => guardNavigation({ request: new Request('http://desk.example/jCore/article') })
const addressOf = async (visited: Promise<void>) => {
  const thrown: unknown = await visited.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return thrown instanceof Response ? thrown.headers.get('Location') : undefined
}

const clear = () => {
  sessionStorage.clear()
  localStorage.clear()
  queryClient.clear()
}
beforeEach(clear)
afterEach(clear)

test('unless they ask for more, closing the last tab signs a person out, and the token is in session storage only', async () => {
  openSignIn()
  await signInByForm({ keep: false })
  expect(readToken()).toBe('token-1')
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('token-1')
  closeLastTab()
  expect(await addressOf(visit())).toMatch(/^\/login/)
})

test('whoever asked to stay signed in is, after the last tab was closed', async () => {
  openSignIn()
  await signInByForm({ keep: true })
  closeLastTab()
  expect(await addressOf(visit())).toBeUndefined()
  expect(readToken()).toBe('token-1')
  await changePassword('old', 'new')
  closeLastTab()
  await visit()
  expect(readToken()).toBe('token-2')
})

test('signing out, or signing in without asking, ends that', async () => {
  openSignIn()
  await signInByForm({ keep: true })
  await signOut()
  expect(await addressOf(visit())).toMatch(/^\/login/)
  await signIn({ email: 'a@example.org', password: 'x' }, { keep: true })
  await signIn({ email: 'a@example.org', password: 'x' }, { keep: false })
  closeLastTab()
  expect(await addressOf(visit())).toMatch(/^\/login/)
})

test('a session that is over by its time leads to the sign-in at once, and nothing of it is kept', async () => {
  openSignIn({ expiresAt: new Date(Date.now() - 1000).toISOString() })
  await signInByForm({ keep: true })
  closeLastTab()
  expect(await addressOf(visit())).toMatch(/^\/login/)
  expect(localStorage.length).toBe(0)
})

test('who makes an account is asked the same, and gets no time zone that they did not choose', async () => {
  const { registrations } = openSignIn({ needsSetup: true })
  await page.getByRole('textbox', { name: 'Setup code' }).fill('ABCD-ABCD-ABCD-ABCD')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('ada@example.org')
  await page.getByLabelText('Password', { exact: true }).fill('a passphrase of Ada')
  await page.getByRole('checkbox', { name: 'Keep me signed in on this device' }).click()
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect.element(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  expect(registrations).toHaveLength(1)
  expect(registrations[0]).not.toHaveProperty('timeZone')
  closeLastTab()
  expect(await addressOf(visit())).toBeUndefined()
})
