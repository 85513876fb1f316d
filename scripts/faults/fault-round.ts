import { setTimeout as pause } from 'node:timers/promises'
import { callerOf } from './fault-call.ts'
import { until, type Site } from './fault-site.ts'
import { doneUnanswered, missingFrom, type Ledger } from './ledger.ts'
import { startLoad, type Load } from './load.ts'
import type { Person } from './people.ts'

/** A line of the table. `backMs`: from the end of the fault to the first write that is asked and acknowledged after it. */
export type FaultResult = {
  fault: string
  rounds: number
  acknowledged?: number
  lost?: number
  backMs?: number
  /** The longest wait for an answer. */
  longestMs?: number
  /** What went otherwise than promised; none when the fault was survived. */
  flaws: string[]
  /** Said beside the verdict. */
  note?: string
}

export type FaultPlan = {
  fault: string
  rounds: number
  /** Does the fault and ends it. @returns when it was over, as performance.now() tells */
  act: (load: Load, round: number) => Promise<number>
  /** What a call may be answered during the fault. */
  answers: RegExp
  /** In milliseconds. */
  longestMs?: number
  /** Whether a call without an answer must not have been carried out. */
  isAllAnswered?: boolean
}

const WRITES_BEFORE = 16
const WRITTEN = /^(200|201|202)$/
/** After the writes, so that a round does not always meet the same moment. */
const SPREAD_MS = 150

/** Runs a fault under load, round after round, and compares what was acknowledged with what is stored: after each round, and all of it at the end. */
export async function runRounds(site: Site, people: readonly Person[], plan: FaultPlan): Promise<FaultResult> {
  const ledgers: Ledger[] = []
  const missing = new Set<string>()
  const flaws = new Set<string>()
  let [backMs, longestMs] = [0, 0]
  const { call, close } = callerOf(site.url, 4)
  const compare = async (ledger: Ledger) => {
    for (const sentence of await missingFrom(ledger, site.database.db, (path) => call({ path }))) missing.add(sentence)
  }
  for (let round = 0; round < plan.rounds; round++) {
    const load = startLoad(site.url, people)
    const actUnderLoad = async () => {
      await until('writes before the fault', () => load.acknowledged() >= WRITES_BEFORE, site)
      await pause(Math.random() * SPREAD_MS)
      const over = await plan.act(load, round)
      await until('a write after the fault', () => load.newest() > over, site)
      backMs = Math.max(backMs, performance.now() - over)
    }
    await actUnderLoad().catch((error: unknown) => flaws.add(`${String(error)}; answers: ${shown(load.answers)}`))
    const ledger = await load.stop()
    longestMs = Math.max(longestMs, load.longest())
    if (site.signal.aborted) {
      flaws.clear()
      flaws.add('stopped before its end')
      break
    }
    for (const [answer, count] of load.answers)
      if (!WRITTEN.test(answer) && !plan.answers.test(answer)) flaws.add(`answered ${answer} (${count} ×)`)
    for (const cause of unexpectedErrors(site.server().said())) flaws.add(cause)
    if (plan.longestMs && load.longest() > plan.longestMs) flaws.add(`an answer took ${Math.round(load.longest())} ms`)
    await compare(ledger)
    if (plan.isAllAnswered) for (const flaw of await doneUnanswered(ledger, site.database.db)) flaws.add(flaw)
    ledgers.push(ledger)
  }
  for (const ledger of ledgers) await compare(ledger)
  close()
  const acknowledged = ledgers.reduce((sum, ledger) => sum + ledger.acknowledged, 0)
  return {
    fault: plan.fault,
    rounds: ledgers.length,
    acknowledged,
    lost: missing.size,
    backMs,
    longestMs,
    flaws: [...missing, ...flaws],
  }
}

const shown = (answers: ReadonlyMap<string, number>) => [...answers].map(([answer, n]) => `${n} × ${answer}`).join(', ')

/** What the server logged about its answers of 500. */
const unexpectedErrors = (said: string): string[] =>
  said
    .split('\n')
    .filter((line) => line.includes('"unexpected error"'))
    .map((line) => `500 because of ${/"message":"(.*?)(?<!\\)"/.exec(line)?.[1] ?? line.slice(0, 300)}`)
