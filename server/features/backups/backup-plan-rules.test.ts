import { expect, it } from 'vitest'
import { lastDue, nextDue, superfluous } from './backup-plan-rules.ts'

it.each([
  ['2026-11-22T02:00:00.000Z', '2026-11-22T02:00:00.000Z'],
  ['2026-11-22T23:59:00.000Z', '2026-11-22T02:00:00.000Z'],
  ['2026-11-22T01:59:59.000Z', '2026-11-21T02:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', '2025-12-31T02:00:00.000Z'],
])('at %s the backup of %s was due', (now, due) => {
  expect(lastDue({ hour: 2, zone: 'UTC' }, new Date(now)).toISOString()).toBe(due)
})

it.each([
  // The same hour of the clock before and after summer time begins and ends.
  ['Europe/Oslo', 3, '2026-03-27T12:00Z', ['2026-03-28T02:00Z', '2026-03-29T01:00Z', '2026-03-30T01:00Z']],
  ['Europe/Oslo', 3, '2026-10-23T12:00Z', ['2026-10-24T01:00Z', '2026-10-25T02:00Z', '2026-10-26T02:00Z']],
  // Clocks skip 2:00: they show 3:00 then.
  ['Europe/Oslo', 2, '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:00Z']],
  // 2:00 comes twice: the first time only.
  ['Europe/Oslo', 2, '2026-10-24T12:00Z', ['2026-10-25T00:00Z', '2026-10-26T01:00Z']],
  ['America/New_York', 23, '2026-12-31T12:00Z', ['2027-01-01T04:00Z', '2027-01-02T04:00Z']],
  ['Asia/Kolkata', 0, '2026-02-27T18:30Z', ['2026-02-28T18:30Z', '2026-03-01T18:30Z']],
  // Half an hour is skipped.
  ['Australia/Lord_Howe', 2, '2026-10-03T00:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:00Z']],
])('in %s at %i:00, after %s the next backups are due at %j', (zone, hour, start, expected) => {
  let now = new Date(start)
  for (const moment of expected) {
    const next = nextDue({ hour, zone }, now)
    expect(next).toEqual(new Date(moment))
    expect(lastDue({ hour, zone }, next)).toEqual(next)
    expect(lastDue({ hour, zone }, new Date(next.valueOf() - 1)).valueOf()).toBeLessThan(next.valueOf())
    now = next
  }
})

it('the newest are kept, and one that cannot be restored takes no place of a good one', () => {
  const row = (id: string, verified = 'passed') => ({ id, path: id, verified })
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  expect(idsOf(superfluous([row('c'), row('b'), row('a')], 2))).toEqual(['a'])
  expect(idsOf(superfluous([row('d', 'failed'), row('c'), row('b', 'not_possible'), row('a')], 2))).toEqual(['a'])
  expect(superfluous([row('b', 'failed'), row('a')], 2)).toEqual([])
})
