import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Settings } from '#contract/settings.ts'
import { httpClient } from '../../api/http-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { SettingsPage } from './settings-page.tsx'

/** A server with settings, at the place where calls leave the browser. */
function openSettings() {
  let settings: Settings = { registration: { mode: 'approval' }, site: { articleUrl: '' } }
  const asked: unknown[] = []
  httpClient.defaults.adapter = async (config) => {
    if (config.method === 'patch') {
      asked.push(JSON.parse(String(config.data)))
      settings = { ...settings, ...JSON.parse(String(config.data)) } as Settings
    }
    return { data: settings, status: 200, statusText: '', headers: {}, config }
  }
  showScreen(
    <QueryClientProvider client={new QueryClient()}>
      <SettingsPage />
    </QueryClientProvider>,
  )
  return asked
}

test('an administrator closes registration; nothing is sent before it is saved', async () => {
  const asked = openSettings()
  const closed = page.getByRole('radio', { name: 'Closed' })
  const save = page.getByRole('button', { name: 'Save' })
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
