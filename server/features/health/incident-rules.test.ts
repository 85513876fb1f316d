import { describe, expect, it } from 'vitest'
import type { HealthMeasurement } from '#contract/health.ts'
import { nextIncidentStep, worseOfDay, worstOf } from './incident-rules.ts'

const at = '2026-05-01T12:00:00.000Z'
const check = (fields: Partial<HealthMeasurement>): HealthMeasurement => ({
  name: 'cpu',
  state: 'good',
  value: 0.1,
  cause: null,
  detail: '',
  facts: {},
  at,
  since: at,
  ...fields,
})

describe('incidents', () => {
  it('open with the first warning, worsen once, and close when all is good', () => {
    expect(nextIncidentStep(undefined, 'warning')).toBe('open')
    expect(nextIncidentStep(undefined, 'bad')).toBe('open')
    expect(nextIncidentStep('warning', 'bad')).toBe('worsen')
    expect(nextIncidentStep('bad', 'warning')).toBe('none')
    expect(nextIncidentStep('bad', 'good')).toBe('close')
    expect(nextIncidentStep(undefined, 'good')).toBe('none')
  })

  it('are neither opened nor closed by what cannot be measured', () => {
    expect(nextIncidentStep(undefined, 'unknown')).toBe('none')
    expect(nextIncidentStep('bad', 'unknown')).toBe('none')
  })
})

describe('several processes', () => {
  it('give the worst state, and say whose it is', () => {
    const reports = [
      { process: 'one', checks: [check({}), check({ name: 'memory', state: 'warning' })] },
      { process: 'two', checks: [check({ state: 'bad' }), check({ name: 'memory' })] },
    ]
    const worst = worstOf(reports)
    expect(worst.get('cpu')).toMatchObject({ process: 'two', check: { state: 'bad' } })
    expect(worst.get('memory')).toMatchObject({ process: 'one', check: { state: 'warning' } })
  })

  it('of two equal ones, the older one counts', () => {
    const older = check({ state: 'bad', since: '2026-05-01T11:00:00.000Z' })
    const reports = [
      { process: 'one', checks: [check({ state: 'bad' })] },
      { process: 'two', checks: [older] },
    ]
    expect(worstOf(reports).get('cpu')?.process).toBe('two')
  })
})

it('a day has its worst state, and is unknown only if nothing was measured', () => {
  expect(worseOfDay(undefined, 'unknown')).toBe('unknown')
  expect(worseOfDay('unknown', 'good')).toBe('good')
  expect(worseOfDay('good', 'unknown')).toBe('good')
  expect(worseOfDay('bad', 'warning')).toBe('bad')
})
