import type { Page } from '@playwright/test'

/** The server does what it is asked, and the connection breaks before it can say so: `times` times. */
export function loseAnswers(page: Page, path: string, times: number) {
  let left = times
  return page.route(path, async (route) => {
    if (route.request().method() !== 'POST' || left-- <= 0) return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
}
