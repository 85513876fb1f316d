import { expect, it } from 'vitest'
import type { HealthIncident } from '#contract/health.ts'
import { groupIncidents } from './incident-groups.ts'

const incident = (minute: number, seconds: number | null, change: Partial<HealthIncident> = {}): HealthIncident => {
  const startedAt = new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()
  const endedAt = seconds === null ? null : new Date(Date.parse(startedAt) + seconds * 1000).toISOString()
  const rest = { state: 'warning', cause: null, detail: '', value: 300, process: '' } as const
  return { id: String(minute), name: 'event_loop', ...rest, startedAt, endedAt, ...change }
}
const sizes = (incidents: HealthIncident[]) => groupIncidents(incidents).map((group) => group.length)

it('twenty short incidents of one check are one line, also with another check between them', () => {
  const short = Array.from({ length: 20 }, (_, n) => incident(40 - n, 18))
  expect(sizes(short)).toEqual([20])
  expect(sizes([short[0]!, incident(40, 18, { name: 'pool' }), ...short.slice(1)])).toEqual([20, 1])
})

it('what lasts, is worse, or was hours ago keeps a line of its own', () => {
  expect(sizes([incident(40, null), incident(39, 18)])).toEqual([1, 1])
  expect(sizes([incident(40, 18), incident(30, 300), incident(20, 18)])).toEqual([1, 1, 1])
  expect(sizes([incident(40, 18), incident(39, 18, { state: 'bad' })])).toEqual([1, 1])
  expect(sizes([incident(120, 18), incident(10, 18)])).toEqual([1, 1])
})
