/**
 * `npm run bench -- [--articles 20000] [--requests 400] [--connections 4]`: the server as it ships, over HTTP, beside
 * a bare Fastify handler on the same rows in the same run. Read the ratios: milliseconds belong to the machine.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startServer } from '../e2e/support/running-server.ts'
import { createDatabase, type Database } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { openSession } from '../server/features/session/session-commands.ts'
import { clientOf, figuresOf, timeAll, type Call } from './measure.ts'
import { COMMON_WORD, pickArticles, RARE_WORD, seedArticles } from './seed.ts'

const { values } = parseArgs({
  options: {
    articles: { type: 'string', default: '20000' },
    requests: { type: 'string', default: '400' },
    connections: { type: 'string', default: '4' },
  },
})
const [articles, requests, connections] = [values.articles, values.requests, values.connections].map(Number) as [
  number,
  number,
  number,
]
/** Ours and theirs take turns, so that a busy moment of the machine meets both. */
const ROUNDS = 4
const WARM_UP = 40
/** A session may ask 600 times a minute. */
const CALLS_PER_SESSION = 500
const LONGEST_MS = 10 * 60_000

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
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-'))
  open.push(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
  open.push(async () => {
    await postgres.stop()
    rmSync(postgres.location, { recursive: true, force: true })
  })
  const { host, port, user, database: name } = postgres.connection
  const url = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const ours = await startServer({ DATABASE_URL: url })
  open.push(ours.stop)
  const database = createDatabase({ ...postgres.connection, statement_timeout: 0 })
  open.push(database.close)

  const began = Date.now()
  await seedArticles(database.pool, articles)
  console.log(`${articles.toLocaleString('en')} articles written in ${((Date.now() - began) / 1000).toFixed(1)} s`)
  const bare = await startBareServer(url)
  const send = { ours: clientOf(ours.url, connections), bare: clientOf(bare, connections) }

  console.log(`${requests} requests each, ${connections} at a time; milliseconds p50 / p95\n`)
  console.log(`${''.padEnd(26)}${'Copydesk'.padStart(16)}${'bare handler'.padStart(16)}${'ratio'.padStart(14)}`)
  const token = await tokens(database)
  const picked = await pickArticles(database.pool)
  for (const { title, pair } of await scenarios(picked)) {
    const pairs = Array.from({ length: requests + WARM_UP }, (_, n) => pair(n))
    const calls = {
      ours: await Promise.all(
        pairs.map(async (each) => ({ ...each.ours, ...(!each.open && { token: await token() }) })),
      ),
      bare: pairs.map((each) => each.bare),
    }
    const times = { ours: [] as number[], bare: [] as number[] }
    for (const side of ['ours', 'bare'] as const) await timeAll(calls[side].splice(0, WARM_UP), send[side], connections)
    for (let round = 0; round < ROUNDS; round++)
      for (const side of ['ours', 'bare'] as const) {
        const turn = calls[side].splice(0, Math.ceil(requests / ROUNDS))
        times[side].push(...(await timeAll(turn, send[side], connections)))
      }
    const [a, b] = [figuresOf(times.ours), figuresOf(times.bare)]
    const shown = ({ p50, p95 }: typeof a, digits = 1) => `${p50.toFixed(digits)} / ${p95.toFixed(digits)}`
    const ratio = { p50: a.p50 / b.p50, p95: a.p95 / b.p95 }
    console.log(`${title.padEnd(26)}${shown(a).padStart(16)}${shown(b).padStart(16)}${shown(ratio).padStart(14)}`)
  }
}

type Pair = { ours: Call; bare: Call; open?: true }

/** What is measured. Changes take other articles on each side, and each article once. */
async function scenarios(
  picked: { id: string; slug: string }[],
): Promise<{ title: string; pair: (n: number) => Pair }[]> {
  const half = Math.floor(picked.length / 2)
  if (half < requests + WARM_UP) throw new Error('--articles is too small for that many --requests')
  const at = (n: number) => picked[n % picked.length]!
  const mine = (n: number) => picked[n]!.id
  const theirs = (n: number) => picked[half + n]!.id
  const lastPage = Math.floor(articles / 25)
  const page = (n: number) => 1 + ((n * 37) % lastPage)
  const edit = (n: number) => ({
    version: 1,
    title: `Changed ${n}`,
    body: `<p>${'rain and wind '.repeat(100)}${n}</p>`,
  })
  const reading = (path: string, bare: string): Pair => ({ ours: { path }, bare: { path: bare } })
  const searching = (word: string) => reading(`/api/articles?q=${word}`, `/search?q='${word}':*`)
  return [
    { title: 'list, first page', pair: () => reading('/api/articles', '/list') },
    { title: 'list, any page', pair: (n) => reading(`/api/articles?page=${page(n)}`, `/list?page=${page(n)}`) },
    { title: 'search, a rare word', pair: () => searching(RARE_WORD) },
    { title: 'search, a common word', pair: () => searching(COMMON_WORD) },
    { title: 'view', pair: (n) => reading(`/api/articles/${at(n).id}`, `/articles/${at(n).id}`) },
    {
      title: 'save',
      pair: (n) => ({
        ours: { method: 'PATCH', path: `/api/articles/${mine(n)}`, body: edit(n) },
        bare: { method: 'PATCH', path: `/articles/${theirs(n)}`, body: edit(n) },
      }),
    },
    {
      title: 'publish',
      pair: (n) => ({
        ours: { method: 'POST', path: `/api/articles/${mine(n)}/publish`, body: { version: 2 } },
        bare: { method: 'POST', path: `/articles/${theirs(n)}/publish`, body: { version: 2 } },
      }),
    },
    {
      title: 'delivery by slug',
      pair: (n) => ({ ...reading(`/content/v1/articles/${at(n).slug}`, `/content/${at(n).slug}`), open: true }),
    },
  ]
}

/** A new session after every 500 calls. */
async function tokens({ db }: Database): Promise<() => Promise<string>> {
  const account = await db.selectFrom('userAccount').select(['id', 'passwordHash']).executeTakeFirstOrThrow()
  const sessions: Promise<string>[] = []
  let asked = 0
  return () => (sessions[Math.floor(asked++ / CALLS_PER_SESSION)] ??= openOne())

  async function openOne() {
    const who = { userId: account.id, passwordHash: account.passwordHash ?? '' }
    const session = await openSession(db, who, { ip: '127.0.0.1', userAgent: 'bench' })
    if (!session) throw new Error('nobody can sign in')
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
