/**
 * `npm run bench:backup-beside -- [--articles 20000 | --database URL] [--seconds 20]`: what the calls of one editor take at rest, while a
 * backup is written, and while it is restored on trial, on the server as it ships. Read the ratios. Phases longer than `--seconds` are
 * measured for that time only; Ctrl+C ends it with what there is.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { startServer } from '../e2e/support/running-server.ts'
import { readArguments } from '../scripts/read-arguments.mjs'
import { createDatabase, type Database } from '../server/db/database.ts'
import { tokensOf } from './bench-sessions.ts'
import { openGrowthDatabase, sizesOf } from './growth-database.ts'
import { clientOf, figuresOf, type Call } from './measure.ts'
import { takeSamples } from './samples.ts'
import { readings, writings } from './scenarios.ts'
import { stopScheduledBackups } from './scheduled-backups.ts'

const { values } = readArguments({
  usage: 'npm run bench:backup-beside -- [options]',
  about: 'Calls of one editor at rest, while a backup is written, and while it is restored on trial.',
  options: {
    articles: { type: 'string', default: '20000', about: 'articles to seed' },
    database: {
      type: 'string',
      value: 'URL',
      about: 'what npm run seed wrote there; some of its articles are changed, and its scheduled backups turned off',
    },
    seconds: { type: 'string', default: '20', about: 'the most for each of the three phases' },
  },
})
const CALLS = ['articles', 'articles, a common tag', 'search, a common word', 'view', 'save', 'delivery, one article']
const WARM_UP = 20
const LOOK_MS = 200
const PHASES = ['rest', 'writing', 'trial'] as const
type Phase = (typeof PHASES)[number]

const articles = Number(values.articles)
const open: (() => Promise<unknown> | void)[] = []
let isOver = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isOver = true))
try {
  await run()
} finally {
  for (const close of open.toReversed()) await close()
}

async function run() {
  const { db, pool, url } = await openDatabase()
  await stopScheduledBackups(db)
  open.push(() => dropTrials(pool))
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'error' })
  open.push(server.stop)
  const token = await tokensOf(db, 'administrator')
  const send = clientOf(server.url, 1)
  const samples = await takeSamples(pool)
  const known = [...readings(samples, sizesOf(articles)), ...writings(samples)]
  const scenarios = CALLS.map((title) => known.find((each) => each.title === title)!)
  const times: Record<Phase, number[][]> = { rest: [], writing: [], trial: [] }
  let turn = 0
  async function callEach(phase?: Phase) {
    const n = turn++
    for (const [index, { role, pair }] of scenarios.entries()) {
      const asked: Call = role === 'nobody' ? pair(n).ours : { ...pair(n).ours, token: await token() }
      const began = performance.now()
      await send(asked)
      if (phase) (times[phase][index] ??= []).push(performance.now() - began)
    }
  }
  /** @param goesOn asked between two rounds of calls */
  async function measure(phase: Phase, goesOn: () => Promise<boolean> = async () => true): Promise<string> {
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1000
    while (!isOver && seconds() < Number(values.seconds) && (await goesOn())) await callEach(phase)
    return `${phase}: ${seconds().toFixed(0)} s${(await goesOn()) && phase !== 'rest' ? ' and not at its end' : ''}`
  }
  const backup = async () => {
    const { rows } = await pool.query<{ state: string; verified: string; error: string }>(
      'select state, verified, error from backup_record order by started_at desc limit 1',
    )
    return rows[0]
  }

  while (turn < WARM_UP) await callEach()
  const lines = [await measure('rest')]
  await send({ method: 'POST', path: '/api/backups', token: await token(), body: {} }).catch((error: Error) => {
    if (!error.message.includes(': 202 ')) throw error
  })
  while (!isOver && !(await backup())) await pause(LOOK_MS)
  const isWritten = async () => (await backup())?.state !== 'running'
  lines.push(await measure('writing', async () => !(await isWritten())))
  while (!isOver && !(await isWritten())) await pause(LOOK_MS)
  lines.push(
    await measure('trial', async () => !['passed', 'failed', 'not_possible'].includes((await backup())!.verified)),
  )
  const { state, verified, error } = (await backup())!
  console.log(`${lines.join(' · ')} · the backup is ${state}${error && ` (${error})`}, its trial ${verified}\n`)

  console.log(
    '| p50 / p95, ms | at rest | while it is written | ratio | during its trial | ratio |\n|---|---|---|---|---|---|',
  )
  for (const [index, title] of CALLS.entries()) {
    const [rest, writing, trial] = PHASES.map((phase) => figuresOf(times[phase][index] ?? []))
    const shown = (figures = rest!) => `${figures.p50.toFixed(1)} / ${figures.p95.toFixed(1)}`
    const ratio = (figures = rest!) =>
      `${(figures.p50 / rest!.p50).toFixed(2)} / ${(figures.p95 / rest!.p95).toFixed(2)}`
    console.log(`| ${title} | ${shown()} | ${shown(writing)} | ${ratio(writing)} | ${shown(trial)} | ${ratio(trial)} |`)
  }
}

async function openDatabase(): Promise<Database & { url: string }> {
  if (values.database === undefined) {
    const database = await openGrowthDatabase(articles, undefined)
    open.push(database.end)
    return database
  }
  const database = createDatabase({ connectionString: values.database, statement_timeout: 0 })
  open.push(database.close)
  return { ...database, url: values.database }
}

/** Of a trial that did not come to its end with the server. */
async function dropTrials(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^copydesk_trial_[0-9a-f]{16}$'`,
  )
  for (const { name } of rows) await pool.query(`drop database if exists ${name} with (force)`)
}
