/**
 * `npm run soak -- [--minutes 30] [--reads 100] [--writes 10]`: the server as it ships, asked so often a second for so long,
 * on articles of its own. The rate grows from nothing in the first seconds (`--ramp-up`), as for a new server behind a balancer.
 * Counts every answer that is not 2xx, and tells by how much the memory of the process grows that is left when the garbage was
 * collected, at the end of each minute.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Article } from '#contract/articles.ts'
import { freePort, startServer } from '../e2e/support/running-server.ts'
import { callerOf, type FaultCall } from '../scripts/faults/fault-call.ts'
import { readArguments } from '../scripts/read-arguments.mjs'
import { tokensOf } from './bench-sessions.ts'
import { openGrowthDatabase, sizesOf } from './growth-database.ts'
import { growthScenarios } from './growth-scenarios.ts'
import { inspected, keptMemoryOf } from './kept-memory.ts'
import { figuresOf } from './measure.ts'
import { takeSamples } from './samples.ts'
import { begunBy, minuteLine, soakSummary, type Minute } from './soak-figures.ts'

const { values } = readArguments({
  usage: 'npm run soak -- [options]',
  about: 'The server under a steady load for a long time: answers that are not 2xx, and the growth of its memory.',
  options: {
    minutes: { type: 'string', default: '30', about: 'how long' },
    reads: { type: 'string', default: '100', about: 'reads a second' },
    writes: { type: 'string', default: '10', about: 'writes a second' },
    'ramp-up': { type: 'string', default: '15', about: 'seconds in which the rate grows from nothing' },
    articles: { type: 'string', default: '20000', about: 'articles to begin with' },
    data: { type: 'string', value: 'DIR', about: 'databases that bench:growth has kept; the one used is written to' },
  },
})
const [minutes, reads, writes, articles, rampUp] = [
  values.minutes,
  values.reads,
  values.writes,
  values.articles,
  values['ramp-up'],
].map(Number) as [number, number, number, number, number]
/** Calls under way at a time; one that finds so many waits, and is counted as late. */
const CONNECTIONS = 64
/** Seconds in which the rate is reached again after the memory was measured. */
const RAMP_UP_AGAIN = 3

const open: (() => Promise<unknown>)[] = []
let isOver = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isOver = true))
try {
  await run()
} finally {
  for (const close of open.toReversed()) await close()
}

async function run() {
  const database = await openGrowthDatabase(articles, values.data)
  open.push(database.end)
  const port = await freePort()
  const server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'error', ...inspected(port) })
  open.push(server.stop)
  const memory = await keptMemoryOf(port)
  open.push(async () => memory.close())
  const samples = await takeSamples(database.pool)
  const scenarios = growthScenarios(samples, sizesOf(articles)).filter(({ kind }) => kind !== 'save')
  const tokens = {
    administrator: await tokensOf(database.db, 'administrator'),
    author: await tokensOf(database.db, 'author'),
  }
  const { call, close } = callerOf(server.url, CONNECTIONS)
  open.push(async () => close())

  const all: Minute[] = []
  let now: Minute = emptyMinute()
  let [read, written, underWay] = [0, 0, 0]
  const drafts: Article[] = []

  async function send(given: FaultCall): Promise<string | undefined> {
    const reply = await call(given).catch((error: Error) => ({ status: 0, body: error.message }))
    if (reply.status >= 200 && reply.status < 300) return reply.body
    now.failed++
    console.log(`${given.method ?? 'GET'} ${given.path}: ${reply.status} ${reply.body.slice(0, 200)}`)
    return undefined
  }
  async function readOne() {
    const n = read++
    const { role, call: callFor } = scenarios[n % scenarios.length]!
    const asked = callFor(Math.floor(n / scenarios.length))
    const began = performance.now()
    await send(role === 'nobody' ? asked : { ...asked, token: await tokens[role]() })
    now.times.push(performance.now() - began)
    now.reads++
  }
  async function writeOne() {
    const n = written++
    const token = await tokens.administrator()
    const draft = n % 2 ? drafts.shift() : undefined
    const body = `<p>${`Rain and wind ${n}. `.repeat(40).trim()}</p>`
    const reply = draft
      ? await send({
          method: 'PATCH',
          path: `/api/articles/${draft.id}`,
          token,
          body: { version: draft.version, body },
        })
      : await send({ method: 'POST', path: '/api/articles', token, body: { title: `Soak ${randomUUID()}`, body } })
    if (reply && !draft) drafts.push(JSON.parse(reply) as Article)
    now.writes++
  }
  const begin = (work: () => Promise<void>) => {
    if (underWay >= CONNECTIONS) now.late++
    underWay++
    void work().finally(() => underWay--)
  }
  /** Asks for so many seconds at the whole rate, those in which the rate grows to it counted by half, and waits for the last answer. */
  async function ask(seconds: number, rampUp: number) {
    const begun = performance.now()
    let [readsBegun, writesBegun] = [0, 0]
    for (let passed = 0; !isOver && passed < seconds + rampUp / 2; passed = (performance.now() - begun) / 1000) {
      for (; readsBegun < begunBy(passed, rampUp) * reads; readsBegun++) begin(readOne)
      for (; writesBegun < begunBy(passed, rampUp) * writes; writesBegun++) begin(writeOne)
      await pause(5)
    }
    while (underWay > 0) await pause(20)
  }
  for (let minute = 0; !isOver && minute < minutes; minute++) {
    await ask(60 * Math.min(1, minutes - minute), minute === 0 ? rampUp : RAMP_UP_AGAIN)
    now.before = memoryOf(server.pid)
    // At rest: nobody but this program makes a server collect all of its garbage, so nobody is to wait for it.
    now.megabytes = await memory.megabytes()
    all.push(now)
    console.log(minuteLine(all.length, now))
    now = emptyMinute()
  }
  const { lines, isGood } = soakSummary(all, figuresOf(all.flatMap(({ times }) => times)))
  console.log(lines.join('\n'))
  if (!isGood) process.exitCode = 1
}

function emptyMinute(): Minute {
  return { reads: 0, writes: 0, failed: 0, late: 0, times: [], before: 0, megabytes: 0 }
}

/** Of the whole process, as the system counts it. */
function memoryOf(pid: number): number {
  const said = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(said ?? 0) / 1024
}
