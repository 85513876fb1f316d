/**
 * `npm run bench -- [--articles 20000] [--tags n] [--authors n] [--pictures n] [--albums n] [--requests 200]
 * [--connections 4] [--only TEXT] [--database URL]`: the server as it ships, over HTTP, beside a bare Fastify handler on the same rows in the same run.
 * Read the ratios: milliseconds belong to the machine. With --database it uses what `npm run seed` wrote there, and
 * changes some of its articles; else it seeds a database of its own and leaves nothing behind.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { UndoPointer } from '#contract/undo.ts'
import { startServer } from '../e2e/support/running-server.ts'
import { createDatabase, type Database } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { openSession } from '../server/features/session/session-commands.ts'
import { hashPassword } from '../server/features/session/password-hash.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'
import { createFolderStorage } from '../server/storage/folder-storage.ts'
import { DAY } from '../scripts/seed/plan.ts'
import { seedDatabase } from '../scripts/seed/seed-database.ts'
import { clientOf, figuresOf, timeAll, type Figures } from './measure.ts'
import { takeSamples } from './samples.ts'
import { readings, type Scenario, writings } from './scenarios.ts'

const number = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    articles: number,
    tags: number,
    authors: number,
    pictures: number,
    albums: number,
    requests: number,
    connections: number,
    only: number,
    database: number,
  },
})
const articles = Number(values.articles ?? 20_000)
const sizes = {
  articles,
  tags: Number(values.tags ?? Math.ceil(articles / 20)),
  authors: Number(values.authors ?? Math.ceil(articles / 50)),
  pictures: Number(values.pictures ?? articles),
  albums: Number(values.albums ?? Math.ceil(articles / 10)),
}
const [requests, connections] = [Number(values.requests ?? 200), Number(values.connections ?? 4)]
/** Ours and theirs take turns, so that a busy moment of the machine meets both. */
const ROUNDS = 4
const WARM_UP = 20
/** A session may ask 600 times a minute. */
const CALLS_PER_SESSION = 500
const LONGEST_MS = 15 * 60_000 + articles * 2

const open: (() => Promise<unknown> | void)[] = []
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
  const url = values.database ?? (await ownDatabase())
  const database = createDatabase({
    connectionString: url,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  open.push(database.close)
  if (!values.database) {
    await migrate(database.db)
    await migrateJobs(database.pool)
    const plan = { ...sizes, categories: Math.min(700, Math.ceil(articles / 50)), users: 40, seed: 1 }
    const until = Math.floor(Date.now() / DAY) * DAY
    const media = mkdtempSync(join(tmpdir(), 'copydesk-bench-media-'))
    open.push(() => rmSync(media, { recursive: true, force: true }))
    const { seconds } = await seedDatabase(
      { ...database, storage: createFolderStorage(media) },
      { ...plan, until, readers: 0, intoExisting: false },
    )
    console.log(`${articles.toLocaleString('en')} articles written in ${seconds.toFixed(1)} s`)
  }
  const ours = await startServer({ DATABASE_URL: url })
  open.push(ours.stop)
  const bare = await startBareServer(url)
  const send = { ours: clientOf(ours.url, connections), bare: clientOf(bare, connections) }
  const tokens = await tokensFor(database)

  console.log(`${requests} requests each, ${connections} at a time; milliseconds p50 / p95\n`)
  console.log(line('', 'Copydesk', 'bare handler', 'ratio'))
  const samples = await takeSamples(database.pool)
  if (samples.articles.length < 2 * (requests + WARM_UP))
    throw new Error('--articles is too small for that many --requests')
  const wanted = ({ title }: { title: string }) => new RegExp(values.only ?? '').test(title)
  for (const scenario of [...readings(samples, sizes), ...writings(samples)].filter(wanted))
    await compare(scenario).catch((error: Error) => console.log(`${scenario.title}: ${error.message}`))
  if (wanted({ title: 'merge' })) await compareMerges()

  async function compare({ title, role = 'administrator', all, pair }: Scenario) {
    const enough = all ? Infinity : undefined
    const pairs = Array.from({ length: requests + WARM_UP }, (_, n) => pair(n))
    const withToken = async (call: (typeof pairs)[number]['ours']) =>
      role === 'nobody' ? call : { ...call, token: await tokens[role]() }
    const calls = {
      ours: await Promise.all(pairs.map((each) => withToken(each.ours))),
      bare: pairs.map((each) => each.bare),
    }
    const times = { ours: [] as number[], bare: [] as number[] }
    for (const side of ['ours', 'bare'] as const)
      await timeAll(calls[side].splice(0, WARM_UP), send[side], connections, enough)
    for (let round = 0; round < ROUNDS; round++)
      for (const side of ['ours', 'bare'] as const) {
        const part = calls[side].splice(0, Math.ceil(requests / ROUNDS))
        times[side].push(...(await timeAll(part, send[side], connections, enough)))
      }
    say(title, figuresOf(times.ours), figuresOf(times.bare))
  }

  /** Once on each side; ours can be undone, and is. */
  async function compareMerges() {
    const [mine, theirs] = samples.merges
    const token = await tokens.administrator()
    const path = (tag: string) => `/tags/${tag}/merge`
    let answer = ''
    const timed = async (call: () => Promise<string>) => {
      const began = performance.now()
      answer = await call()
      return { p50: performance.now() - began, p95: Number.NaN }
    }
    const body = { from: mine!.from }
    const merged = await timed(() => send.ours({ method: 'POST', path: `/api${path(mine!.target)}`, token, body }))
    const { undo, moved } = JSON.parse(answer) as { undo: UndoPointer; moved: number }
    const bareMerged = await timed(() =>
      send.bare({ method: 'POST', path: path(theirs!.target), body: { from: theirs!.from } }),
    )
    say(`merge of 50 tags, ${moved} articles`, merged, bareMerged)
    const undone = await timed(() => send.ours({ method: 'POST', path: `/api/undo/${undo.id}`, token }))
    say('… undone', undone)
  }
}

function say(title: string, ours: Figures, bare?: Figures) {
  const shown = ({ p50, p95 }: Figures) =>
    [p50, p95]
      .filter((each) => !Number.isNaN(each))
      .map((each) => each.toFixed(1))
      .join(' / ')
  const ratio = bare && { p50: ours.p50 / bare.p50, p95: ours.p95 / bare.p95 }
  console.log(line(title, shown(ours), bare ? shown(bare) : '', ratio ? shown(ratio) : ''))
}

function line(title: string, ours: string, bare: string, ratio: string): string {
  return `${title.padEnd(36)}${ours.padStart(16)}${bare.padStart(18)}${ratio.padStart(14)}`
}

async function ownDatabase(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-'))
  open.push(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
  open.push(async () => {
    await postgres.stop()
    rmSync(postgres.location, { recursive: true, force: true })
  })
  const { host, port, user, database: name } = postgres.connection
  return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
}

/** A new session after every 500 calls, of an administrator and of someone who writes. */
async function tokensFor({ db }: Database) {
  const passwordHash = await hashPassword(`bench ${Math.random()} ${Math.random()}`)
  const of = async (role: 'administrator' | 'author') => {
    const { id } = await db
      .selectFrom('userAccount')
      .select('id')
      .where('role', '=', role)
      .where('status', '=', 'active')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await db.updateTable('userAccount').set({ passwordHash }).where('id', '=', id).execute()
    const sessions: Promise<string>[] = []
    let asked = 0
    return () => (sessions[Math.floor(asked++ / CALLS_PER_SESSION)] ??= openOne(id))
  }
  return { administrator: await of('administrator'), author: await of('author') }

  async function openOne(userId: string) {
    const session = await openSession(db, { userId, passwordHash }, { ip: '127.0.0.1', userAgent: 'bench' })
    if (!session) throw new Error('no one can sign in')
    return session.token
  }
}

async function startBareServer(databaseUrl: string): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  open.push(() => void child.kill())
  return new Promise((resolve, reject) => {
    child.on('exit', () => reject(new Error('the bare server did not start')))
    child.stdout.on('data', (said: Buffer) => {
      const found = /http:\S+/.exec(String(said))?.[0]
      if (found) resolve(found)
    })
  })
}

async function stop(code: number, sentence?: string) {
  if (stopping) return
  stopping = true
  if (sentence) console.error(sentence)
  for (const close of open.toReversed()) await Promise.resolve(close()).catch((error: unknown) => console.error(error))
  process.exit(code)
}
