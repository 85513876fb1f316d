/**
 * `npm run bench:growth -- [--articles 20000,200000,1000000] [--requests 60] [--every] [--briefs] [--data DIR] [--write]`: the same calls at
 * several sizes, one at a time, through the server as it ships; and how each figure grows from 200,000 on. With `--audit` and
 * `--hand-over` also a long audit log, and what one person owns handed over while others save.
 */
import { startServer } from '../e2e/support/running-server.ts'
import { readArguments, refuse } from '../scripts/read-arguments.mjs'
import { openGrowthDatabase, sizesOf, type GrowthDatabase } from './growth-database.ts'
import { growthScenarios, type GrowthScenario } from './growth-scenarios.ts'
import { growthTable, type Measured } from './growth-table.ts'
import { auditScenarios, auditTable, fillAuditLog } from './audit-log.ts'
import { measureHandOver } from './hand-over.ts'
import { clientOf, type Figures, figuresOf, timeAll } from './measure.ts'
import { takeSamples } from './samples.ts'
import { tokensOf } from './bench-sessions.ts'
import { writeFigures } from './write-figures.ts'

const USAGE = 'npm run bench:growth -- [options]'
const { values } = readArguments({
  usage: USAGE,
  about: 'Lists, searches, saves and delivery at several numbers of articles with short bodies, and how they grow.',
  options: {
    articles: { type: 'string', default: '20000,200000,1000000', about: 'sizes, the smallest first' },
    requests: { type: 'string', default: '60', about: 'calls of each kind' },
    only: { type: 'string', value: 'PATTERN', about: 'only the calls whose title it finds' },
    briefs: { type: 'boolean', default: false, about: 'articles of one sentence, as ten million need' },
    every: { type: 'boolean', default: false, about: 'every call of npm run bench' },
    data: { type: 'string', value: 'DIR', about: 'a folder where the databases are kept for the next run' },
    audit: {
      type: 'string',
      value: 'LINES',
      about: 'fills the audit log up to so many lines and asks it with every filter',
    },
    'hand-over': {
      type: 'string',
      value: 'ARTICLES',
      about: 'hands over so many articles of one person, and undoes it',
    },
    write: { type: 'boolean', default: false, about: 'puts the tables into docs/performance.md' },
  },
})
const WARM_UP = 20
const HAND_OVER_MS = 10 * 60_000
const sizes = values.articles.split(',').map(Number)
const requests = Number(values.requests)
if (sizes.some((size) => !Number.isInteger(size) || size < 1000))
  refuse('--articles must be whole numbers from 1000, with commas between.', USAGE)

const open: (() => Promise<unknown>)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void closeAll().then(() => process.exit(1)))

const measured: Measured[] = []
try {
  for (const size of sizes) measured.push(await measure(size))
  const lines = growthTable(measured)
  console.log(`\n${lines.join('\n')}`)
  if (values.write && !values.audit && !values['hand-over'])
    writeFigures(values.briefs ? 'bench:growth briefs' : 'bench:growth', lines)
} finally {
  await closeAll()
}

async function measure(articles: number): Promise<Measured> {
  const database = await openGrowthDatabase(articles, values.data, values.briefs)
  open.push(database.end)
  const server = await startServer({ DATABASE_URL: database.url })
  open.push(server.stop)
  const { seconds, gigabytes } = database
  console.log(`\n${articles.toLocaleString('en')} articles, ${gigabytes.toFixed(1)} GB`)
  const figures = await measureCalls(database, server.url, articles)
  if (values.audit) await measureAudit(database, server.url, Number(values.audit))
  if (values['hand-over']) await measureOwners(database, server.url, Number(values['hand-over']))
  await closeAll()
  return { articles, seconds, gigabytes, figures }
}

async function measureAudit({ db, pool }: GrowthDatabase, url: string, lines: number) {
  await fillAuditLog(pool, lines)
  const send = clientOf(url, 1)
  const figures = new Map<string, Figures>()
  for (const { title, call } of await auditScenarios(pool)) {
    if (!new RegExp(values.only ?? '').test(title)) continue
    const token = await tokensOf(db, 'administrator')
    const calls = []
    for (let n = 0; n < requests + WARM_UP; n++) calls.push({ ...call(n), token: await token() })
    await timeAll(calls.splice(0, WARM_UP), send, 1)
    figures.set(title, figuresOf(await timeAll(calls, send, 1, 10_000)))
  }
  const table = auditTable(figures)
  console.log(`\n${table.join('\n')}`)
  if (values.write) writeFigures('bench:growth audit', table)
}

async function measureOwners({ db, pool }: GrowthDatabase, url: string, articles: number) {
  const table = await measureHandOver(
    pool,
    clientOf(url, 4, HAND_OVER_MS),
    await tokensOf(db, 'administrator'),
    articles,
  )
  console.log(`\n${table.join('\n')}`)
  if (values.write) writeFigures('bench:growth hand-over', table)
}

async function measureCalls(database: GrowthDatabase, url: string, articles: number): Promise<Measured['figures']> {
  const samples = await takeSamples(database.pool)
  const tokens = {
    administrator: await tokensOf(database.db, 'administrator'),
    author: await tokensOf(database.db, 'author'),
  }
  const send = clientOf(url, 1)
  const wanted = ({ title }: GrowthScenario) => new RegExp(values.only ?? '').test(title)
  const figures: Measured['figures'] = new Map()
  for (const { title, kind, role, call } of growthScenarios(samples, sizesOf(articles), values).filter(wanted)) {
    const calls = []
    for (let n = 0; n < requests + WARM_UP; n++)
      calls.push(role === 'nobody' ? call(n) : { ...call(n), token: await tokens[role]() })
    // Each save is of the article that the one before left.
    const enough = kind === 'save' ? Infinity : 10_000
    await timeAll(calls.splice(0, WARM_UP), send, 1, enough)
    const made = figuresOf(await timeAll(calls, send, 1, enough))
    figures.set(title, { kind, ...made })
    console.log(`${title.padEnd(44)}${made.p50.toFixed(1).padStart(8)} /${made.p95.toFixed(1).padStart(8)}`)
  }
  return figures
}

async function closeAll() {
  for (const close of open.splice(0).toReversed()) await close()
}
