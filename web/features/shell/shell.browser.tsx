import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Me } from '#contract/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { storeToken } from '../../api/session-token.ts'
import { mount } from '../../editor/testing/mount.tsx'
import { useScreen, useScreenTitle } from '../../ui/screen.tsx'
import { rememberMe } from '../session/session-api.ts'
import { DocumentTitle } from './document-title.tsx'
import { screenInfo } from './screens.ts'
import { Shell } from './shell.tsx'
import type { ShellRoute } from './shell-route.ts'

const seen = { fetches: 0, mounts: 0, notes: 0 }

function List() {
  const { search } = useScreen()
  useState(() => ++seen.mounts)
  const { data } = useQuery({ queryKey: ['shell-test'], queryFn: () => Promise.resolve(++seen.fetches), staleTime: 0 })
  return (
    <>
      <h1>List {search}</h1>
      <input aria-label="Search the list" />
      <p>answer {data}</p>
      <div style={{ height: 4000 }} />
    </>
  )
}

function Note() {
  const { params, navigate } = useScreen()
  const [text, setText] = useState('')
  useState(() => ++seen.notes)
  useScreenTitle(params['id'] ? `Note ${params['id']}` : undefined, { unsaved: text !== '' })
  return (
    <>
      <h1>Note {params['id'] ?? 'new'}</h1>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <button type="button" onClick={() => navigate('/jCore/article/7', { replace: true, sameScreen: true })}>
        First save
      </button>
      <div style={{ height: 4000 }} />
    </>
  )
}

/** A list whose address names one of its reports. */
function Reports() {
  const report = new URLSearchParams(useScreen().search).get('run')
  useScreenTitle(report ? `Import of ${report}` : undefined)
  return <h1>{report ?? 'Reports'}</h1>
}

function Broken() {
  if (broken) throw new Error('a broken screen')
  return <h1>Mended</h1>
}
let broken = true

const me: Me = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  version: 1,
  byline: null,
  email: 'mara@example.com',
  name: 'Mara Lindqvist',
  role: 'editor',
  locale: 'en',
  timeZone: 'UTC',
  ownTimeZone: true,
}

const shellRoutes: ShellRoute[] = [
  { ...screenInfo('articles'), id: 'articles', Component: List },
  { ...screenInfo('searchRank'), id: 'searchRank', Component: undefined },
  { ...screenInfo('articleAdd'), id: 'articleAdd', Component: Note },
  { ...screenInfo('article'), id: 'article', Component: Note },
  { ...screenInfo('hot'), id: 'hot', Component: Broken },
  { ...screenInfo('users'), id: 'users', Component: List },
  { ...screenInfo('media'), id: 'media', Component: Reports },
]

let router: ReturnType<typeof createMemoryRouter>
beforeEach(async () => {
  Object.assign(seen, { fetches: 0, mounts: 0, notes: 0 })
  broken = true
  queryClient.clear()
  storeToken('a-token')
  rememberMe(me)
  // Nothing arrives in the middle of a navigation.
  queryClient.setQueryData(['setup'], { site: { name: '', logo: null, timeZone: 'UTC', locale: null } })
  router = createMemoryRouter(
    [
      {
        element: <Shell routes={shellRoutes} />,
        children: shellRoutes.map((handle) => ({ path: handle.path, element: null, handle })),
      },
    ],
    { initialEntries: ['/jCore/article?q=tea'] },
  )
  mount(
    <QueryClientProvider client={queryClient}>
      <DocumentTitle />
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('answer 1')).toBeVisible()
})

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
async function go(to: string, name: string | RegExp) {
  await router.navigate(to)
  await expect.element(heading(name)).toBeVisible()
}
const slot = (name: string | RegExp) => heading(name).element().closest<HTMLElement>('[data-screen]')!

test('a kept screen comes back without a fetch, however old its data is, ten times over', async () => {
  for (let round = 0; round < 10; round++) {
    await go('/jCore/article/1', 'Note 1')
    await go('/jCore/article?q=tea', /List/)
  }
  expect(seen).toMatchObject({ fetches: 1, mounts: 1 })
})

test('what a mutation marked as out of date is fetched on return, with the old answer shown meanwhile', async () => {
  await go('/jCore/article/1', 'Note 1')
  await queryClient.invalidateQueries({ queryKey: ['shell-test'] })
  expect(seen.fetches).toBe(1)
  await go('/jCore/article?q=tea', /List/)
  await expect.element(page.getByText('answer 2')).toBeVisible()
  expect(seen).toMatchObject({ fetches: 2, mounts: 1 })
})

test('a kept screen comes back with its scroll position and the focus where it was; a new screen starts at the top', async () => {
  await userEvent.fill(page.getByRole('textbox', { name: 'Search the list' }), 'green tea')
  slot(/List/).scrollTop = 900
  await go('/jCore/article/1', 'Note 1')
  expect(slot('Note 1').scrollTop).toBe(0)
  slot('Note 1').scrollTop = 500
  await go('/jCore/article?q=tea', /List/)
  expect(slot(/List/).scrollTop).toBe(900)
  await expect.element(page.getByRole('textbox', { name: 'Search the list' })).toHaveValue('green tea')
  await expect.element(page.getByRole('textbox', { name: 'Search the list' })).toHaveFocus()
  await go('/jCore/article/2', 'Note 2')
  expect(slot('Note 2').scrollTop).toBe(0)
})

test('the menu is narrow on a tablet held upright, until someone chooses', async () => {
  onTestFinished(async () => {
    localStorage.removeItem('copydesk.menu-collapsed')
    await page.viewport(1280, 800)
  })
  const widen = page.getByRole('button', { name: 'Widen the menu' })
  const narrow = page.getByRole('button', { name: 'Narrow the menu' })
  await page.viewport(1180, 820)
  await expect.element(narrow).toBeVisible()
  await page.viewport(820, 1180)
  await userEvent.click(widen)
  await expect.element(narrow).toBeVisible()
  await page.viewport(1180, 820)
  await userEvent.click(narrow)
  await expect.element(widen).toBeVisible()
})

test('the menu leads back to the last state of a kept screen', async () => {
  await go('/jCore/article/add', 'Note new')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect.element(menu.getByRole('link', { name: 'Articles' })).toHaveAttribute('href', '/jCore/article?q=tea')
})

test('another item is another screen, but a draft that got its address stays the same one', async () => {
  await go('/jCore/article/add', 'Note new')
  await userEvent.fill(page.getByRole('textbox', { name: 'Text' }), 'first words')
  await userEvent.click(page.getByRole('button', { name: 'First save' }))
  await expect.element(heading('Note 7')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('first words')
  expect(seen.notes).toBe(1)
  await userEvent.fill(page.getByRole('textbox', { name: 'Text' }), '')
  await go('/jCore/article/8', 'Note 8')
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('')
})

test('the title names the screen in front and marks what is unsaved', async () => {
  expect(document.title).toBe('article management · Copydesk')
  await go('/jCore/article/5', 'Note 5')
  await expect.poll(() => document.title).toBe('Note 5 · Copydesk')
  await userEvent.fill(page.getByRole('textbox', { name: 'Text' }), 'x')
  await expect.poll(() => document.title).toBe('● Note 5 · Copydesk')
  await userEvent.fill(page.getByRole('textbox', { name: 'Text' }), '')
  await go('/jCore/article?q=tea', /List/)
  await expect.poll(() => document.title).toBe('article management · Copydesk')
})

const whereAmI = page.getByRole('navigation', { name: 'Where you are' })

test('a screen that shows one of its items has the way back to its list above it', async () => {
  await go('/jCore/media?run=old.xml', 'old.xml')
  await expect.element(whereAmI.getByText('Import of old.xml')).toBeVisible()
  await whereAmI.getByRole('link', { name: 'Media' }).click()
  await expect.element(heading('Reports')).toBeVisible()
  await expect.element(whereAmI.getByText('Media')).toBeVisible()
  await expect.element(whereAmI.getByRole('link')).not.toBeInTheDocument()
})

test('leaving a screen with unsaved changes asks first, and staying keeps them', async () => {
  await go('/jCore/article/5', 'Note 5')
  await userEvent.fill(page.getByRole('textbox', { name: 'Text' }), 'unsaved words')
  void router.navigate('/jCore/search-rank')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('unsaved words')
  void router.navigate('/jCore/search-rank')
  await userEvent.click(question.getByRole('button', { name: 'Leave and lose the changes' }))
  await expect.element(heading('Search ranking')).toBeVisible()
})

test('a screen without a name of its own is called as in the menu when it is left with changes', async () => {
  await go('/jCore/article/add', 'Note new')
  await userEvent.fill(page.getByRole('textbox', { name: 'Text' }), 'A thought')
  await page.getByRole('button', { name: 'Me: Mara Lindqvist' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.element(page.getByText('“New article” has changes that are not saved yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Search ranking' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect.element(question.getByText('“New article” has changes that are not saved yet.')).toBeVisible()
})

test('a screen that is not built yet says so, with its title', async () => {
  await go('/jCore/search-rank', 'Search ranking')
  await expect.element(page.getByText('This screen is not built yet.')).toBeVisible()
  await expect.poll(() => document.title).toBe('search ranking · Copydesk')
})

test('a screen beyond the role explains why and is not in the menu', async () => {
  await go('/jCore/users', 'Users')
  await expect.element(page.getByText('Your role, Editor, does not include this screen.')).toBeVisible()
  await expect.element(page.getByText(/It is open to: Administrator/)).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  expect(menu.getByRole('link', { name: 'Users' }).elements()).toHaveLength(0)
  expect(seen.mounts).toBe(1)
})

test('a screen that fails keeps the failure to itself and can be tried again', async () => {
  await go('/jCore/hot', 'This screen stopped working')
  broken = false
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(heading('Mended')).toBeVisible()
})

test('g and a letter go to a screen, and ? lists the keys', async () => {
  await userEvent.keyboard('gs')
  await expect.element(heading('Search ranking')).toBeVisible()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
