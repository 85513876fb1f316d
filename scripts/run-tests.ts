/** Everything that can fail, one after the other, and one line at the end that counts it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passSignals, runChild } from './child.mjs'
import { getBrowser } from './get-browser.ts'

type Count = { passed: number; failed: number }

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (stopped = true))

const reports = mkdtempSync(join(tmpdir(), 'copydesk-reports-'))
const browser = await getBrowser()
const counts: Count[] = browser ? await runAll(browser) : [{ passed: 0, failed: 1 }]
rmSync(reports, { recursive: true, force: true })

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
if (stopped) console.log('Stopped before the end.')
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || stopped ? 1 : 0

async function runAll(executable: string): Promise<Count[]> {
  const unitReport = join(reports, 'vitest.json')
  const journeyReport = join(reports, 'playwright.json')
  const env = { CHROMIUM_PATH: executable, PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport }
  const vitest = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unitReport}`, '--passWithNoTests']
  return [
    await step('The checks', ['scripts/check.ts'], env),
    await step('The tests of the parts', ['node_modules/vitest/vitest.mjs', ...vitest], env, () =>
      unitCount(unitReport),
    ),
    await step('The build', ['scripts/build.ts', '--if-changed'], env),
    await step(
      'The journeys in a browser',
      ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json', '--pass-with-no-tests'],
      env,
      () => journeyCount(journeyReport),
    ),
  ]
}

/** A step that fails without a failed test of its own still counts as one failure. */
async function step(name: string, args: string[], env: Record<string, string>, count?: () => Count): Promise<Count> {
  if (stopped) return { passed: 0, failed: 0 }
  console.log(`\n${name} …`)
  const child = runChild(process.execPath, args, env)
  const release = passSignals([child])
  const code = await child.ended
  release()
  const counted = readCount(count)
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

function readCount(count?: () => Count): Count {
  try {
    return count?.() ?? { passed: 0, failed: 0 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function unitCount(file: string): Count {
  const report = JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number; numFailedTests: number }
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

function journeyCount(file: string): Count {
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
  }
  if (stats.flaky > 0) console.log(`${stats.flaky} journeys passed at the second try only.`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}
