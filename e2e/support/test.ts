import { test as base, type BrowserContext } from '@playwright/test'
import { createDesk, type Desk } from './desk.ts'
import { keepCache } from './kept-cache.ts'
import { pollLightly } from './poll-lightly.ts'
import { startServer, type RunningServer } from './running-server.ts'
import { saveData } from './save-data.ts'

export { expect } from '@playwright/test'

/**
 * `new`: no one has an account yet. `whole`: with a PostgreSQL of its own, as a fresh clone starts. A server with a name of its
 * own is not shared with other files.
 */
type ServerName = 'shared' | 'new' | 'whole' | (string & {})
type Place = { server: RunningServer; desk: Desk }
type Places = { named: (name: ServerName) => Promise<Place> }

const noAdministrator = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
/** Most servers wait while the journeys of others run: two fifths of what one does meanwhile is to measure itself. */
const measuredRarely = { HEALTH_SECONDS: '60' }

async function open(name: ServerName): Promise<Place> {
  const env = { ...(name === 'new' && noAdministrator), ...(name !== 'health' && measuredRarely) }
  const server = await startServer(env, name === 'whole')
  return { server, desk: createDesk(server) }
}

/** What Playwright leaves as it is in a context that the next journey gets again. */
async function cleanAfter(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  await context.clearPermissions()
}

/**
 * Every worker drives a server of its own; `page.goto('/edit')` goes there. `desk` talks to its API: people of every
 * role, articles, mails.
 */
export const test = base.extend<
  {
    serverNamed: ServerName
    fetchesAhead: boolean
    keepsCache: boolean
    place: Place
    server: RunningServer
    desk: Desk
  },
  { places: Places }
>({
  serverNamed: ['shared', { option: true }],
  // Whether the console may fetch and run the code of other screens ahead: half a second of processor time for each page.
  fetchesAhead: [false, { option: true }],
  // Whether files of the console that an earlier journey fetched are there.
  keepsCache: [true, { option: true }],
  context: async ({ context, fetchesAhead, keepsCache }, give) => {
    await keepCache(context, keepsCache)
    if (!fetchesAhead) await saveData(context)
    await give(context)
    await cleanAfter(context)
  },
  page: async ({ page }, give) => {
    await pollLightly(page)
    await give(page)
  },
  // One worker and one browser serve all files. With the server a part of the worker, each name would start both again.
  places: [
    // Playwright reads from the pattern what a fixture needs: nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const running = new Map<ServerName, Place>()
      await give({
        async named(name) {
          const known = running.get(name)
          if (known) return known
          // The shared server is wanted again by other files; of the others only the last one.
          for (const [other, { server }] of running)
            if (other !== 'shared' && name !== 'shared') {
              running.delete(other)
              await server.stop()
            }
          const place = await open(name)
          running.set(name, place)
          return place
        },
      })
      await Promise.all([...running.values()].map(({ server }) => server.stop()))
    },
    { scope: 'worker' },
  ],
  place: [async ({ places, serverNamed }, give) => give(await places.named(serverNamed)), { timeout: 180_000 }],
  server: async ({ place }, give) => give(place.server),
  desk: async ({ place }, give) => give(place.desk),
  baseURL: async ({ server }, give) => give(server.url),
})
