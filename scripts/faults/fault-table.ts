import type { FaultResult } from './fault-round.ts'

const HEADS = ['fault', 'rounds', 'acknowledged', 'lost', 'back after', 'verdict']
const number = (value: number | undefined) => value?.toLocaleString('en') ?? '–'

/** Lines of Markdown, then what went wrong in each. */
export function faultTable(results: readonly FaultResult[]): string[] {
  const rows = results.map(({ fault, rounds, acknowledged, lost, backMs, flaws, note }) => [
    fault,
    rounds ? String(rounds) : '–',
    number(acknowledged),
    number(lost),
    backMs === undefined ? '–' : `${(backMs / 1000).toFixed(1)} s`,
    rounds === 0 ? 'left out' : flaws.length ? 'FAILED' : 'survived',
    ...(note ? [note] : []),
  ])
  const cells = rows.map(([fault, ...others]) => [fault!, ...others.slice(0, 4), others.slice(4).join(': ')])
  const widths = HEADS.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]!.length)))
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  const flaws = results.flatMap(({ fault, flaws: all }) => all.slice(0, 10).map((flaw) => `${fault}: ${flaw}`))
  return [line(HEADS), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...cells.map(line), ...flaws]
}
