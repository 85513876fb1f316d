import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { PersonalSettings } from './personal-settings.tsx'

const here = Intl.DateTimeFormat().resolvedOptions().timeZone
const me = {
  id: '00000000-0000-7000-8000-000000000001',
  version: 1,
  name: 'Ada',
  email: 'ada@example.org',
  role: 'administrator',
  locale: 'en',
}
const Zone = () => <p>Times of {useTimeZone()}</p>

beforeEach(() => queryClient.clear())

/** `zone`: as the server answers it, the person's own or else the site's. */
function open(zone: string, { isOwn = false, site = 'UTC' } = {}) {
  queryClient.setQueryData(['setup'], { site: { name: '', logo: null, timeZone: site, locale: null } })
  queryClient.setQueryData(meQuery.queryKey, { ...me, timeZone: zone, ownTimeZone: isOwn } as never)
  showScreen(
    <QueryClientProvider client={queryClient}>
      <PersonalSettings>
        <Zone />
      </PersonalSettings>
    </QueryClientProvider>,
  )
}

test.each([
  ['the site’s, where the person chose none', { zone: 'Asia/Shanghai', site: 'Asia/Shanghai' }, 'Asia/Shanghai'],
  ['the one they chose', { zone: 'Europe/Oslo', isOwn: true, site: 'Asia/Shanghai' }, 'Europe/Oslo'],
  ['UTC, where they chose it', { zone: 'UTC', isOwn: true }, 'UTC'],
  ['that of the browser, while the site has none', { zone: 'UTC' }, here],
])('times are shown in %s', async (_which, { zone, ...more }, shown) => {
  open(zone, more)
  await expect.element(page.getByText(`Times of ${shown}`)).toBeVisible()
})
