import { setTimeout as pause } from 'node:timers/promises'
import { startDatabaseProxy } from '../../server/db/testing/database-proxy.ts'
import { runRounds, type FaultResult } from './fault-round.ts'
import { embeddedUrl, type Site } from './fault-site.ts'
import type { Person } from './people.ts'

type Proxy = Awaited<ReturnType<typeof startDatabaseProxy>>

/** The server gives up a silent database after 5 s; here other programs share the machine. */
const LONGEST_MS = 12_000

/** No one answers where the database was. */
export const databaseAway = (site: Site, people: readonly Person[], rounds: number, seconds: number) =>
  throughProxy(site, people, rounds, 'database away', async (proxy) => {
    await proxy.stop()
    await pause(seconds * 1000)
    await proxy.start()
  })

/** The network takes everything and brings nothing. */
export const databaseSilent = (site: Site, people: readonly Person[], rounds: number, seconds: number) =>
  throughProxy(site, people, rounds, 'database black-holed', async (proxy) => {
    proxy.swallow()
    await pause(seconds * 1000)
    proxy.letThrough()
  })

async function throughProxy(
  site: Site,
  people: readonly Person[],
  rounds: number,
  fault: string,
  act: (proxy: Proxy) => Promise<void>,
): Promise<FaultResult> {
  const proxy = await startDatabaseProxy(embeddedUrl(site.dataDir))
  try {
    await site.restart({ env: { DATABASE_URL: proxy.url } })
    const { pid } = site.server().child
    const result = await runRounds(site, people, {
      fault,
      rounds,
      answers: /^503$/,
      longestMs: LONGEST_MS,
      act: async () => {
        await act(proxy)
        return performance.now()
      },
    })
    const isSame = site.server().child.pid === pid && site.server().child.exitCode === null
    return {
      ...result,
      flaws: [...result.flaws, ...(isSame ? [] : ['the server ended'])],
      note: `the longest answer took ${((result.longestMs ?? 0) / 1000).toFixed(1)} s`,
    }
  } finally {
    await site.restart()
    proxy.close()
  }
}
