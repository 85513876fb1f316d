/** Everything that can fail, part by part: a line for each, then what failed, then one line that counts it all. */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { getBrowser } from './get-browser.ts'
import { runInOrder } from './parts-in-order.ts'
import type { Failure } from './summary.ts'
import { runPart, type Part } from './test-part.ts'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=./scripts/summary-of-parts.ts']
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=./scripts/summary-of-journeys.ts']

/** Tests often wait, for a database, a process or a page: beside them runs what yields to them. */
const PARTS: Part[] = [
  { name: 'Checks', args: ['scripts/check.ts'], counts: false },
  { name: 'Build', args: ['scripts/build.ts', '--if-changed'], counts: false },
  { name: 'Server tests', args: [...VITEST, '--project', 'server'], counts: true, after: ['Checks', 'Build'] },
  {
    name: 'Bucket tests',
    args: [...VITEST, '--project', 'bucket', '--maxWorkers=1'],
    counts: true,
    after: ['Checks', 'Build'],
    yields: true,
  },
  {
    name: 'Trial changes',
    args: ['scripts/house/try-changes.ts'],
    counts: false,
    after: ['Bucket tests'],
    yields: true,
  },
  {
    name: 'Browser tests',
    // A page waits oftener than a file of the server: for a delay, a typed key, a moment in which nothing moves.
    args: [...VITEST, '--project', 'browser', `--maxWorkers=${availableParallelism() + 2}`],
    counts: true,
    after: ['Server tests'],
  },
  { name: 'Journeys', args: PLAYWRIGHT, counts: true, after: ['Browser tests'] },
]

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

const begun = performance.now()
const reports = mkdtempSync(join(tmpdir(), 'copydesk-reports-'))
// Tests start some hundred processes of the same code: compiled once, each starts in half the time.
const around = { NODE_COMPILE_CACHE: join(reports, 'compiled'), KEEP_START_MEMORY: '1' }
const browser = await getBrowser()
const env = { ...around, CHROMIUM_PATH: browser ?? '' }
const ran = await runInOrder(browser ? PARTS : [], async (part) =>
  stopping.signal.aborted ? [] : [await runPart(part, { reports, env })],
)
const summaries = ran.flat()
rmSync(reports, { recursive: true, force: true })

const passed = summaries.reduce((sum, summary) => sum + summary.passed, 0)
const failed = browser
  ? summaries.flatMap((summary) => summary.failed)
  : [{ name: 'No browser', details: 'The tests need one to drive.' }]
const flaky = summaries.flatMap((summary) => summary.flaky)
const tell = (what: string, all: Failure[]) => {
  for (const { name, details } of all) console.log(`\n${what}: ${name}\n${details.replace(/^/gm, '  ')}`)
}
tell('Passed at the second try only', flaky)
tell('Failed', failed)
if (failed.length > 1) console.log(`\nFailed, in short:\n${failed.map(({ name }) => `  ${name}`).join('\n')}`)
if (stopping.signal.aborted) console.log('\nStopped before the end.')
console.log(`\nAll parts took ${Math.round((performance.now() - begun) / 1000)} s.`)
console.log(`${passed} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 || stopping.signal.aborted ? 1 : 0
