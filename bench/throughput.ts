import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Call } from './measure.ts'
import { connectionMs, costOf } from './process-cost.ts'
import type { Samples } from './samples.ts'

/** One server under load: Copydesk, the bare handler, or Copydesk of another commit. */
export type Side = {
  name: string
  pid: number
  /** Of the database it uses, with rights to read its statistics. */
  pool: pg.Pool
  /** `application_name` of its connections, as a pattern of LIKE. */
  backends: string
  send: (call: Call) => Promise<string>
  /** The n-th call of a kind. */
  call: (kind: Kind, n: number) => Promise<Call>
  /** Reads what later calls need from a reply. */
  learn?: (kind: Kind, n: number, reply: string) => void
}
export const kinds = [
  'list',
  'page 500',
  'search, a common word',
  'read',
  'create',
  'update',
  'delivery, newest',
  'delivery, one article',
] as const
export type Kind = (typeof kinds)[number]

type Figure = { perSecond: number; server: number; postgres: number; rows: number }
type Options = { connections: number; seconds: number; rounds: number; say: (line: string) => void }

/** Statistics of a connection reach the others at the end of its first transaction after a second. */
const STATISTICS_MS = 1100

/**
 * V8 compiles what it sees run often: on a slow machine the calls a second rise fourfold within ten seconds (200 to 900
 * reads). More code takes longer, so a short warm-up would measure the compiler, and that of Copydesk only.
 */
const WARM_UP_S = 10

/**
 * Loads each side in turns, `connections` calls at a time, and prints calls a second, processor time and rows read for
 * each call. The first side is compared with all others.
 */
export async function compareThroughput(sides: Side[], wanted: readonly Kind[], options: Options): Promise<void> {
  const { connections, seconds, say } = options
  say(`\nThroughput, ${connections} at a time, ${options.rounds} × ${seconds} s each`)
  say('calls a second · processor ms a call (server + PostgreSQL) · rows read a call\n')
  say(row('', [...sides.map(({ name }) => name), ...sides.slice(1).map(({ name }) => `/ ${name}`)]))
  for (const kind of wanted) {
    const rounds = new Map(sides.map((side) => [side, [] as Figure[]]))
    const counters = new Map(sides.map((side) => [side, { n: 0 }]))
    try {
      for (const side of sides) await load(side, kind, counters.get(side)!, connections, WARM_UP_S)
      for (let round = 0; round < options.rounds; round++)
        for (const side of sides)
          rounds.get(side)!.push(await measure(side, kind, counters.get(side)!, connections, seconds))
      const figures = sides.map((side) => meanOf(rounds.get(side)!))
      const ratios = figures.slice(1).map(({ perSecond }) => (figures[0]!.perSecond / perSecond).toFixed(2))
      say(row(kind, [...figures.map(shown), ...ratios]))
    } catch (error) {
      say(`${kind}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

const row = (title: string, columns: string[]) =>
  title.padEnd(24) + columns.map((each) => each.padStart(/^(\/|\d+\.\d\d$)/.test(each) ? 16 : 34)).join('')

const shown = ({ perSecond, server, postgres, rows }: Figure) =>
  `${perSecond.toFixed(0)} · ${server.toFixed(2)} + ${postgres.toFixed(2)} · ${rows.toFixed(0)}`

const meanOf = (figures: Figure[]): Figure => {
  const mean = (of: (figure: Figure) => number) => figures.reduce((sum, each) => sum + of(each), 0) / figures.length
  return {
    perSecond: mean((each) => each.perSecond),
    server: mean((each) => each.server),
    postgres: mean((each) => each.postgres),
    rows: mean((each) => each.rows),
  }
}

async function measure(side: Side, kind: Kind, counter: { n: number }, connections: number, seconds: number) {
  const publishStatistics = async () => {
    await pause(STATISTICS_MS)
    return load(side, kind, counter, connections, 0)
  }
  await publishStatistics()
  const before = await costOf(side.pool, side.pid, side.backends)
  const { calls, ms } = await load(side, kind, counter, connections, seconds)
  const busy = await costOf(side.pool, side.pid, side.backends)
  const late = await publishStatistics()
  const after = await costOf(side.pool, side.pid, side.backends)
  return {
    perSecond: (calls / ms) * 1000,
    server: (busy.server - before.server) / calls,
    postgres: connectionMs(before, busy) / calls,
    rows: (after.rows - before.rows) / (calls + late.calls),
  }
}

/** Calls for so many seconds; for 0, one call on each connection. */
async function load(side: Side, kind: Kind, counter: { n: number }, connections: number, seconds: number) {
  const began = performance.now()
  let calls = 0
  const worker = async () => {
    do {
      const n = counter.n++
      const reply = await side.send(await side.call(kind, n))
      side.learn?.(kind, n, reply)
      calls++
    } while (performance.now() - began < seconds * 1000)
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return { calls, ms: performance.now() - began }
}

type Names = Pick<Samples, 'articles' | 'texts' | 'authors' | 'tags' | 'categories'>
type Paths = { api: string; content: string }

/**
 * The calls of one side. Updates go through its share of the articles in turns, so that none is changed twice at a time.
 * @param share which articles it changes, where two sides use one database: the even or the odd ones
 */
export function callsFor(samples: Names, paths: Paths, token: () => Promise<string | undefined>, share: 0 | 1) {
  const own = samples.articles.filter((_, place) => place % 2 === share).map((article) => ({ ...article }))
  const turn = <T>(list: readonly T[], n: number): T => list[n % list.length]!
  const names = (n: number) => ({
    authors: [turn(samples.authors.middling, n).id],
    primaryCategory: turn(samples.categories.middling, n).id,
    tags: [turn(samples.tags.middling, n).id, turn(samples.tags.common, n).id],
  })
  const signed = async (call: Call): Promise<Call> => {
    const asked = await token()
    return asked ? { ...call, token: asked } : call
  }
  const run = Date.now().toString(36)
  const call = async (kind: Kind, n: number): Promise<Call> => {
    if (kind === 'list') return signed({ path: `${paths.api}/articles` })
    if (kind === 'page 500') return signed({ path: `${paths.api}/articles?page=500` })
    if (kind === 'search, a common word')
      return signed({ path: `${paths.api}/articles?q=${turn(['harbour', 'council', 'library', 'orchestra'], n)}` })
    if (kind === 'read') return signed({ path: `${paths.api}/articles/${turn(samples.articles, n).id}` })
    if (kind === 'delivery, newest') return { path: `${paths.content}/articles` }
    if (kind === 'delivery, one article') return { path: `${paths.content}/articles/${turn(samples.articles, n).slug}` }
    const { title, body } = turn(samples.texts, n)
    const text = { title: `${title} ${run} ${share} ${n}`, body }
    if (kind === 'create')
      return signed({ method: 'POST', path: `${paths.api}/articles`, body: { ...text, ...names(n) } })
    const { id, version } = turn(own, n)
    return signed({ method: 'PATCH', path: `${paths.api}/articles/${id}`, body: { ...text, version } })
  }
  const learn = (kind: Kind, n: number, reply: string) => {
    if (kind === 'update') turn(own, n).version = (JSON.parse(reply) as { version: number }).version
  }
  return { call, learn }
}
