/** `npm run test:one -- FILE …`: runs the named test files alone, each by the runner it belongs to, and shows all they print. */
import { passSignals, runChild } from './child.mjs'
import { getBrowser } from './get-browser.ts'
import { runsFor } from './test-runs.ts'

const runs = runsFor(process.argv.slice(2))
if (runs.length === 0) {
  console.error('Which file? As in: npm run test:one -- server/main.test.ts e2e/import.test.ts')
  process.exit(1)
}
const browser = runs.some(({ needsBrowser }) => needsBrowser) ? await getBrowser() : null
const env: Record<string, string> = browser ? { CHROMIUM_PATH: browser } : {}
for (const args of runs.flatMap((run) => run.steps)) {
  const child = runChild(process.execPath, args, env)
  const release = passSignals([child])
  const code = await child.ended
  release()
  if (code !== 0) process.exitCode = code
}
