import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import pg from 'pg'
import type { DiagnosticLayer } from '#contract/diagnostic-verdict.ts'
import type { DiagnosticRun } from '#contract/diagnostics.ts'
import { startDatabaseProxy } from '../server/db/testing/database-proxy.ts'
import { createDesk } from './support/desk.ts'
import { startServer } from './support/running-server.ts'
import { createServerDatabase } from './support/shared-postgres.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { openSlowWay } from './support/slow-way.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ timeout: 400_000 })

/** Stops a process for most of the time: nothing of it runs then, as when its event loop is busy. */
function keepBusy(pid: number): () => void {
  let ended = false
  void (async () => {
    while (!ended) {
      process.kill(pid, 'SIGSTOP')
      await pause(250)
      process.kill(pid, 'SIGCONT')
      await pause(40)
    }
  })()
  return () => void (ended = true)
}

async function measure(page: Page): Promise<DiagnosticRun> {
  const kept = page.waitForResponse((reply) => reply.url().endsWith('/runs') && reply.request().method() === 'POST', {
    timeout: 120_000,
  })
  await page.getByRole('button', { name: /^(Start measuring|Measure again)$/ }).click()
  const run = (await (await kept).json()) as DiagnosticRun
  await expect(page.getByRole('region', { name: 'Finding' })).toBeVisible()
  return run
}

test('F2 slowed down in one of eight layers, the diagnostics name that layer', async ({ browser }) => {
  const way = await openSlowWay()
  const database = (await createServerDatabase())!
  const wire = await startDatabaseProxy(database.url)
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-slow-'))
  const slowFile = join(folder, 'ms')
  const workMs = (ms: number) => writeFileSync(slowFile, String(ms))
  workMs(0)
  const server = await startServer({
    PUBLIC_URL: way.url,
    DATABASE_URL: wire.url,
    SLOW_REQUESTS_FILE: slowFile,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'support/slow-requests.ts')}`,
  })
  way.leadTo(server.url)
  const context = await browser.newContext({ baseURL: way.url })
  const page = await context.newPage()
  const developer = await context.newCDPSession(page)
  const operator = new pg.Client({ connectionString: database.url })
  await operator.connect()
  await signIn(page, createDesk(server))
  await page.goto('/jCore/health/diagnostic')
  await screenIsThere(page, 'Connection diagnostics')

  let release = () => {}
  const faults: Record<DiagnosticLayer, { begin: () => unknown; end: () => unknown }> = {
    network: { begin: () => way.become({ kind: 'network', ms: 400 }), end: () => way.become({ kind: 'plain' }) },
    proxy: { begin: () => way.become({ kind: 'proxy', ms: 400 }), end: () => way.become({ kind: 'plain' }) },
    payload: {
      begin: () => way.become({ kind: 'thin', bytesPerSecond: 60_000 }),
      end: () => way.become({ kind: 'plain' }),
    },
    server: { begin: () => workMs(500), end: () => workMs(0) },
    database: { begin: () => wire.slowDown(400), end: () => wire.slowDown(0) },
    lock: {
      begin: () => operator.query('begin; lock table article in access exclusive mode'),
      end: () => operator.query('rollback'),
    },
    event_loop: { begin: () => (release = keepBusy(server.pid)), end: () => release() },
    browser: {
      begin: () => developer.send('Emulation.setCPUThrottlingRate', { rate: 20 }),
      end: () => developer.send('Emulation.setCPUThrottlingRate', { rate: 1 }),
    },
  }
  const named: Record<string, string | null> = {}
  for (const [layer, { begin, end }] of Object.entries(faults)) {
    await begin()
    const { verdict, report } = await measure(page)
    named[layer] = verdict.layer
    if (verdict.layer !== layer) console.log(`${layer} was taken for ${verdict.layer}`, JSON.stringify(report))
    await end()
  }
  await operator.end()
  await context.close()
  await server.stop()
  wire.close()
  way.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })

  // Last, so that a wrong name leaves no server behind.
  const right = Object.entries(named).filter(([layer, found]) => layer === found).length
  expect(right, JSON.stringify(named)).toBeGreaterThanOrEqual(7)
})
