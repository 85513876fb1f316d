import { expect, it } from 'vitest'
import { stateOfValue } from '#contract/health-checks.ts'
import { cpuCheck } from './checks/cpu-check.ts'
import type { HealthProbes } from './health-probes.ts'
import { createProcessFigures } from './process-figures.ts'

const measured = (machine: { share: number; lasts: boolean }) =>
  cpuCheck.measure({
    process: { machineShare: () => machine, cpuShare: () => 0.004, load: () => 33 },
  } as unknown as HealthProbes)

it('the processor check is about the whole machine, with the share of this process beside it', async () => {
  expect(await measured({ share: 0.97, lasts: true })).toEqual({
    value: 0.97,
    facts: { processShare: 0.004, load: 33 },
  })
  expect(stateOfValue('cpu', 0.97)).toBe('bad')
})

it('a machine that has been measured for less than three minutes is not a warning yet, and says so', async () => {
  expect(await measured({ share: 0.97, lasts: false })).toMatchObject({
    value: 0.97,
    state: 'good',
    cause: 'short_time',
  })
})

it('the use of the machine is measured over 36 turns', async () => {
  const figures = createProcessFigures()
  try {
    for (let turn = 0; turn < 40; turn++) {
      const until = performance.now() + 12
      while (performance.now() < until);
      await figures.turn()
    }
    const { share } = figures.machineShare()
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThanOrEqual(1)
  } finally {
    figures.stop()
  }
})
