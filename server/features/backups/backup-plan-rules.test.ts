import { expect, it } from 'vitest'
import { lastDue, superfluous } from './backup-plan-rules.ts'

it.each([
  ['2026-11-22T02:00:00.000Z', '2026-11-22T02:00:00.000Z'],
  ['2026-11-22T23:59:00.000Z', '2026-11-22T02:00:00.000Z'],
  ['2026-11-22T01:59:59.000Z', '2026-11-21T02:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', '2025-12-31T02:00:00.000Z'],
])('at %s the backup of %s was due', (now, due) => {
  expect(lastDue(2, new Date(now)).toISOString()).toBe(due)
})

it('the newest are kept, and one that cannot be restored takes no place of a good one', () => {
  const row = (id: string, verified = 'passed') => ({ id, path: id, verified })
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  expect(idsOf(superfluous([row('c'), row('b'), row('a')], 2))).toEqual(['a'])
  expect(idsOf(superfluous([row('d', 'failed'), row('c'), row('b', 'not_possible'), row('a')], 2))).toEqual(['a'])
  expect(superfluous([row('b', 'failed'), row('a')], 2)).toEqual([])
})
