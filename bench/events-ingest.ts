/**
 * `npm run bench:events -- [--calls 3000] [--kills 0] [--clickhouse]`: reader events over HTTP into one server process, beside
 * a bare COPY of the same rows in the same PostgreSQL; what a list of articles takes meanwhile; whether the counts add up to
 * what was accepted. `--kills 20` then kills the server and PostgreSQL (kill -9) that many times each while events come in,
 * and looks for every acknowledged event. Ends by itself and leaves nothing behind.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { eventCall, eventSender } from './event-calls.ts'
import type { EventLoad, EventLoadResult } from './event-load-worker.ts'
import { startEventBench } from './events-server.ts'
import { figuresOf } from './measure.ts'
import { readArguments } from '../scripts/read-arguments.mjs'

const { values } = readArguments({
  usage: 'npm run bench:events -- [options]',
  about: 'Reader events over HTTP into one server process, beside a bare COPY of the same rows.',
  options: {
    calls: { type: 'string', default: '3000', about: 'calls' },
    kills: { type: 'string', default: '0', about: 'how often server and PostgreSQL are killed meanwhile' },
    clickhouse: { type: 'boolean', default: false, about: 'events go into ClickHouse' },
  },
})
const EVENTS_PER_CALL = 100
/** Enough that the server always has calls to read while others wait for the disk. */
const CONNECTIONS = 192
/** Of each, the middle one counts: the disk and the count of each minute make single ones differ by a third. */
const ROUNDS = 3
const [calls, kills] = [Number(values.calls), Number(values.kills)]

const bench = await startEventBench({ inClickHouse: values.clickhouse })
const stopAll = setTimeout(() => void bench.stop().then(() => process.exit(1)), 10 * 60_000)
try {
  await ingest()
  if (kills > 0) await survive()
} finally {
  clearTimeout(stopAll)
  await bench.stop()
}

/**
 * Sends so many calls from a thread of its own: what the lists take is measured here, where the load keeps no one waiting.
 * @returns resolves when the first is sent; `done` when all are answered
 */
async function startLoad(first: number, count: number): Promise<{ done: Promise<EventLoadResult> }> {
  const workerData = { url: bench.url(), articles: bench.articles, first, calls: count, connections: CONNECTIONS }
  const worker = new Worker(new URL('./event-load-worker.ts', import.meta.url), {
    workerData: workerData satisfies EventLoad,
  })
  await once(worker, 'message')
  return { done: once(worker, 'message').then(([result]) => result as EventLoadResult) }
}

async function sendAll(first: number, count: number): Promise<EventLoadResult> {
  return (await startLoad(first, count)).done
}

async function ingest() {
  await sendAll(0xf0_0000, 100)
  const before = await bench.countedViews()
  const idleBefore = await listsDuring(() => false)
  const alone: EventLoadResult[] = []
  for (let round = 0; round < ROUNDS; round++) alone.push(await sendAll(round * calls, calls))
  const load = await startLoad(0x40_0000, calls)
  let busy = true
  const lists = listsDuring(() => busy)
  const beside = await load.done
  busy = false
  const meanwhile = figuresOf(await lists)
  // Before and after, so that another program on the machine is no part of the comparison.
  const idle = figuresOf([...idleBefore, ...(await listsDuring(() => false))])
  const eventsOf = ({ statuses }: EventLoadResult) => (statuses.get(202) ?? 0) * EVENTS_PER_CALL
  const accepted = [...alone, beside].reduce((sum, load) => sum + eventsOf(load), 0)
  const counted = (await bench.countedViews()) - before
  const copied = values.clickhouse ? undefined : await copySeconds()
  const rate = (of: EventLoadResult) => eventsOf(of) / of.seconds
  const rounded = (perSecond: number) => Math.round(perSecond).toLocaleString('en')
  const perSecondOfCopy = copied ? copied.rows / copied.seconds : undefined
  const ofCopy = (perSecond: number) =>
    perSecondOfCopy ? ` (${(perSecond / perSecondOfCopy).toFixed(2)} of COPY)` : ''
  const statuses = [...alone, beside].flatMap((load) => [...load.statuses].map(([status, n]) => `${n} × ${status}`))
  const aloneRate = figuresOf(alone.map(rate)).p50
  console.log(`
${accepted.toLocaleString('en')} events accepted in ${((ROUNDS + 1) * calls).toLocaleString('en')} calls (${statuses.join(', ')})
counted                 ${counted.toLocaleString('en')} ${counted === accepted ? '(every accepted event)' : '(DIFFERENT)'}
ingest, one process     ${rounded(aloneRate)} events/s${ofCopy(aloneRate)}
… while lists are asked ${rounded(rate(beside))} events/s${ofCopy(rate(beside))}`)
  if (perSecondOfCopy) console.log(`bare COPY               ${rounded(perSecondOfCopy)} rows/s`)
  console.log(
    `list p50 / p95          ${idle.p50.toFixed(1)} / ${idle.p95.toFixed(1)} ms idle, ${meanwhile.p50.toFixed(1)} / ${meanwhile.p95.toFixed(1)} ms meanwhile (${(meanwhile.p50 / idle.p50).toFixed(1)} × / ${(meanwhile.p95 / idle.p95).toFixed(1)} ×)`,
  )
  if (counted !== accepted || accepted === 0) process.exitCode = 1
}

/** Lists of articles, one after the other: for as long as it says, at least two hundred. @returns milliseconds of each */
async function listsDuring(isOn: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (times.length < 200 || isOn()) {
    const began = performance.now()
    await bench.list()
    times.push(performance.now() - began)
  }
  return times
}

/** The rows that were stored, into a table like theirs with its index, by one COPY in one transaction. */
async function copySeconds(): Promise<{ rows: number; seconds: number }> {
  const client = new pg.Client(bench.connection())
  await client.connect()
  const chunks: Buffer[] = []
  for await (const chunk of client.query(copyTo('copy (select * from reader_event) to stdout')))
    chunks.push(chunk as Buffer)
  await client.query('create table copied_event (like reader_event including all)')
  const times: number[] = []
  let rows = 0
  for (let round = 0; round < ROUNDS; round++) {
    await client.query('truncate copied_event')
    const began = performance.now()
    await client.query('begin')
    const stream = client.query(copyFrom('copy copied_event from stdin'))
    await pipeline(Readable.from(chunks), stream)
    await client.query('commit')
    times.push((performance.now() - began) / 1000)
    rows = stream.rowCount
  }
  await client.end()
  return { rows, seconds: figuresOf(times).p50 }
}

/** Sends while the server or the database of the events is killed. Each call that was answered 202 must be stored, whole. */
async function survive() {
  const { send, close } = eventSender(8)
  for (const victim of ['server', 'database'] as const) {
    const before = await bench.readers(EVENTS_PER_CALL)
    let [sent, acknowledged] = [0, 0]
    for (let round = 0; round < kills; round++) {
      const first = (victim === 'server' ? 0x10_0000 : 0x20_0000) + (round << 12)
      const left = Array.from({ length: 2000 }, (_, n) => eventCall(bench.articles, first + n)).values()
      let isOver = false
      const worker = async () => {
        for (const call of left) {
          if (isOver) return
          sent++
          if ((await send(bench.url(), call).catch(() => 0)) === 202) acknowledged++
        }
      }
      const workers = Promise.all(Array.from({ length: 8 }, worker))
      await pause(100 + randomBytes(1)[0]!)
      await bench.kill(victim)
      isOver = true
      await workers
      await bench.revive()
    }
    const { whole, incomplete } = await bench.readers(EVENTS_PER_CALL)
    const stored = whole - before.whole
    console.log(
      `${victim} killed ${kills} times: ${sent} calls sent, ${acknowledged} acknowledged, ${stored} stored whole, ${incomplete} in part`,
    )
    if (stored < acknowledged || incomplete > 0) process.exitCode = 1
  }
  close()
}
