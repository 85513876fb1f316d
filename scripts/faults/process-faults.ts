import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { placeOf } from '../../server/db/embedded/place.ts'
import { readPidFile } from '../../server/db/embedded/server-process.ts'
import { runRounds, type FaultResult } from './fault-round.ts'
import { until, type Site } from './fault-site.ts'
import type { Person } from './people.ts'

/** While a process is away. */
const GONE = /^(ECONNREFUSED|ECONNRESET|EPIPE|closed)/
const BUSY = /^503$/
const EXIT_MS = 10_000

/** kill -9 of the server, which is then started again. */
export const killServer = (site: Site, people: readonly Person[], rounds: number): Promise<FaultResult> =>
  runRounds(site, people, {
    fault: 'kill -9 of the server',
    rounds,
    answers: GONE,
    act: async () => {
      site.server().child.kill('SIGKILL')
      await site.server().exited
      const began = performance.now()
      await site.start()
      return began
    },
  })

/** kill -9 of PostgreSQL with all of its processes. The server brings it back by itself. */
export const killDatabase = (site: Site, people: readonly Person[], rounds: number): Promise<FaultResult> =>
  runRounds(site, people, {
    fault: 'kill -9 of PostgreSQL',
    rounds,
    answers: BUSY,
    act: async () => {
      const { home } = placeOf(site.dataDir)
      const { pid } = readPidFile(home)!
      for (const one of [pid, ...childrenOf(pid)]) killIfThere(one)
      const began = performance.now()
      await until('PostgreSQL back', () => (readPidFile(home)?.pid ?? pid) !== pid, site)
      return began
    },
  })

function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return listed ? listed.split(' ').map(Number) : []
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** SIGTERM under load: what the server has taken it answers, and it ends with 0. */
export const terminateServer = async (site: Site, people: readonly Person[], rounds: number): Promise<FaultResult> => {
  const exits: string[] = []
  const result = await runRounds(site, people, {
    fault: 'SIGTERM under load',
    rounds,
    // New connections are refused, or reset by the system when the server had not yet taken them. Kept ones are never cut.
    answers: /^ECONN(REFUSED|RESET)$/,
    isAllAnswered: true,
    act: async () => {
      const began = performance.now()
      site.server().child.kill('SIGTERM')
      const code = await Promise.race([site.server().exited, pause(EXIT_MS, 'after more than 10 s')])
      if (code !== 0) exits.push(`the server ended with ${code}`)
      const ended = performance.now()
      if (ended - began > EXIT_MS) await site.server().exited
      await site.start()
      return ended
    },
  })
  return { ...result, flaws: [...exits, ...result.flaws] }
}
