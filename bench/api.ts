/**
 * `npm run bench`: the server as it ships, over HTTP, beside a bare Fastify handler on the same rows in the same run: first
 * the time of each call, then throughput. Read the ratios: milliseconds belong to the machine. With --database it uses what
 * `npm run seed` wrote there, changes some of its articles and turns its daily backups off; else it seeds a database of its own and leaves nothing
 * behind. With --against it compares throughput with another commit, too.
 */
import type { UndoPointer } from '#contract/undo.ts'
import { startServer } from '../e2e/support/running-server.ts'
import { createDatabase } from '../server/db/database.ts'
import { readArguments } from '../scripts/read-arguments.mjs'
import { fillOwnDatabase, type Open, planOf, sizesOf, startBareServer, startOwnDatabase } from './bench-servers.ts'
import { tokensOf } from './bench-sessions.ts'
import { clientOf, figuresOf, timeAll, type Figures } from './measure.ts'
import { checkOut, copyDatabase, seedByCommit } from './other-commit.ts'
import { takeSamples } from './samples.ts'
import { readings, type Scenario, writings } from './scenarios.ts'
import { stopScheduledBackups } from './scheduled-backups.ts'
import { callsFor, compareThroughput, kinds, type Side } from './throughput.ts'
import { writeFigures } from './write-figures.ts'

const { values } = readArguments({
  usage: 'npm run bench -- [options]',
  about: 'The server as it ships, over HTTP, beside a bare Fastify handler on the same rows. Read the ratios.',
  options: {
    articles: { type: 'string', about: 'articles to seed (20000)' },
    tags: { type: 'string', about: 'tags' },
    authors: { type: 'string', about: 'authors' },
    pictures: { type: 'string', about: 'pictures' },
    albums: { type: 'string', about: 'albums' },
    requests: { type: 'string', about: 'requests of each kind (200)' },
    connections: { type: 'string', about: 'connections at once (4)' },
    only: { type: 'string', value: 'TEXT', about: 'only what has this in its title; throughput: only that' },
    seconds: { type: 'string', about: 'seconds of each round of throughput; 0 for none (3)' },
    load: { type: 'string', about: 'connections at once for throughput (16)' },
    against: { type: 'string', value: 'COMMIT', about: 'compares throughput with another commit' },
    database: {
      type: 'string',
      value: 'URL',
      about:
        'what npm run seed wrote there (with --against: by that commit); some of its articles are changed, and its scheduled backups turned off',
    },
    alone: {
      type: 'boolean',
      default: false,
      about: 'times of calls without the bare handler: minutes less at a million',
    },
    write: { type: 'boolean', default: false, about: 'puts the times of the calls into docs/performance.md' },
  },
})
const articles = Number(values.articles ?? 20_000)
const usual = sizesOf(articles)
const sizes = {
  articles,
  tags: Number(values.tags ?? usual.tags),
  authors: Number(values.authors ?? usual.authors),
  pictures: Number(values.pictures ?? usual.pictures),
  albums: Number(values.albums ?? usual.albums),
}
const [requests, connections] = [Number(values.requests ?? 200), Number(values.connections ?? 4)]
/** Ours and theirs take turns, so that a busy moment of the machine meets both. */
const ROUNDS = 4
const WARM_UP = 20
const LONGEST_MS = 15 * 60_000 + articles * 2
/** Milliseconds that no call should take at p95. */
const WANTED_P95 = 50
/** A merge is one call for thousands of articles. */
const MERGE_MS = 10 * 60_000

type Say = (title: string, ours: Figures, bare?: Figures) => void

const open: Open = []
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(1))
setTimeout(() => void stop(1, 'This takes too long; stopped.'), LONGEST_MS).unref()

try {
  await run()
  await stop(0)
} catch (error) {
  await stop(1, error instanceof Error ? error.message : String(error))
}

async function run() {
  const plan = planOf(sizes)
  const other = values.against === undefined ? undefined : checkOut(values.against)
  if (other) open.push(other.remove)
  const source = values.database ?? (await startOwnDatabase(open))
  if (other && !values.database) seedByCommit(other.folder, source, plan)
  const copy = other && (await copyDatabase(source))
  if (copy) open.push(copy.drop)
  const url = copy?.url ?? source
  const database = createDatabase({
    connectionString: url,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    application_name: 'bench',
  })
  open.push(database.close)
  if (!values.database && !other) await fillOwnDatabase(database, plan, open)
  await stopScheduledBackups(database.db)
  // Logs as it ships; only its warnings would be an easier task.
  const env = { LOG_LEVEL: 'info' }
  const ours = await startServer({ DATABASE_URL: url, ...env })
  open.push(ours.stop)
  const bare = await startBareServer(url, open)
  const send = { ours: clientOf(ours.url, connections), bare: clientOf(bare.url, connections) }
  const tokens = {
    administrator: await tokensOf(database.db, 'administrator'),
    author: await tokensOf(database.db, 'author'),
  }

  const samples = await takeSamples(database.pool)
  const wanted = ({ title }: { title: string }) => new RegExp(values.only ?? '').test(title)
  if (values.only !== 'throughput') await compareLatency()
  if (Number(values.seconds ?? 3) > 0) await compareLoad()

  async function compareLatency() {
    console.log(`${requests} requests each, ${connections} at a time; milliseconds p50 / p95\n`)
    console.log(line('', 'Copydesk', 'bare handler', 'ratio'))
    const shown = values.alone ? 2 : 4
    const row = (...cells: readonly string[]) => `| ${cells.slice(0, shown).join(' | ')} |`
    const table = [row('p50 / p95', 'Copydesk, ms', 'bare handler, ms', 'ratio'), `|${'---|'.repeat(shown)}`]
    const slow: string[] = []
    const say = (title: string, ours: Figures, bare?: Figures) => {
      const cells = [title, ...cellsOf(ours, bare)] as const
      console.log(line(...cells))
      table.push(row(...cells))
      if (ours.p95 > WANTED_P95) slow.push(title)
    }
    if (samples.articles.length < 2 * (requests + WARM_UP))
      throw new Error('--articles is too small for that many --requests')
    const goOn = (title: string, compared: Promise<void>) =>
      compared.catch((error: Error) => {
        console.log(`${title}: ${error.message}`)
        slow.push(`${title} (failed)`)
      })
    for (const scenario of [...readings(samples, sizes), ...writings(samples)].filter(wanted))
      await goOn(scenario.title, compare(scenario, say))
    if (wanted({ title: 'merge' })) await goOn('merge', compareMerges(say))
    console.log(`\nOver ${WANTED_P95} ms at p95: ${slow.length === 0 ? 'none' : slow.join('; ')}`)
    if (values.write) writeFigures('bench', table)
  }

  async function compareLoad() {
    const load = Number(values.load ?? 16)
    const chosen = kinds.filter(
      (kind) => values.only === undefined || values.only === 'throughput' || wanted({ title: kind }),
    )
    if (load === 0 || chosen.length === 0) return
    const versions = await database.pool.query<{ id: string; version: number }>(
      'select id, version from article where id = any($1)',
      [samples.articles.map(({ id }) => id)],
    )
    const now = new Map(versions.rows.map(({ id, version }) => [id, version]))
    const fresh = {
      ...samples,
      articles: samples.articles.map((one) => ({ ...one, version: now.get(one.id) ?? one.version })),
    }
    const paths = { api: '/api', content: '/content/v1' }
    const sides: Side[] = [
      {
        name: 'Copydesk',
        pid: ours.pid,
        pool: database.pool,
        backends: 'copydesk%',
        send: clientOf(ours.url, load),
        ...callsFor(fresh, paths, tokens.administrator, 0),
      },
      {
        name: 'bare handler',
        pid: bare.pid,
        pool: database.pool,
        backends: 'bare',
        send: clientOf(bare.url, load),
        ...callsFor(fresh, { api: '', content: '/content' }, async () => undefined, 1),
      },
    ]
    if (other) {
      const before = await startServer({ DATABASE_URL: source, ...env }, false, other.folder)
      open.push(before.stop)
      const theirs = createDatabase({ connectionString: source, application_name: 'bench' })
      open.push(theirs.close)
      sides.push({
        name: other.name,
        pid: before.pid,
        pool: theirs.pool,
        backends: 'copydesk%',
        send: clientOf(before.url, load),
        ...callsFor(samples, paths, await tokensOf(theirs.db, 'administrator'), 0),
      })
    }
    const seconds = Number(values.seconds ?? 3)
    await compareThroughput(sides, chosen, { connections: load, seconds, rounds: 3, say: (text) => console.log(text) })
  }

  async function compare({ title, role = 'administrator', all, pair }: Scenario, say: Say) {
    const enough = all ? Infinity : undefined
    const pairs = Array.from({ length: requests + WARM_UP }, (_, n) => pair(n))
    const withToken = async (call: (typeof pairs)[number]['ours']) =>
      role === 'nobody' ? call : { ...call, token: await tokens[role]() }
    const calls = {
      ours: await Promise.all(pairs.map((each) => withToken(each.ours))),
      bare: pairs.map((each) => each.bare),
    }
    const times = { ours: [] as number[], bare: [] as number[] }
    // Plain SQL may take longer than a call is waited for; ours is measured all the same.
    let bareFailed = values.alone
    const timed = (side: 'ours' | 'bare', some: number) => {
      const part = calls[side].splice(0, some)
      const lot = timeAll(side === 'bare' && bareFailed ? [] : part, send[side], connections, enough)
      return side === 'ours' ? lot : lot.catch(() => ((bareFailed = true), []))
    }
    for (const side of ['ours', 'bare'] as const) await timed(side, WARM_UP)
    for (let round = 0; round < ROUNDS; round++)
      for (const side of ['ours', 'bare'] as const)
        times[side].push(...(await timed(side, Math.ceil(requests / ROUNDS))))
    say(title, figuresOf(times.ours), bareFailed ? undefined : figuresOf(times.bare))
  }

  /** Once on each side; ours can be undone, and is. */
  async function compareMerges(say: Say) {
    const [mine, theirs] = samples.merges
    const waiting = { ours: clientOf(ours.url, 1, MERGE_MS), bare: clientOf(bare.url, 1, MERGE_MS) }
    const token = await tokens.administrator()
    const path = (tag: string) => `/tags/${tag}/merge`
    let answer = ''
    const timed = async (call: () => Promise<string>) => {
      const began = performance.now()
      answer = await call()
      return { p50: performance.now() - began, p95: Number.NaN }
    }
    const body = { from: mine!.from }
    const merged = await timed(() => waiting.ours({ method: 'POST', path: `/api${path(mine!.target)}`, token, body }))
    const { undo, moved } = JSON.parse(answer) as { undo: UndoPointer; moved: number }
    const bareMerged = values.alone
      ? undefined
      : await timed(() => waiting.bare({ method: 'POST', path: path(theirs!.target), body: { from: theirs!.from } }))
    say(`merge of 50 tags, ${moved} articles`, merged, bareMerged)
    const undone = await timed(() => waiting.ours({ method: 'POST', path: `/api/undo/${undo.id}`, token }))
    say('… undone', undone)
  }
}

/** Our times, those of the bare handler, and the ratio: what is not known is empty. */
function cellsOf(ours: Figures, bare?: Figures): [string, string, string] {
  const shown = ({ p50, p95 }: Figures) =>
    [p50, p95]
      .filter((each) => !Number.isNaN(each))
      .map((each) => each.toFixed(1))
      .join(' / ')
  const ratio = bare && { p50: ours.p50 / bare.p50, p95: ours.p95 / bare.p95 }
  return [shown(ours), bare ? shown(bare) : '', ratio ? shown(ratio) : '']
}

function line(title: string, ours: string, bare: string, ratio: string): string {
  return `${title.padEnd(36)}${ours.padStart(16)}${bare.padStart(18)}${ratio.padStart(14)}`
}

async function stop(code: number, sentence?: string) {
  if (stopping) return
  stopping = true
  if (sentence) console.error(sentence)
  for (const close of open.toReversed()) await Promise.resolve(close()).catch((error: unknown) => console.error(error))
  process.exit(code)
}
