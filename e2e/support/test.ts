import { test as base } from '@playwright/test'
import { startServer, type RunningServer } from './running-server.ts'

export { expect } from '@playwright/test'

/** Every worker drives a server of its own; `page.goto('/edit')` goes there. */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, give) => {
      const server = await startServer()
      await give(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, give) => give(server.url),
})
