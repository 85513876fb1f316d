import { killDatabase, killServer, terminateServer } from './process-faults.ts'
import type { FaultResult } from './fault-round.ts'
import { openSite, type Site } from './fault-site.ts'
import { createPeople, type Person } from './people.ts'

export type FaultWish = {
  /** Of the server and of PostgreSQL together. */
  kills: number
  isShort: boolean
  /** Which faults, by name. */
  only: RegExp
  signal: AbortSignal
  say: (line: string) => void
}

const PEOPLE = 8

type Step = { fault: string; run: (site: Site, people: readonly Person[]) => Promise<FaultResult> }

/** Runs the faults one after the other. @returns a line each */
export async function runFaults({ kills, isShort, only, signal, say }: FaultWish): Promise<FaultResult[]> {
  const half = Math.max(1, Math.ceil(kills / 2))
  const few = isShort ? 1 : 10
  const steps: Step[] = [
    { fault: 'kill -9 of the server', run: (site, people) => killServer(site, people, half) },
    { fault: 'kill -9 of PostgreSQL', run: (site, people) => killDatabase(site, people, half) },
    { fault: 'SIGTERM under load', run: (site, people) => terminateServer(site, people, few) },
  ]
  const site = await openSite()
  const results: FaultResult[] = []
  try {
    const people = await createPeople(site.database.db, PEOPLE)
    for (const { fault, run } of steps.filter((step) => only.test(step.fault))) {
      if (signal.aborted) break
      const began = performance.now()
      const result = await run(site, people).catch((error: unknown) => failed(fault, error))
      results.push(result)
      say(`${fault}: ${result.flaws[0] ?? 'survived'} (${Math.round((performance.now() - began) / 1000)} s)`)
    }
  } finally {
    await site.end()
  }
  return results
}

const failed = (fault: string, error: unknown): FaultResult => ({ fault, rounds: 1, flaws: [String(error)] })
