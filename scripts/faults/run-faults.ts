import { migrations } from '../../server/db/migrate.ts'
import { databaseAway, databaseSilent } from './database-faults.ts'
import type { FaultResult } from './fault-round.ts'
import { embeddedUrl, openSite } from './fault-site.ts'
import { smtpDown } from './mail-faults.ts'
import { killMigrations } from './migration-faults.ts'
import { createPeople } from './people.ts'
import { killDatabase, killServer, terminateServer } from './process-faults.ts'
import { diskFull, outOfDescriptors } from './resource-faults.ts'

export type FaultWish = {
  /** Of the server and of PostgreSQL together. */
  kills: number
  /** A round or two of each. */
  isShort: boolean
  /** Which faults, by name. */
  only: RegExp
  signal: AbortSignal
  say: (line: string) => void
}

const PEOPLE = 8

/** Does the faults one after the other to one installation of its own. @returns a line of the table each */
export async function runFaults({ kills, isShort, only, signal, say }: FaultWish): Promise<FaultResult[]> {
  const half = Math.max(1, Math.ceil(kills / 2))
  const [rounds, seconds] = isShort ? [1, 1] : [10, 4]
  const allMigrations = Object.keys(migrations) as (keyof typeof migrations)[]
  const results: FaultResult[] = []
  const site = await openSite(signal)
  try {
    const people = await createPeople(site.database.db, PEOPLE)
    const steps: Record<string, () => Promise<FaultResult>> = {
      'kill -9 of the server': () => killServer(site, people, half),
      'kill -9 of PostgreSQL': () => killDatabase(site, people, half),
      'SIGTERM under load': () => terminateServer(site, people, rounds),
      'database away': () => databaseAway(site, people, rounds, seconds),
      'database black-holed': () => databaseSilent(site, people, rounds, seconds),
      'disk of the pictures full': () => diskFull(site, people, rounds),
      'out of descriptors': () => outOfDescriptors(site, people, rounds),
      'kill -9 in a migration': () =>
        killMigrations(embeddedUrl(site.dataDir, 'postgres'), isShort ? allMigrations.slice(-1) : allMigrations, {
          signal,
          say: isShort ? () => undefined : say,
        }),
      'SMTP down': () => smtpDown(site, people, !isShort),
    }
    for (const [fault, run] of Object.entries(steps)) {
      if (signal.aborted || !only.test(fault)) continue
      const began = performance.now()
      const result = await run().catch((error: unknown): FaultResult => ({ fault, rounds: 1, flaws: [String(error)] }))
      results.push(result)
      say(`${fault}: ${result.flaws[0] ?? 'survived'} (${Math.round((performance.now() - began) / 1000)} s)`)
    }
  } finally {
    await site.end()
  }
  return results
}
