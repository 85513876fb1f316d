import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { serveEngine } from './editor/serve-engine.ts'
import { launchOptions } from './scripts/browser.ts'
import { isFull } from './server/testing/amount.ts'
import { LongestFirst } from './scripts/longest-first.ts'
import { keptModulesPlugin } from './scripts/web-build/kept-modules-plugin.ts'
import { webPlugins } from './vite.plugins.ts'

// A loaded machine may miss a moment once; what fails twice is broken. A second try is said in the closing lines.
const retry = process.env['CI'] ? 1 : 0
// On a busy machine a second is soon over.
const patient = { expect: { poll: { timeout: 15_000 } }, testTimeout: 60_000, hookTimeout: 60_000 }

/** What PostgreSQL passes as the engine of reader events, ClickHouse must pass as well. */
const clickHouseTests = {
  test: {
    name: 'clickhouse',
    environment: 'node',
    env: { TEST_EVENTS: 'clickhouse' },
    include: [
      'server/events/*.test.ts',
      'server/events/clickhouse/*.test.ts',
      'server/features/events/*.test.ts',
      'server/features/search-rank/search-rank-routes.test.ts',
      'server/features/delivery/search-suggestions.test.ts',
    ],
    isolate: false,
    globalSetup: ['server/testing/postgres-setup.ts'],
    ...patient,
  },
}

/** Tests of pictures in which the place of their bytes changes nothing, or whose server is a process of its own, on a folder in both projects. */
const BYTES_ARE_ELSEWHERE = ['address', 'bulk', 'memory', 'roles', 'texts', 'uses']
/** Those that put bytes into the storage, take them out and remove them: enough unless everything is asked for. */
const WITH_BYTES = ['upload', 'replace', 'trash', 'sweep']
const ofMedia = (names: string[]) => names.map((about) => `server/features/media/media-${about}.test.ts`)

export default defineConfig({
  test: {
    // One more than cores: a file often waits, for its database or for a process that it started.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{contract,server,scripts}/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: ['server/events/clickhouse/*.test.ts'],
          // Loading all modules again for each file took a quarter of the time. Each file has its own app and database.
          isolate: false,
          globalSetup: ['server/testing/postgres-setup.ts'],
          ...patient,
          retry,
        },
      },
      {
        test: {
          name: 'bucket',
          environment: 'node',
          // What the folder passes, an S3 server must pass as well.
          env: { TEST_STORAGE: 'bucket' },
          include: ['server/storage/*.test.ts', ...ofMedia(isFull ? ['*'] : WITH_BYTES)],
          exclude: ofMedia(BYTES_ARE_ELSEWHERE),
          isolate: false,
          globalSetup: ['server/testing/postgres-setup.ts'],
          ...patient,
          retry,
        },
      },
      // Only where there is a ClickHouse, as npm run test:clickhouse has it.
      ...(process.env['CLICKHOUSE_URL'] ? [clickHouseTests] : []),
      {
        plugins: [keptModulesPlugin(), webPlugins(), serveEngine()],
        // Named, so that none is found in the middle of a run: a second copy of React would fail every test after it.
        optimizeDeps: {
          include: [
            '@lingui/core',
            '@lingui/react',
            '@mantine/core',
            '@mantine/dates',
            '@mantine/hooks',
            '@hookform/resolvers',
            '@mantine/spotlight',
            '@simplewebauthn/browser',
            '@tabler/icons-react',
            '@tanstack/react-query',
            '@tanstack/react-virtual',
            'axios',
            'dayjs',
            'dayjs/locale/zh-cn',
            'htmlparser2',
            'idb-keyval',
            'react',
            'react-dom',
            'react-dom/client',
            'react-hook-form',
            'react-router',
            'react/jsx-dev-runtime',
            'react/jsx-runtime',
            'uqr',
            'uplot',
            'zod',
          ],
        },
        test: {
          name: 'browser',
          include: ['web/**/*.browser.tsx', 'editor/**/*.browser.ts'],
          ...patient,
          retry,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: launchOptions(), actionTimeout: 15_000 }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
})
