/** `npm run test:one -- FILE …`: runs the named test files alone, each by the runner it belongs to, and shows all they print. */
import { passSignals, runChild } from './child.mjs'
import { getBrowser } from './get-browser.ts'
import { readArguments, refuse } from './read-arguments.mjs'
import { runsFor } from './test-runs.ts'

const USAGE = 'npm run test:one -- FILE… [options of the runner]'
const given = process.argv.slice(2)
// All but the help is for the runners: they name an option that they do not know.
if (given.includes('--help'))
  readArguments({
    usage: USAGE,
    about: 'Runs test files alone, each by the runner that its name says: vitest, vitest in a browser, or Playwright.',
    operands: true,
    options: { t: { type: 'string', value: 'NAME', about: 'as -t NAME: only tests of this name (vitest)' } },
  })
const runs = runsFor(given)
if (runs.length === 0) refuse('Which file? As in: npm run test:one -- server/main.test.ts e2e/import.test.ts', USAGE)
const browser = runs.some(({ needsBrowser }) => needsBrowser) ? await getBrowser() : null
const env: Record<string, string> = browser ? { CHROMIUM_PATH: browser } : {}
for (const args of runs.flatMap((run) => run.steps)) {
  const child = runChild(process.execPath, args, env)
  const release = passSignals([child])
  const code = await child.ended
  release()
  if (code !== 0) process.exitCode = code
}
