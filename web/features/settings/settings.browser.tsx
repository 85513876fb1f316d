import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AxiosError, type AxiosResponse } from 'axios'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeliveryKey } from '#contract/delivery-keys.ts'
import type { MailTest, Settings, SettingSection, StorageTest } from '#contract/settings.ts'
import { httpClient } from '../../api/http-client.ts'
import { useHeading } from '../../ui/screen.tsx'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { SettingsPage } from './settings-page.tsx'

const unsaved = page.getByRole('status', { name: 'Unsaved' })
const Unsaved = () => (
  <output aria-label="Unsaved">{useHeading().unsaved ? 'something is unsaved' : 'all is saved'}</output>
)

const first = { version: 1, by: null }
const defaults: Settings = {
  registration: { mode: 'approval' },
  secondStep: { roles: [] },
  general: { name: '', logo: null, timeZone: 'UTC', locale: null },
  site: { articleUrl: '' },
  readers: { origins: [], halfLifeHours: 6, liftMost: 4 },
  delivery: { needsKey: false },
  logo: null,
  saved: { registration: first, secondStep: first, general: first, site: first, readers: first, delivery: first },
}
type Change = Partial<Settings> & { versions?: Partial<Record<SettingSection, number>> }
const key: DeliveryKey = {
  id: '00000000-0000-7000-8000-0000000000d1',
  name: 'Website',
  scopes: ['content'],
  hint: 'wxyz',
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  state: 'active',
  today: 3,
  month: 1200,
  refused: 1,
}

/** A server with settings that several people change, at the place where calls leave the browser. */
function openSettings({
  mail,
  storage,
  keys = [key],
  search = '',
}: { mail?: MailTest; storage?: StorageTest; keys?: DeliveryKey[]; search?: string } = {}) {
  let settings = structuredClone(defaults)
  const asked: unknown[] = []
  const save = ({ versions: _versions, ...change }: Change, by = 'Ada') => {
    settings = { ...settings, ...change, saved: { ...settings.saved } }
    for (const name of Object.keys(change) as SettingSection[])
      settings.saved[name] = { version: settings.saved[name].version + 1, by: { id: owner, name: by } }
  }
  const owner = crypto.randomUUID()
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const path = String(config.url)
    const body = config.data === undefined ? undefined : (JSON.parse(String(config.data)) as Change)
    if (path === '/api/session')
      return answer({ user: { id: owner, role: 'administrator', name: 'Ada', locale: 'en', timeZone: 'UTC' } })
    if (path === '/api/settings/mail-test') return answer(mail)
    if (path === '/api/settings/storage-test') return answer(storage)
    if (path === '/api/delivery-keys' && body) {
      asked.push(body)
      keys = [{ ...key, ...body, id: '00000000-0000-7000-8000-0000000000d2' } as DeliveryKey, ...keys]
      return answer({ ...keys[0], key: 'cdk_the-secret' }, 201)
    }
    if (path.endsWith('/revoke')) {
      keys = keys.map((one) => (path.includes(one.id) ? { ...one, state: 'revoked' } : one))
      return answer(keys[0])
    }
    if (path === '/api/delivery-keys') return answer({ items: keys })
    if (config.method === 'delete') {
      keys = keys.filter(({ id }) => !path.includes(id))
      return answer(undefined, 204)
    }
    if (path !== '/api/settings') return answer({})
    if (body) {
      const { versions = {}, ...change } = body
      asked.push(change)
      for (const [name, version] of Object.entries(versions) as [SettingSection, number][]) {
        const { version: now, by } = settings.saved[name]
        if (version === now) continue
        const current = { ...settings[name], id: name, version: now, updatedBy: by }
        const problem = { code: 'stale_version', status: 409, title: '', type: '', current, changedBy: by?.name }
        throw new AxiosError('refused', undefined, config, undefined, answer(problem, 409) as AxiosResponse)
      }
      save(body)
    }
    return answer(settings)
  }
  const show = () =>
    showScreen(
      <QueryClientProvider client={new QueryClient()}>
        <SettingsPage />
        <Unsaved />
      </QueryClientProvider>,
      { search },
    )
  const screen = show()
  return { asked, stored: () => settings, colleague: (change: Change) => save(change, 'Bo'), screen, show }
}

test.each([
  ['general-name', 'textbox', 'Name of the site'],
  ['general-timeZone', 'combobox', 'Time zone of the site'],
  ['general-locale', 'combobox', 'Language of the site'],
  ['site-articleUrl', 'textbox', 'Address of an article'],
] as const)('an address that names %s opens the settings at that field', async (field, role, name) => {
  openSettings({ search: `?field=${field}` })
  const control = page.getByRole(role, { name })
  await expect.element(control).toHaveFocus()
  await expect.element(control).toBeInViewport()
})

test('requiring a key where none opens content asks first, and offers to make one', async () => {
  const { asked, stored } = openSettings({
    keys: [
      { ...key, scopes: ['search'] },
      { ...key, id: '00000000-0000-7000-8000-0000000000d3', state: 'revoked' },
    ],
  })
  const delivery = page.getByRole('region', { name: 'Delivery API' })
  await expect.element(page.getByRole('list', { name: 'Delivery keys' }).getByText('Website').first()).toBeVisible()
  await delivery.getByRole('checkbox', { name: 'Reading content needs a key' }).click()
  await delivery.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Require a key without having one?' })
  await expect.element(dialog.getByText(/your readers’ site gets 401/)).toBeVisible()
  expect(asked).toEqual([])
  await dialog.getByRole('button', { name: 'Make a key' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Make a key' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await delivery.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Require a key' }).click()
  await expect.poll(() => stored().delivery.needsKey).toBe(true)
})

test('requiring a key where one opens content does not ask', async () => {
  const { stored } = openSettings()
  const delivery = page.getByRole('region', { name: 'Delivery API' })
  await expect.element(page.getByRole('list', { name: 'Delivery keys' }).getByText('Website').first()).toBeVisible()
  await delivery.getByRole('checkbox', { name: 'Reading content needs a key' }).click()
  await delivery.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => stored().delivery.needsKey).toBe(true)
})

test('an administrator closes registration; nothing is sent before it is saved', async () => {
  const { asked } = openSettings()
  const closed = page.getByRole('radio', { name: 'Closed' })
  const save = page.getByRole('region', { name: 'Registration' }).getByRole('button', { name: 'Save' })
  await expect.element(page.getByRole('radio', { name: 'By approval' })).toBeChecked()
  await expect.element(save).toBeDisabled()
  await closed.click()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(closed).not.toBeChecked()
  await closed.click()
  await save.click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await expect.element(closed).toBeChecked()
  expect(asked).toEqual([{ registration: { mode: 'closed' } }])
})

test('an administrator names the site: the example follows what is typed, and what is wrong is said at once', async () => {
  const { asked } = openSettings()
  const site = page.getByRole('region', { name: 'Site', exact: true })
  const field = site.getByRole('textbox', { name: 'Address of an article' })
  const save = site.getByRole('button', { name: 'Save' })
  await expect.element(site.getByText('Without an address, “View on site” is not offered.')).toBeVisible()
  for (const [pattern, sentence] of [
    ['example', 'Write a whole address, such as https://example.com/{slug}.'],
    ['http://example.com/{slug}', 'Begin with https://. Only a site on this computer may use http://.'],
    ['https://example.com/{titel}', 'One of the placeholders in braces is not known.'],
    ['https://{slug}.example.com/', 'Placeholders may be used after the host name only.'],
    ['https://example.com/', 'Put {slug} or {id} into it: otherwise all articles would have the same address.'],
  ] as const) {
    await field.fill(pattern)
    await expect.element(site.getByText(sentence)).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(save).toBeDisabled()
  }
  await field.fill(' https://example.com/{year}/{month}/{slug} ')
  await expect.element(site.getByText('Example: https://example.com/2026/03/autumn-in-kyoto')).toBeVisible()
  await save.click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  expect(asked).toEqual([{ site: { articleUrl: 'https://example.com/{year}/{month}/{slug}' } }])
  await expect.element(save).toBeDisabled()
})

test('the address of the site is completed with https, when its field is left and when it is saved', async () => {
  const { asked } = openSettings()
  const site = page.getByRole('region', { name: 'Site', exact: true })
  const field = site.getByRole('textbox', { name: 'Address of an article' })
  await field.fill('news.example.com/{slug}')
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true')
  await expect.element(site.getByText('Example: https://news.example.com/autumn-in-kyoto')).toBeVisible()
  await userEvent.tab()
  await expect.element(field).toHaveValue('https://news.example.com/{slug}')
  await field.fill('news.example.com/{id}')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  expect(asked).toEqual([{ site: { articleUrl: 'https://news.example.com/{id}' } }])
  await expect.element(field).toHaveValue('https://news.example.com/{id}')
})

test('another site that is named without https gets it, and what is no address is refused as it was typed', async () => {
  const { asked } = openSettings()
  const readers = page.getByRole('region', { name: 'Readers' })
  const sites = readers.getByLabelText('Other sites that may show ads and report readers')
  await sites.fill('news.example.com')
  await userEvent.tab()
  await expect.element(readers.getByText('https://news.example.com', { exact: true })).toBeVisible()
  await sites.fill('shop.example.com:8443/front')
  await userEvent.keyboard('{Enter}')
  await expect.element(readers.getByText('https://shop.example.com:8443', { exact: true })).toBeVisible()
  await sites.fill('localhost:3000')
  await userEvent.keyboard('{Enter}')
  await expect.element(readers.getByText(/“localhost:3000” is not the address of a site/)).toBeVisible()
  await userEvent.keyboard('{Backspace}')
  await readers.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  const origins = ['https://news.example.com', 'https://shop.example.com:8443']
  expect(asked).toEqual([{ readers: { origins, halfLifeHours: 6, liftMost: 4 } }])
})

test('an administrator names another site and how fast what is hot cools down; a page address becomes its site', async () => {
  const { asked } = openSettings()
  const readers = page.getByRole('region', { name: 'Readers' })
  const sites = readers.getByLabelText('Other sites that may show ads and report readers')
  const save = readers.getByRole('button', { name: 'Save' })
  await sites.fill('http://news.example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(readers.getByText(/“http:\/\/news.example.com” is not the address of a site/)).toBeVisible()
  await expect.element(save).toBeDisabled()
  await userEvent.keyboard('{Backspace}')
  await sites.fill('https://news.example.com/front?x=1')
  await userEvent.keyboard('{Enter}')
  // Another page of the same site adds nothing.
  await sites.fill('https://news.example.com/sport')
  await userEvent.keyboard('{Enter}')
  const hours = readers.getByLabelText('Half-life of a view, in hours')
  await hours.fill('80')
  await expect.element(readers.getByText('A number from 1 to 72')).toBeVisible()
  await hours.fill('3')
  await save.click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  expect(asked).toEqual([{ readers: { origins: ['https://news.example.com'], halfLifeHours: 3, liftMost: 4 } }])
})

test('two sections are changed: saving one of them leaves the other unsaved', async () => {
  openSettings()
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await part('Registration').getByRole('radio', { name: 'Closed' }).click()
  await part('Site').getByRole('textbox').fill('https://example.com/{slug}')
  await part('Registration').getByRole('button', { name: 'Save' }).click()
  await expect.element(part('Registration').getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect.element(unsaved).toHaveTextContent('something is unsaved')
  await part('Registration').getByRole('radio', { name: 'By approval' }).click()
  await part('Site').getByRole('button', { name: 'Save' }).click()
  await expect.element(part('Site').getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect.element(unsaved).toHaveTextContent('something is unsaved')
  await part('Registration').getByRole('button', { name: 'Discard' }).click()
  await expect.element(unsaved).toHaveTextContent('all is saved')
})

const general = page.getByRole('region', { name: 'General' })
const name = general.getByRole('textbox', { name: 'Name of the site' })

test('an administrator names the site and chooses its time zone and language', async () => {
  const { asked } = openSettings()
  await name.fill('The Daily Bridge')
  const zone = general.getByRole('combobox', { name: 'Time zone of the site' })
  await zone.fill('Shanghai')
  await page.getByRole('option', { name: 'Asia/Shanghai' }).click()
  await general.getByRole('combobox', { name: 'Language of the site' }).selectOptions('简体中文')
  await general.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  expect(asked).toEqual([
    { general: { name: 'The Daily Bridge', logo: null, timeZone: 'Asia/Shanghai', locale: 'zh-CN' } },
  ])
})

test('a time zone that is typed replaces the one that is set; Enter takes the match, and without one saves nothing', async () => {
  const { asked } = openSettings()
  await name.fill('The Daily Bridge')
  await general.getByRole('combobox', { name: 'Time zone of the site' }).click()
  await userEvent.keyboard('nowhere{Enter}')
  await expect.element(page.getByText('No such time zone')).toBeVisible()
  await userEvent.keyboard('{Control>}a{/Control}berl')
  await expect.element(page.getByRole('option', { name: 'Europe/Berlin' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(general.getByRole('combobox', { name: 'Time zone of the site' })).toHaveValue('Europe/Berlin')
  expect(asked).toEqual([])
})

test('what two administrators change at once is merged, and the same field is shown as a conflict', async () => {
  const { stored, colleague } = openSettings()
  await name.fill('Mine')
  colleague({ general: { ...defaults.general, timeZone: 'Europe/Oslo' } })
  await general.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => stored().general).toEqual({ ...defaults.general, name: 'Mine', timeZone: 'Europe/Oslo' })
  await name.fill('Mine again')
  colleague({ general: { ...stored().general, name: 'Theirs' } })
  await general.getByRole('button', { name: 'Save' }).click()
  const conflict = general.getByRole('alert').filter({ hasText: 'Bo changed this too' })
  await expect.element(conflict.getByText('Theirs: Theirs')).toBeVisible()
  expect(stored().general.name).toBe('Theirs')
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await general.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => stored().general.name).toBe('Mine again')
})

test('a key is made, shown once with a way to copy it, revoked and deleted', async () => {
  const { asked } = openSettings()
  const keys = page.getByRole('region', { name: 'Delivery keys' })
  await expect.element(keys.getByText('1,200 calls in 30 days · 3 today · 1 refused')).toBeVisible()
  await keys.getByRole('button', { name: 'Make a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a key' })
  await expect.element(dialog.getByRole('button', { name: 'Make the key' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('App')
  await dialog.getByRole('checkbox', { name: 'Search' }).click()
  await dialog.getByRole('combobox', { name: 'Expires after' }).selectOptions('It does not expire')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  expect(asked).toEqual([{ name: 'App', scopes: ['content'], expiresAt: null }])
  const made = page.getByRole('dialog', { name: 'The key App' })
  await expect.element(made.getByRole('textbox', { name: 'Key' })).toHaveValue('cdk_the-secret')
  await made.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByText('cdk_the-secret')).not.toBeInTheDocument()
  await keys.getByRole('button', { name: 'Revoke the key App' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await keys.getByRole('button', { name: 'Delete the key App' }).click()
  await expect.element(keys.getByText('App')).not.toBeInTheDocument()
})

test('a test mail that only went to a file is a warning, not a success, and where backups are set up is named', async () => {
  openSettings({
    mail: { ok: true, to: 'ada@example.com', answer: '', folder: '/srv/outbox', milliseconds: 2 },
  })
  const part = page.getByRole('region', { name: 'Mail and storage' })
  await part.getByRole('button', { name: 'Send a test mail to myself' }).click()
  const result = part.getByRole('status').filter({ hasText: 'no mail server is set' })
  await expect.element(result).toHaveAttribute('data-tone', 'warning')
  await expect.element(part.getByRole('link', { name: 'Health' })).toBeVisible()
})

test('the answer of the mail server is shown word for word, and the step of the storage that failed', async () => {
  openSettings({
    mail: { ok: false, to: 'ada@example.com', answer: '550 5.1.1 No such user', folder: null, milliseconds: 12 },
    storage: {
      ok: false,
      kind: 'folder',
      place: '/srv/media',
      steps: [
        { step: 'write', ok: true, milliseconds: 2, detail: '' },
        { step: 'read', ok: false, milliseconds: 1, detail: 'EIO: i/o error' },
      ],
    },
  })
  const part = page.getByRole('region', { name: 'Mail and storage' })
  await part.getByRole('button', { name: 'Send a test mail to myself' }).click()
  await expect.element(part.getByText('The mail was not sent')).toBeVisible()
  await expect.element(part.getByText('550 5.1.1 No such user')).toBeVisible()
  await part.getByRole('button', { name: 'Test the storage' }).click()
  await expect.element(part.getByText('Read it again: failed')).toBeVisible()
  await expect.element(part.getByText('EIO: i/o error')).toBeVisible()
})
