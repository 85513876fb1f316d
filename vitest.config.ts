import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { serveEngine } from './editor/serve-engine.ts'
import { launchOptions } from './scripts/browser.ts'
import { webPlugins } from './vite.plugins.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{contract,server,scripts}/**/*.test.ts', 'web/**/*.test.ts'],
          globalSetup: ['server/testing/postgres-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [webPlugins(), serveEngine()],
        test: {
          name: 'browser',
          include: ['web/**/*.browser.tsx', 'editor/**/*.browser.ts'],
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: launchOptions(), actionTimeout: 5_000 }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
})
