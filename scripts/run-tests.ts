/** Everything that can fail, one after the other, and one line at the end that counts it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passSignals, runChild } from './child.mjs'
import { getBrowser } from './get-browser.ts'
import type { Summary } from './summary.ts'

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (stopped = true))

const reports = mkdtempSync(join(tmpdir(), 'copydesk-reports-'))
const browser = await getBrowser()
const summaries = browser ? await runAll(browser) : [{ passed: 0, failed: ['No browser'], flaky: [] }]
rmSync(reports, { recursive: true, force: true })

const passed = summaries.reduce((sum, summary) => sum + summary.passed, 0)
const failed = summaries.flatMap((summary) => summary.failed)
const flaky = summaries.flatMap((summary) => summary.flaky)
if (flaky.length > 0) console.log(`\nPassed at the second try only:\n${flaky.join('\n')}`)
if (failed.length > 0) console.log(`\nFailed:\n${failed.join('\n')}`)
if (stopped) console.log('Stopped before the end.')
console.log(`\n${passed} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 || stopped ? 1 : 0

async function runAll(executable: string): Promise<Summary[]> {
  const env = { CHROMIUM_PATH: executable }
  const vitest = ['run', '--reporter=dot', '--reporter=./scripts/summary-of-parts.ts', '--passWithNoTests']
  const playwright = ['test', '--reporter=line,./scripts/summary-of-journeys.ts', '--pass-with-no-tests']
  return [
    await step('The checks', ['scripts/check.ts'], env),
    await step('The tests of the parts', ['node_modules/vitest/vitest.mjs', ...vitest], env, 'parts.json'),
    await step('The build', ['scripts/build.ts', '--if-changed'], env),
    await step(
      'The journeys in a browser',
      ['node_modules/@playwright/test/cli.js', ...playwright],
      env,
      'journeys.json',
    ),
  ]
}

/** A step that fails without a failed test of its own still counts as one failure. */
async function step(name: string, args: string[], env: Record<string, string>, report?: string): Promise<Summary> {
  const nothing = { passed: 0, failed: [], flaky: [] }
  if (stopped) return nothing
  console.log(`\n${name} …`)
  const file = report && join(reports, report)
  const child = runChild(process.execPath, args, { ...env, ...(file && { TEST_SUMMARY: file }) })
  const release = passSignals([child])
  const code = await child.ended
  release()
  const summary = file ? readSummary(file) : nothing
  return code !== 0 && summary.failed.length === 0 ? { ...summary, failed: [name] } : summary
}

function readSummary(file: string): Summary {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Summary
  } catch {
    return { passed: 0, failed: ['No report was left behind'], flaky: [] }
  }
}
