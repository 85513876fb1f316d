import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Settings } from '#contract/settings.ts'
import { httpClient } from '../../api/http-client.ts'
import { useHeading } from '../../ui/screen.tsx'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { SettingsPage } from './settings-page.tsx'

const Unsaved = () => <output>{useHeading().unsaved ? 'something is unsaved' : 'all is saved'}</output>

/** A server with settings, at the place where calls leave the browser. */
function openSettings() {
  let settings: Settings = {
    registration: { mode: 'approval' },
    site: { articleUrl: '' },
    readers: { origins: [], halfLifeHours: 6 },
    secondStep: { roles: [] },
  }
  const asked: unknown[] = []
  httpClient.defaults.adapter = async (config) => {
    if (config.method === 'patch') {
      asked.push(JSON.parse(String(config.data)))
      settings = { ...settings, ...JSON.parse(String(config.data)) } as Settings
    }
    const data = config.url === '/api/settings' ? settings : { user: null }
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  showScreen(
    <QueryClientProvider client={new QueryClient()}>
      <SettingsPage />
      <Unsaved />
    </QueryClientProvider>,
  )
  return asked
}

test('an administrator closes registration; nothing is sent before it is saved', async () => {
  const asked = openSettings()
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
  const asked = openSettings()
  const site = page.getByRole('region', { name: 'Site' })
  const field = site.getByRole('textbox', { name: 'Address of an article' })
  const save = site.getByRole('button', { name: 'Save' })
  await expect.element(site.getByText('Without an address, “View on site” is not offered.')).toBeVisible()
  for (const [pattern, sentence] of [
    ['example.com', 'Write a whole address, such as https://example.com/{slug}.'],
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

test('an administrator names another site and how fast what is hot cools down; a page address becomes its site', async () => {
  const asked = openSettings()
  const readers = page.getByRole('region', { name: 'Readers' })
  const sites = readers.getByLabelText('Other sites that may report readers')
  const save = readers.getByRole('button', { name: 'Save' })
  await sites.fill('http://news.example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(readers.getByText(/“http:\/\/news.example.com” is not the address of a site/)).toBeVisible()
  await expect.element(save).toBeDisabled()
  await userEvent.keyboard('{Backspace}')
  await sites.fill('https://news.example.com/front?x=1')
  await userEvent.keyboard('{Enter}')
  const hours = readers.getByLabelText('Half-life of a view, in hours')
  await hours.fill('80')
  await expect.element(readers.getByText('A number from 1 to 72')).toBeVisible()
  await hours.fill('3')
  await save.click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  expect(asked).toEqual([{ readers: { origins: ['https://news.example.com'], halfLifeHours: 3 } }])
})

test('two sections are changed: saving one of them leaves the other unsaved', async () => {
  openSettings()
  const part = (name: string) => page.getByRole('region', { name })
  await part('Registration').getByRole('radio', { name: 'Closed' }).click()
  await part('Site').getByRole('textbox').fill('https://example.com/{slug}')
  await part('Registration').getByRole('button', { name: 'Save' }).click()
  await expect.element(part('Registration').getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect.element(page.getByRole('status')).toHaveTextContent('something is unsaved')
  await part('Registration').getByRole('radio', { name: 'By approval' }).click()
  await part('Site').getByRole('button', { name: 'Save' }).click()
  await expect.element(part('Site').getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect.element(page.getByRole('status')).toHaveTextContent('something is unsaved')
  await part('Registration').getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('all is saved')
})
