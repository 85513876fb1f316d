/**
 * `npm run bench:events -- [--calls 3000] [--kills 0] [--clickhouse]`: reader events over HTTP into one server process, beside
 * a bare COPY of the same rows in the same PostgreSQL; what a list of articles takes meanwhile; whether the counts add up to
 * what was accepted. `--kills 20` then kills the server and PostgreSQL (kill -9) that many times each while events come in,
 * and looks for every acknowledged event. Ends by itself and leaves nothing behind.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { startEventBench } from './events-server.ts'
import { figuresOf } from './measure.ts'

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '3000' },
    kills: { type: 'string', default: '0' },
    clickhouse: { type: 'boolean', default: false },
  },
})
const EVENTS_PER_CALL = 100
/** Enough that the server always has calls to read while others wait for the disk. */
const CONNECTIONS = 192
const [calls, kills] = [Number(values.calls), Number(values.kills)]

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const bench = await startEventBench({ inClickHouse: values.clickhouse })
const stopAll = setTimeout(() => void bench.stop().then(() => process.exit(1)), 10 * 60_000)
try {
  await ingest()
  if (kills > 0) await survive()
} finally {
  clearTimeout(stopAll)
  await bench.stop()
}

/** A call of a reader of its own: a hundred views of a hundred articles, so that each of them counts. */
function callOf(n: number): { ip: string; body: string } {
  const batch = randomUUID()
  const events = bench.articles.map((article) => ({
    type: 'view',
    article,
    referrer: 'https://www.example.org/a/page',
  }))
  return { ip: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`, body: JSON.stringify({ batch, events }) }
}

function post({ ip, body }: { ip: string; body: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': ip,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    }
    const asked = request(`${bench.url()}/content/v1/events`, { agent, method: 'POST', headers }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
      reply.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Sends all calls, so many at a time. @returns how often each status was answered */
async function sendAll(all: { ip: string; body: string }[]): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const left = all.values()
  const worker = async () => {
    for (const call of left) {
      const status = await post(call)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return statuses
}

async function ingest() {
  const all = Array.from({ length: calls }, (_, n) => callOf(n))
  const more = Array.from({ length: calls }, (_, n) => callOf(0x40_0000 + n))
  await sendAll(Array.from({ length: 100 }, (_, n) => callOf(0xf0_0000 + n)))
  const before = await bench.countedViews()
  const idleBefore = await listsDuring(() => false)
  const began = performance.now()
  const statuses = await sendAll(all)
  const seconds = (performance.now() - began) / 1000
  let busy = true
  const lists = listsDuring(() => busy)
  const statusesOfMore = await sendAll(more)
  busy = false
  const meanwhile = figuresOf(await lists)
  // Before and after, so that another program on the machine is no part of the comparison.
  const idle = figuresOf([...idleBefore, ...(await listsDuring(() => false))])
  const stored = (statuses.get(202) ?? 0) * EVENTS_PER_CALL
  const accepted = stored + (statusesOfMore.get(202) ?? 0) * EVENTS_PER_CALL
  const counted = (await bench.countedViews()) - before
  const copied = values.clickhouse ? undefined : await copySeconds()
  const rate = (count: number, time: number) => Math.round(count / time).toLocaleString('en')
  console.log(`
${accepted.toLocaleString('en')} events accepted in ${(2 * calls).toLocaleString('en')} calls (${[...statuses].map(([status, n]) => `${n} × ${status}`).join(', ')})
counted                 ${counted.toLocaleString('en')} ${counted === accepted ? '(every accepted event)' : '(DIFFERENT)'}
ingest, one process     ${rate(stored, seconds)} events/s`)
  if (copied)
    console.log(`bare COPY               ${rate(copied.rows, copied.seconds)} rows/s
ingest / COPY           ${(stored / seconds / (copied.rows / copied.seconds)).toFixed(2)}`)
  console.log(
    `list p95                ${idle.p95.toFixed(1)} ms idle, ${meanwhile.p95.toFixed(1)} ms meanwhile (${(meanwhile.p95 / idle.p95).toFixed(1)} ×)`,
  )
  if (counted !== accepted || accepted === 0) process.exitCode = 1
}

/** Lists of articles, one after the other: for as long as it says, at least a hundred. @returns milliseconds of each */
async function listsDuring(isOn: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (times.length < 100 || isOn()) {
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
  for (let round = 0; round < 3; round++) {
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
  return { rows, seconds: Math.min(...times) }
}

/** Sends while the server or the database of the events is killed. Each call that was answered 202 must be stored, whole. */
async function survive() {
  for (const victim of ['server', 'database'] as const) {
    const before = await bench.readers(EVENTS_PER_CALL)
    let [sent, acknowledged] = [0, 0]
    for (let round = 0; round < kills; round++) {
      const first = (victim === 'server' ? 0x10_0000 : 0x20_0000) + (round << 12)
      const left = Array.from({ length: 2000 }, (_, n) => callOf(first + n)).values()
      let isOver = false
      const worker = async () => {
        for (const call of left) {
          if (isOver) return
          sent++
          if ((await post(call).catch(() => 0)) === 202) acknowledged++
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
}
