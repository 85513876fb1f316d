import { QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import { AxiosError } from 'axios'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#contract/permissions.ts'
import type { SearchGroup } from '#contract/search.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { activateLocale } from '../../i18n.ts'
import { storeToken } from '../../api/session-token.ts'
import { RichTextEditor } from '../../editor/rich-text-editor.tsx'
import { mount } from '../../editor/testing/mount.tsx'
import { rememberMe } from '../session/session-api.ts'
import { screenInfo } from './screens.ts'
import { Shell } from './shell.tsx'
import type { ShellRoute } from './shell-route.ts'

const Empty = () => <h1>Welcome</h1>
const Writing = () => <RichTextEditor value="<p>word</p>" onChange={() => {}} />
const shellRoutes: ShellRoute[] = [
  { ...screenInfo('welcome'), id: 'welcome', Component: Empty },
  ...(['article', 'album', 'tag', 'author', 'tags', 'media', 'categories', 'users'] as const).map((id) => ({
    ...screenInfo(id),
    id,
    Component: Empty,
  })),
  { ...screenInfo('placements'), id: 'placements', Component: Writing },
]
const hit = (id: string, label: string, detail: string[] = []) => ({ id, label, detail, status: null, thumb: null })
const bridge: SearchGroup[] = [
  { kind: 'articles', rank: 2, hits: [hit('7', 'The bridge reopens', ['Ada', 'Grace'])] },
  { kind: 'albums', rank: 2, hits: [{ ...hit('8', 'The old bridge'), status: 'archived' }] },
  { kind: 'media', rank: 2, hits: [hit('9', 'dsc1.jpg', ['A bridge'])] },
  { kind: 'tags', rank: 1, hits: [hit('10', 'Footbridges')] },
  { kind: 'authors', rank: 1, hits: [hit('11', 'Ann Strawbridge', ['Reporter'])] },
  { kind: 'categories', rank: 1, hits: [hit('12', 'Drawbridges', ['Traffic', 'Water'])] },
  { kind: 'users', rank: 1, hits: [hit('13', 'Joe', ['joe@bridge.example'])] },
]
const answers: Record<string, SearchGroup[]> = {
  bridge,
  br: [{ kind: 'tags', rank: 3, hits: [hit('14', 'Bread')] }],
  mara: [
    {
      kind: 'views',
      rank: 4,
      hits: [{ ...hit('17', 'Mara’s pictures'), view: { screen: 'media', query: 'q=mara' } }],
    },
  ],
  tag: [{ kind: 'articles', rank: 3, hits: [hit('15', 'Tag der Arbeit')] }],
  tags: [{ kind: 'articles', rank: 3, hits: [hit('16', 'Tags and rags')] }],
}
const field = page.getByRole('textbox', { name: 'Search everything, or go to a screen' })
const type = async (text: string) => {
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.fill(field, text)
}
const shown = () => [...document.querySelectorAll('[data-action]')].map((row) => row.textContent)

/** The console before a server that knows these answers. `hold`: what is asked for waits until it is let go. */
async function openConsole({ hold = false, fails = 0, role = 'administrator' as Role } = {}) {
  queryClient.clear()
  storeToken('a-token')
  rememberMe({
    id: '0190a1b2-0000-7000-8000-000000000001',
    version: 1,
    email: 'mara@example.com',
    name: 'Mara',
    role,
    locale: 'en',
    byline: null,
    timeZone: 'UTC',
    ownTimeZone: true,
  })
  const held = new Map<string, () => void>()
  let failures = fails
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: object) => ({ data, status: 200, statusText: '', headers: {}, config })
    const [path, query] = (config.url ?? '').split('?')
    if (path !== '/api/search') return answer({ items: [], total: 0 })
    const q = new URLSearchParams(query).get('q') ?? ''
    // Whatever the console gave up on, this server answers still, as a slow network does.
    if (hold) await new Promise<void>((resolve) => held.set(q, resolve))
    if (failures-- > 0) throw new AxiosError('gone', 'ERR_NETWORK', config)
    return answer({ groups: answers[q] ?? [] })
  }
  const router = createMemoryRouter(
    [
      {
        element: <Shell routes={shellRoutes} />,
        children: shellRoutes.map((handle) => ({ path: handle.path, element: null, handle })),
      },
    ],
    { initialEntries: ['/edit'] },
  )
  mount(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  const here = () => router.state.location.pathname + router.state.location.search
  const asked = (q: string) => expect.poll(() => held.has(q)).toBe(true)
  const letGo = async (q: string) => {
    await asked(q)
    held.get(q)?.()
  }
  const go = (path: string) => router.navigate(path)
  return { here, go, asked, letGo }
}

// Whether it is open outlives the console.
afterEach(async () => {
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
})

test('a saved view says of which list it is, and opens it', async () => {
  const { here } = await openConsole()
  await type('mara')
  await expect.element(page.getByRole('button', { name: /Mara’s pictures\s*Media/ })).toBeVisible()
  await page.getByText('Mara’s pictures').click()
  await expect.poll(here).toBe('/jCore/media?q=mara')
})

test('Enter opens the first of what was found, without an arrow key', async () => {
  const { here } = await openConsole()
  await type('bridge')
  await expect.element(page.getByText('The bridge reopens')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(here).toBe('/jCore/article/7')
})

test.each([
  ['The bridge reopens', '/jCore/article/7'],
  ['The old bridge', '/jCore/album/8'],
  ['dsc1.jpg', '/jCore/media?picture=9'],
  ['Footbridges', '/jCore/tag/10'],
  ['Ann Strawbridge', '/jCore/author/11'],
  ['Drawbridges', '/jCore/cate?q=Drawbridges'],
  ['Joe', '/jCore/users?q=joe%40bridge.example&user=13'],
])('“%s” opens its own screen', async (name, address) => {
  const { here } = await openConsole()
  await type('bridge')
  await page.getByText(name, { exact: true }).click()
  await expect.poll(here).toBe(address)
})

test('what readers do not see says so', async () => {
  await openConsole()
  await type('bridge')
  await expect.element(page.getByText('The old bridge')).toBeVisible()
  expect(shown().find((row) => row?.includes('The old bridge'))).toContain('Archived')
  expect(shown().filter((row) => row?.includes('Archived'))).toHaveLength(1)
})

test('results are grouped, and arrow keys go through all of them', async () => {
  const { here } = await openConsole()
  await type('bridge')
  await expect.element(page.getByText('Traffic › Water')).toBeVisible()
  await expect.element(page.getByText('7 results')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  await expect.poll(here).toBe('/jCore/tag/10')
})

test('Enter before the answer opens what the answer brings first', async () => {
  const { here, letGo } = await openConsole({ hold: true })
  await type('br')
  await letGo('br')
  await expect.element(page.getByText('Bread')).toBeVisible()
  await userEvent.fill(field, 'bridge')
  await userEvent.keyboard('{Enter}')
  expect(here()).toBe('/edit')
  await letGo('bridge')
  await expect.poll(here).toBe('/jCore/article/7')
})

test('a late answer to an earlier text does not take the place of a newer one', async () => {
  const { asked, letGo } = await openConsole({ hold: true })
  await type('br')
  await expect.element(page.getByText('Searching…')).toBeVisible()
  await asked('br')
  await userEvent.fill(field, 'bridge')
  await letGo('bridge')
  await expect.element(page.getByText('The bridge reopens')).toBeVisible()
  await letGo('br')
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  expect(shown()).toContain('The bridge reopensAda, Grace')
  expect(shown().join()).not.toContain('Bread')
})

test('the name of a screen leads there, before anything that only begins so', async () => {
  const { here } = await openConsole()
  await type('tags')
  await expect.element(page.getByText('Tags and rags')).toBeVisible()
  expect(shown()).toEqual(['Tags', 'Tags and rags'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(here).toBe('/jCore/tag')
})

test('a screen and an action are found with one typing error', async () => {
  const { here } = await openConsole()
  await type('new atricle')
  await expect.element(page.getByText('New article')).toBeVisible()
  await userEvent.fill(field, 'categoreis')
  await expect.poll(shown).toEqual(['Categories'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(here).toBe('/jCore/cate')
})

test('what can be done is found with one typing error, and done', async () => {
  await openConsole()
  onTestFinished(() => localStorage.removeItem('mantine-color-scheme-value'))
  await type('drak theme')
  await expect.poll(shown).toEqual(['Dark theme'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  await type('light')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe('light')
  await type('shrotcuts')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await type('new albm')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'New album' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'New album' })).not.toBeInTheDocument()
})

test('what a person may not do is not offered', async () => {
  await openConsole({ role: 'viewer' })
  await type('new')
  await expect.element(page.getByText('Nothing found for “new”.')).toBeVisible()
  await userEvent.fill(field, 'sign out')
  await expect.poll(shown).toEqual(['Sign out'])
})

test('in Chinese screens and what can be done are found by their names, also with one wrong character', async () => {
  await openConsole()
  await activateLocale('zh-CN')
  onTestFinished(() => activateLocale('en'))
  await userEvent.keyboard('{Control>}k{/Control}')
  const chinese = page.getByRole('textbox', { name: /^搜索全部内容/ })
  for (const [typed, found] of [
    ['深色', '深色主题'],
    ['深色主提', '深色主题'],
    ['新件相册', '新建相册'],
    ['搜索排行', '搜索排行'],
    ['搜索排航', '搜索排行'],
  ] as const) {
    await userEvent.fill(chinese, typed)
    await expect.poll(shown).toEqual([found])
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(chinese).not.toBeInTheDocument()
})

test('a search that fails says so, leaves the screens, and can be repeated', async () => {
  await openConsole({ fails: 1 })
  await type('tag')
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(shown()).toContain('Tags')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Tag der Arbeit')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('says when nothing was found', async () => {
  await openConsole()
  await type('zzyqx')
  await expect.element(page.getByText('Nothing found for “zzyqx”.')).toBeVisible()
})

test.each(['light', 'dark'])('the chosen row can be read in the %s theme', async (scheme) => {
  await openConsole()
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  onTestFinished(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
  await type('bridge')
  await expect.element(page.getByText('Ada, Grace')).toBeVisible()
  await expect.poll(() => document.querySelector('[data-selected]')?.textContent).toContain('The bridge reopens')
  await Promise.all(document.getAnimations().map(({ finished }) => finished))
  const { violations, passes } = await axe.run({ include: '[role=dialog]' }, { runOnly: ['color-contrast'] })
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html} ${any[0]?.message}`))).toEqual([])
  expect(passes.flatMap(({ nodes }) => nodes).length).toBeGreaterThan(7)
})

test('the frame is not higher than the window', async () => {
  await openConsole()
  const { scrollHeight, clientHeight } = document.documentElement
  expect(scrollHeight).toBe(clientHeight)
})

test('Ctrl+K in the text of an article opens the link dialog only, and the search from everywhere else', async () => {
  const { go } = await openConsole()
  await go(screenInfo('placements').path)
  const text = page.getByRole('textbox', { name: 'Article text' })
  const link = page.getByRole('dialog', { name: 'Link' })
  await text.click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(link).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
  // In the dialog, too: a search would open behind it.
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('{Escape}')
  await expect.element(link).not.toBeInTheDocument()
  await expect.element(field).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toBeVisible()
})

test('screens and actions are found by their other names, which are said', async () => {
  await openConsole()
  await userEvent.keyboard('{Control>}k{/Control}')
  for (const [typed, ...found] of [
    ['invite', 'Usersinvite people'],
    ['time zone', 'Settingstime zone', 'Profiletime zone'],
    ['schedule', 'Articlesschedule', 'Calendarschedule', 'Scheduled articles'],
    ['password', 'Profilepassword'],
    ['backup', 'Healthbackups'],
    ['theme', 'Light theme', 'Dark theme', 'Theme of the system'],
    ['language', 'Settingslanguage', 'Profilelanguage', '简体中文Language'],
    ['export', 'Import and export'],
    ['shortcuts', 'Keyboard shortcuts'],
    ['hotkeys', 'Keyboard shortcutshotkeys'],
    ['pasword', 'Profilepassword'],
  ] as const) {
    await userEvent.fill(field, typed)
    await expect.poll(shown).toEqual(found)
  }
})

test('in Chinese too, screens and actions are found by their other names', async () => {
  await openConsole()
  await activateLocale('zh-CN')
  onTestFinished(() => activateLocale('en'))
  await userEvent.keyboard('{Control>}k{/Control}')
  const chinese = page.getByRole('textbox', { name: /^搜索全部内容/ })
  for (const [typed, found] of [
    ['邀请', '用户'],
    ['时区', '设置'],
    ['定时', '文章'],
    ['密码', '个人资料'],
    ['备份', '运行状况'],
    ['快捷键', '键盘快捷键'],
  ] as const) {
    await userEvent.fill(chinese, typed)
    await expect.poll(() => shown()[0] ?? '').toContain(found)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(chinese).not.toBeInTheDocument()
})
