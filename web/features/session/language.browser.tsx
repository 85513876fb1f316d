import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Me } from '#contract/session.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { activateLocale, i18n } from '../../i18n.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { PersonSection } from './profile-person.tsx'

const me: Me = {
  id: '00000000-0000-7000-8000-000000000001',
  version: 1,
  email: 'ada@example.org',
  name: 'Ada',
  role: 'editor',
  locale: 'en',
  timeZone: 'UTC',
  ownTimeZone: false,
  byline: null,
}

test('before the sign-in the language that is shown is the chosen one, in whichever region', async () => {
  showScreen(<LanguageChoice />)
  await activateLocale('en')
  expect(i18n.locale).toMatch(/^en-/)
  await expect.element(page.getByRole('radio', { name: 'English' })).toBeChecked()
})

test('a profile that no one has edited says the language the console is in, and keeps it when it is saved', async () => {
  onTestFinished(() => activateLocale('en'))
  await activateLocale('zh-CN')
  const sent: unknown[] = []
  httpClient.defaults.adapter = async (config) => {
    if (config.method === 'patch') sent.push(JSON.parse(String(config.data)))
    const user = sent.length > 0 ? { ...me, name: 'Ada L.', version: 2, locale: 'zh-CN' } : me
    return { data: config.method === 'patch' ? user : { user }, status: 200, statusText: '', headers: {}, config }
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <PersonSection me={me} title="You" />
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('combobox', { name: 'Language' })).toHaveValue('zh-CN')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada L.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toMatchObject([{ name: 'Ada L.', locale: 'zh-CN' }])
})

test('who changes their language leaves the name alone that an administrator gave them meanwhile', async () => {
  const sent: object[] = []
  const now = { ...me, version: 3, name: 'Ada Lovelace' }
  httpClient.defaults.adapter = async (config) => {
    if (config.method === 'patch') sent.push(JSON.parse(String(config.data)))
    const user = { ...now, ...sent[0], version: 3 + sent.length }
    return { data: config.method === 'patch' ? user : { user }, status: 200, statusText: '', headers: {}, config }
  }
  onTestFinished(() => activateLocale('en'))
  showScreen(
    <QueryClientProvider client={queryClient}>
      <PersonSection me={{ ...me, version: 2 }} title="You" />
    </QueryClientProvider>,
  )
  await page.getByRole('combobox', { name: 'Language' }).selectOptions('zh-CN')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toEqual([{ version: 3, locale: 'zh-CN' }])
  await expect.element(page.getByRole('textbox', { name: /^(Name|姓名|名字|名称)/ })).toHaveValue('Ada Lovelace')
})
