import { test as base } from '@playwright/test'
import { createDesk, type Desk } from './desk.ts'
import { startServer, type RunningServer } from './running-server.ts'

export { expect } from '@playwright/test'

/**
 * `new`: no one has an account yet. `whole`: with a PostgreSQL of its own, as a fresh clone starts. A server with a name of its
 * own is not shared with other files.
 */
type WorkerOptions = { serverNamed: 'shared' | 'new' | 'whole' | (string & {}) }

/**
 * Every worker drives a server of its own; `page.goto('/edit')` goes there. `desk` talks to its API: people of every
 * role, articles, mails.
 */
export const test = base.extend<object, WorkerOptions & { server: RunningServer; desk: Desk }>({
  serverNamed: ['shared', { scope: 'worker', option: true }],
  server: [
    async ({ serverNamed }, give) => {
      const nobody = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
      const server = await startServer(serverNamed === 'new' ? nobody : {}, serverNamed === 'whole')
      await give(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  desk: [async ({ server }, give) => give(createDesk(server)), { scope: 'worker' }],
  baseURL: async ({ server }, give) => give(server.url),
})
