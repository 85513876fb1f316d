import type { Page } from '@playwright/test'

/** Counts every timer and animation frame that runs in the page, from its first script on. */
export const startCountingTicks = (page: Page) =>
  page.addInitScript(() => {
    const counted = { ticks: 0 }
    Object.assign(window, { counted })
    const count =
      <Rest extends unknown[], Result>(start: (run: (...given: never[]) => void, ...rest: Rest) => Result) =>
      (run: (...given: never[]) => void, ...rest: Rest) =>
        start(
          (...given) => {
            counted.ticks++
            run(...given)
          },
          ...rest,
        )
    window.setTimeout = count(window.setTimeout.bind(window) as never) as never
    window.setInterval = count(window.setInterval.bind(window) as never) as never
    window.requestAnimationFrame = count(window.requestAnimationFrame.bind(window) as never) as never
    window.requestIdleCallback = count(window.requestIdleCallback.bind(window) as never) as never
  })

/** How many ran meanwhile. */
export async function ticks(page: Page, meanwhile: () => Promise<void>): Promise<number> {
  const now = () => page.evaluate(() => (window as unknown as { counted: { ticks: number } }).counted.ticks)
  const before = await now()
  await meanwhile()
  return (await now()) - before
}
