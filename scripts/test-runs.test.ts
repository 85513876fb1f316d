import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runInOrder } from './parts-in-order.ts'
import { SLOW_TEST_FILES } from './slow-test-files.ts'
import { runsFor } from './test-runs.ts'
import { completed, durationOf, lineOf } from './test-part.ts'

describe('test:one picks the runner by the name of the file', () => {
  it.each([
    ['server/main.test.ts', ['server']],
    ['./web/ui/time-zone.test.ts', ['server']],
    ['web/ui/picker.browser.tsx', ['browser']],
    ['editor/paste.browser.ts', ['browser']],
  ])('%s', (file, projects) => {
    const runs = runsFor([file])
    expect(runs.map(({ steps }) => steps.at(-1)?.[3])).toEqual(projects)
    expect(runs[0]?.steps.at(-1)).toContain(file.replace('./', ''))
  })

  it('a journey is run against the newest build', () => {
    const [run, ...others] = runsFor(['e2e/import.test.ts', '-g', 'malformed'])
    expect(others).toEqual([])
    expect(run?.steps.map(([file]) => file)).toEqual(['scripts/build.ts', 'node_modules/@playwright/test/cli.js'])
    expect(run?.steps[1]?.slice(1)).toEqual(['test', 'e2e/import.test.ts', '-g', 'malformed'])
  })

  it('files of several kinds are run one kind after the other', () => {
    expect(runsFor(['e2e/a.test.ts', 'web/b.browser.tsx', 'server/c.test.ts'])).toHaveLength(3)
    expect(runsFor([])).toEqual([])
  })
})

describe('the parts of npm test', () => {
  const part = (name: string, ...after: string[]) => ({ name, args: [], counts: false, after })
  const parts = [part('checks'), part('build'), part('server', 'build'), part('journeys', 'checks', 'server')]

  it('begin when those that they come after have ended, and no later', async () => {
    const seen: string[] = []
    const running = new Map<string, (result: string) => void>()
    const all = runInOrder(parts, ({ name }) => {
      seen.push(name)
      return new Promise<string>((resolve) => running.set(name, resolve))
    })
    const end = async (name: string) => {
      running.get(name)?.(`${name} ended`)
      await new Promise(setImmediate)
    }
    await new Promise(setImmediate)
    expect(seen).toEqual(['checks', 'build'])
    await end('build')
    expect(seen).toEqual(['checks', 'build', 'server'])
    await end('server')
    expect(seen).not.toContain('journeys')
    await end('checks')
    expect(seen.at(-1)).toBe('journeys')
    await end('journeys')
    expect(await all).toEqual(['checks ended', 'build ended', 'server ended', 'journeys ended'])
  })

  it('run even if one that they come after broke, and none is left out for a wrong name', async () => {
    const seen: string[] = []
    const broken = runInOrder(parts, async ({ name }) => {
      seen.push(name)
      if (name === 'build') throw new Error('no disk')
    })
    await expect(broken).rejects.toThrow('no disk')
    await expect.poll(() => seen).toContain('journeys')
    await expect(runInOrder([part('server', 'buidl')], async () => undefined)).rejects.toThrow('buidl')
  })
})

it('every file that is named as slow is there, once', () => {
  expect(SLOW_TEST_FILES.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([])
  expect(new Set(SLOW_TEST_FILES).size).toBe(SLOW_TEST_FILES.length)
})

describe('the line of a part', () => {
  const tests = { name: 'Server tests', args: [], counts: true }
  const checks = { name: 'Checks', args: [], counts: false }
  const none = { passed: 0, failed: [], flaky: [] }

  it('says how many passed and failed, and how long it took', () => {
    const failed = [{ name: 'a', details: '' }]
    expect(lineOf(tests, { ...none, passed: 1234, failed }, 192_000)).toMatch(
      /^Server tests +1,234 passed, 1 failed +3 min 12 s$/,
    )
    expect(lineOf(checks, none, 45_400)).toMatch(/^Checks +ok +45 s$/)
    expect(durationOf(60_000)).toBe('1 min 0 s')
  })

  it('a part that breaks without a failed test is one failure, with the end of what it printed', () => {
    expect(completed(tests, 1, 'Cannot find module', undefined).failed).toEqual([
      { name: 'Server tests', details: 'Cannot find module' },
    ])
    expect(completed(tests, 0, '', undefined).failed, 'no summary was left behind').toHaveLength(1)
    expect(completed(checks, 0, 'all well').failed).toEqual([])
    const failed = [{ name: 'a test', details: 'expected' }]
    expect(completed(tests, 1, 'noise', { ...none, failed }).failed).toEqual(failed)
  })
})
