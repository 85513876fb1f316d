import type { Page } from '@playwright/test'

/**
 * Watches what the page has to do. The answered function tells for how many milliseconds its main thread has really worked since:
 * a busy machine takes longer, but does no more work.
 */
export async function watchWork(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  let last = await worked()
  return async () => {
    const now = await worked()
    const since = Math.round(now - last)
    last = now
    return since
  }
}
