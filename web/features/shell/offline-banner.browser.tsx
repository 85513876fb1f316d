import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { notifyDone } from '../../ui/notify.tsx'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { OfflineBanner } from './offline-banner.tsx'

test.each([320, 1280])('a message is above the notice that one is offline, %i pixels wide', async (width) => {
  await page.viewport(width, 700)
  onTestFinished(async () => {
    window.dispatchEvent(new Event('online'))
    await page.viewport(1280, 800)
  })
  showScreen(
    <div style={{ position: 'fixed', inset: 0 }}>
      <OfflineBanner />
    </div>,
  )
  window.dispatchEvent(new Event('offline'))
  const notice = page.getByText(/You are offline/)
  await expect.element(notice).toBeVisible()
  notifyDone('Saved in this browser')
  await expect.element(page.getByText('Saved in this browser')).toBeVisible()
  const messages = page.getByRole('region', { name: 'Messages (F8)' }).element()
  await expect
    .poll(() => notice.element().getBoundingClientRect().top - messages.getBoundingClientRect().bottom)
    .toBeGreaterThanOrEqual(4)
})
