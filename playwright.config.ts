import { defineConfig } from '@playwright/test'
import { launchOptions } from './scripts/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  // A loaded machine may miss a deadline once; what fails twice is broken. A second try is said in the closing lines.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'line',
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 10_000,
    trace: 'retain-on-failure',
  },
})
