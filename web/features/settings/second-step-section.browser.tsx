import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SecondStepMethods } from '#contract/second-step.ts'
import type { Me } from '#contract/session.ts'
import type { Settings } from '#contract/settings.ts'
import { httpClient } from '../../api/http-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { SettingsPage } from './settings-page.tsx'

const user: Me = {
  id: '00000000-0000-7000-8000-000000000001',
  version: 1,
  email: 'ada@example.com',
  name: 'Ada',
  role: 'administrator',
  locale: 'en',
  timeZone: 'UTC',
  ownTimeZone: true,
  byline: null,
}

/** A server with settings, for an administrator with or without a second step. */
function openSettings(own: { app: SecondStepMethods['app'] }) {
  const first = { version: 1, by: null }
  let settings: Settings = {
    registration: { mode: 'approval' },
    secondStep: { roles: [] },
    general: { name: '', logo: null, timeZone: 'UTC', locale: null },
    site: { articleUrl: '' },
    readers: { origins: [], halfLifeHours: 6, liftMost: 4 },
    delivery: { needsKey: false },
    logo: null,
    saved: { registration: first, secondStep: first, general: first, site: first, readers: first, delivery: first },
  }
  const methods: SecondStepMethods = {
    ...own,
    passkeys: [],
    recoveryCodesLeft: own.app ? 10 : null,
    required: false,
    passkeyOrigin: null,
  }
  const asked: unknown[] = []
  httpClient.defaults.adapter = async (config) => {
    if (config.method === 'patch') {
      const change = JSON.parse(String(config.data)) as Pick<Settings, 'secondStep'> & { versions: object }
      asked.push(change)
      const { version } = settings.saved.secondStep
      const saved = { ...settings.saved, secondStep: { version: version + 1, by: { id: user.id, name: user.name } } }
      settings = { ...settings, secondStep: change.secondStep, saved }
    }
    const replies: Record<string, unknown> = {
      '/api/session': { user, expiresAt: '2030-01-01T00:00:00.000Z' },
      '/api/profile/second-step': methods,
      '/api/delivery-keys': { items: [] },
    }
    return { data: replies[config.url ?? ''] ?? settings, status: 200, statusText: '', headers: {}, config }
  }
  showScreen(
    <QueryClientProvider client={new QueryClient()}>
      <SettingsPage />
    </QueryClientProvider>,
  )
  return asked
}
const section = page.getByRole('region', { name: 'Two-step sign-in' })
const save = section.getByRole('button', { name: 'Save' })

test('an administrator requires two-step sign-in of some roles', async () => {
  const asked = openSettings({ app: { createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null } })
  await section.getByRole('checkbox', { name: 'Editor' }).click()
  await section.getByRole('checkbox', { name: 'Administrator' }).click()
  await save.click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  expect(asked).toEqual([{ secondStep: { roles: ['administrator', 'editor'] }, versions: { secondStep: 1 } }])
  await expect.element(section.getByRole('checkbox', { name: 'Editor' })).toBeChecked()
})

test('an administrator without one is told before saving would end their own session', async () => {
  const asked = openSettings({ app: null })
  await section.getByRole('checkbox', { name: 'Administrator' }).click()
  await expect.element(section.getByText(/^Set up your own two-step sign-in first/)).toBeVisible()
  await expect.element(save).toBeDisabled()
  await section.getByRole('checkbox', { name: 'Administrator' }).click()
  await section.getByRole('checkbox', { name: 'Author' }).click()
  await save.click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  expect(asked).toEqual([{ secondStep: { roles: ['author'] }, versions: { secondStep: 1 } }])
})
