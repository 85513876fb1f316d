import type { ImportItem, ImportRun } from '#contract/import.ts'
import type { ImportReason, ImportReasonCode, ValuesOf } from '#contract/import-reasons.ts'

export type Outcome = ImportItem['outcome']
export type Subject = Pick<ImportItem, 'kind' | 'sourceId' | 'title'>
export type Sums = ImportRun['sums']
export type Report = ReturnType<typeof createReport>

const LONGEST_VALUE = 2000

/** Gives every item of the source exactly one outcome. `subjects` is the whole file, in its order. */
export function createReport(subjects: Subject[]) {
  const recorded: (ImportItem | undefined)[] = subjects.map(() => undefined)
  let done = 0

  /** What became of the item at this place of the file. Twice for one item is a fault of ours. */
  function record(position: number, outcome: Outcome, reasons: ImportReason[] = [], article: string | null = null) {
    const subject = subjects[position]
    if (!subject || recorded[position])
      throw new Error(`item ${position} of the import was recorded twice or is not there`)
    recorded[position] = { ...subject, outcome, reasons, article }
    done++
  }

  function items(): ImportItem[] {
    const left = recorded.findIndex((item) => item === undefined)
    if (left >= 0) throw new Error(`item ${left} of the import (${subjects[left]?.kind}) was not accounted for`)
    return recorded.filter((item) => item !== undefined)
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

  return { record, items, sums, total: subjects.length, done: () => done }
}

/** Something to say about an item; what the source wrote goes into the values. */
export function because<Code extends ImportReasonCode>(
  code: Code,
  ...[values]: keyof ValuesOf<Code> extends never ? [] : [ValuesOf<Code>]
): ImportReason {
  const short = Object.entries<string>(values ?? {}).map(([name, value]) => [name, value.slice(0, LONGEST_VALUE)])
  return { code, values: Object.fromEntries(short) as Record<string, string> }
}

/** Those of the reasons that there are. */
export const reasonsOf = (reasons: (ImportReason | false | undefined | null)[]): ImportReason[] =>
  reasons.filter((reason) => typeof reason === 'object' && reason !== null)

/** The fields of an entry that have no place here. */
export const notKeptOf = ({ customFields = [] }: { customFields?: string[] }): ImportReason[] =>
  customFields.length ? [because('fields_not_kept', { fields: customFields.join(', ') })] : []
