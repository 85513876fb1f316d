import type { ImportItem, ImportRun } from '#contract/import.ts'

export type Outcome = ImportItem['outcome']
export type Subject = Pick<ImportItem, 'kind' | 'sourceId' | 'title'>
export type Sums = ImportRun['sums']
export type Report = ReturnType<typeof createReport>

const LONGEST_REASON = 2000

/** Gives every item of the source exactly one outcome. `subjects` is the whole file, in its order. */
export function createReport(subjects: Subject[]) {
  const settled: (ImportItem | undefined)[] = subjects.map(() => undefined)
  let done = 0

  /** What became of the item at this place of the file. Twice for one item is a fault of ours. */
  function settle(position: number, outcome: Outcome, reason = '', article: string | null = null) {
    const subject = subjects[position]
    if (!subject || settled[position])
      throw new Error(`item ${position} of the import was settled twice or is not there`)
    settled[position] = { ...subject, outcome, reason: reason.slice(0, LONGEST_REASON), article }
    done++
  }

  function items(): ImportItem[] {
    const left = settled.findIndex((item) => item === undefined)
    if (left >= 0) throw new Error(`item ${left} of the import (${subjects[left]?.kind}) was not accounted for`)
    return settled.filter((item) => item !== undefined)
  }

  /** `inFile` counts the file, the outcomes count the report: they agree because every item has one outcome. */
  function sums(): Sums {
    const byKind = new Map<string, Sums[number]>()
    const row = (kind: string) => {
      const found = byKind.get(kind) ?? { kind, inFile: 0, created: 0, merged: 0, unchanged: 0, skipped: 0 }
      byKind.set(kind, found)
      return found
    }
    for (const { kind } of subjects) row(kind).inFile++
    for (const { kind, outcome } of items()) row(kind)[outcome]++
    return [...byKind.values()]
  }

  return { settle, items, sums, total: subjects.length, done: () => done }
}

/** `a, b and 3 more` would hide something: all of it, in words. */
export const reasonOf = (notes: (string | false | undefined)[]): string =>
  notes.filter((note) => typeof note === 'string' && note !== '').join('; ')
