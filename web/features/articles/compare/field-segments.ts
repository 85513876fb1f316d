import { commonPairs, gapsBetween } from '../../../ui/sequence-diff.ts'
import type { Segment } from './comparison.ts'

/** A value that is not compared by word: the old one, then the new one. */
export function replacedValue(before: string, after: string): Segment[] {
  if (before === after) return [{ change: 'same', text: after, marks: [] }]
  return [
    { change: 'removed', text: before, marks: [] },
    { change: 'same', text: ' → ', marks: [] },
    { change: 'added', text: after, marks: [] },
  ]
}

export type Named = { id: string; label: string }

/** A list of names: which were removed, added, or are at another position. */
export function comparedNames(before: readonly Named[], after: readonly Named[]): Segment[] {
  const idsOf = (names: readonly Named[]) => names.map(({ id }) => id)
  const pairs = commonPairs(idsOf(before), idsOf(after))
  const all = gapsBetween(pairs, before.length, after.length).flatMap((gap, index): [Named, Segment['change']][] => {
    const pair = pairs[index]
    return [
      ...before.slice(...gap.before).map((name): [Named, 'removed'] => [name, 'removed']),
      ...after.slice(...gap.after).map((name): [Named, 'added'] => [name, 'added']),
      ...(pair ? [[after[pair[1]]!, 'same'] as [Named, 'same']] : []),
    ]
  })
  return all.flatMap(([{ label }, change], index) => [
    ...(index > 0 ? [{ change: 'same' as const, text: ' · ', marks: [] }] : []),
    { change, text: label, marks: [] },
  ])
}
