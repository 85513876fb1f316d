import type { ImportItem, ImportRun } from '#contract/import.ts'
import { sayReason } from '#contract/import-reasons.ts'
import type { CategoryTableReport } from '../server/features/categories/category-import-commands.ts'
import { reasonTexts } from './import-reason-texts.ts'

const OUTCOMES = ['created', 'merged', 'unchanged', 'skipped'] as const
const MOST_LINES = 1000

/** The report of an import on the terminal. Returns the exit code. */
export function printReport(run: Pick<ImportRun, 'status' | 'error' | 'dryRun' | 'sums'>, items: ImportItem[]): number {
  if (run.status !== 'done') {
    console.error(run.error)
    return 1
  }
  const told = items.filter(({ outcome, reasons }) => outcome === 'skipped' || reasons.length > 0)
  for (const { kind, sourceId, title, outcome, reasons } of told.slice(0, MOST_LINES)) {
    const reason = reasons.map((one) => sayReason(reasonTexts, one)).join('; ')
    console.log(`${outcome}: ${kind} ${sourceId}${title ? ` “${title}”` : ''}${reason ? `: ${reason}` : ''}`)
  }
  if (told.length > MOST_LINES)
    console.log(`… and ${told.length - MOST_LINES} more; the whole report is on the import screen.`)

  const head = ['', 'in the file', ...OUTCOMES]
  const rows = run.sums.map((sum) => [sum.kind, sum.inFile, ...OUTCOMES.map((outcome) => sum[outcome])].map(String))
  const sum = (at: number) => String(rows.reduce((all, row) => all + Number(row[at]), 0))
  const total = ['all', ...head.slice(1).map((_, at) => sum(at + 1))]
  const lines = [head, ...rows, total]
  const widths = head.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  console.log()
  for (const line of lines)
    console.log(line.map((cell, at) => (at ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join('  '))
  console.log(run.dryRun ? '\nDry run: nothing was written.' : '\nDone.')
  return 0
}

/** The report of an import of categories on the terminal. Returns the exit code. */
export function printCategoryReport(
  { inFile, created, unchanged, skipped }: CategoryTableReport,
  dryRun: boolean,
): number {
  for (const { line, name, why } of skipped.slice(0, MOST_LINES))
    console.log(`skipped: line ${line}${name ? ` “${name}”` : ''}: ${why}`)
  console.log(`\n${inFile} in the file: ${created} created, ${unchanged} there already, ${skipped.length} skipped`)
  console.log(dryRun ? '\nDry run: nothing was written.' : '\nDone.')
  return 0
}
