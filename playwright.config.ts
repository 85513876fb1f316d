import { defineConfig } from '@playwright/test'
import { availableParallelism } from 'node:os'
import { launchOptions } from './scripts/browser.ts'

/** A worker drives a browser, a server and a database, and half of the time it waits: for a delay, a job, a typed key. */
const CORES_PER_WORKER = 1 / 2
/** A page of a journey lives for seconds: making its code faster takes more than it saves, a twentieth of the work of all. */
const WITHOUT_COMPILERS = '--js-flags=--no-maglev,--no-turbofan'
const { args, ...launch } = launchOptions()

export default defineConfig({
  testDir: 'e2e',
  // What is measured in time cannot share the machine with other journeys: `npm run bench:layers` runs it alone.
  testMatch: process.env['LAYERS'] ? '**/*.bench.ts' : '**/*.test.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/shared-postgres.ts',
  workers: Math.max(1, Math.min(6, Math.round(availableParallelism() / CORES_PER_WORKER))),
  fullyParallel: false,
  // A loaded machine may miss a deadline once; what fails twice is broken. A second try is said in the closing lines.
  retries: process.env['CI'] ? 1 : 0,
  // Generous: on a busy machine a moment is long, and what never comes is found all the same.
  timeout: 360_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'line',
  use: {
    browserName: 'chromium',
    // One context for all journeys of a worker, cleaned between them (e2e/support/test.ts): a new one is a tenth of their work.
    reuseContext: true,
    headless: true,
    launchOptions: { ...launch, args: process.env['LAYERS'] ? args : [...args, WITHOUT_COMPILERS] },
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // What fades, glides or pulses is drawn 60 times a second: without a graphics card a third of the time of each page.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // Recording nearly doubles the time of a journey, and whoever wants a recording asks for it: `--trace on`.
    trace: 'off',
  },
})
