import { describe, expect, it } from 'vitest'
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
