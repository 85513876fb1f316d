import { bestPairs, commonPairs, type Gap, gapsBetween, type Pair } from '../../../ui/sequence-diff.ts'
import { type ComparedCell, type ComparedRow, type ComparedTable, hasChange } from './comparison.ts'
import { type Cell, cellText, type GridCell, type Run, type TableBlock } from './document.ts'
import { compareRuns, segmentsOf } from './text-comparison.ts'
import { likeness, wordBag } from './words.ts'

/** Larger tables are shown as removed and added as a whole. */
const MOST_CELLS = 20_000
const MOST_PAIRS = 250_000
/** Rows or columns with less in common are not the same one. */
const LEAST_LIKENESS = 0.3

/** What became of a table: its columns, then its rows, then the words of each cell. Undefined when it is too large. */
export function compareTables(before: TableBlock, after: TableBlock): ComparedTable | undefined {
  const [old, now] = [before.rows, after.rows]
  const [oldWidth, nowWidth] = [old[0]?.length ?? 0, now[0]?.length ?? 0]
  if (old.length * oldWidth + now.length * nowWidth > MOST_CELLS) return undefined
  const columnPairs = pairColumns(old, now, oldWidth, nowWidth)
  const columns = placesOf(columnPairs, oldWidth, nowWidth)
  const places = placesOf(pairRows(old, now, columnPairs), old.length, now.length)
  const rows = places.map(([i, j]): ComparedRow => {
    const cells = columns.map(([x, y]) => compareCells(cellAt(old, i, x), cellAt(now, j, y)))
    const isChanged = cells.some(({ change }, column) => change !== 'same' && changeOf(columns[column]!) === 'same')
    return { change: changeOf([i, j]) === 'same' && isChanged ? 'changed' : changeOf([i, j]), cells }
  })
  const caption = runsCompared(before.caption, after.caption)
  const columnChanges = columns.map(changeOf)
  const isSame =
    !hasChange(caption) && [...columnChanges, ...rows.map(({ change }) => change)].every((one) => one === 'same')
  return { type: 'table', change: isSame ? 'same' : 'changed', columns: columnChanges, rows, caption }
}

/** A table that is in one version only, or the same in both. */
export const wholeTable = ({ rows, caption }: TableBlock, change: 'same' | 'removed' | 'added'): ComparedTable => ({
  type: 'table',
  change,
  columns: (rows[0] ?? []).map(() => change),
  rows: rows.map((cells) => ({
    change,
    cells: cells.map((cell) =>
      compareCells(change === 'added' ? undefined : cell, change === 'removed' ? undefined : cell),
    ),
  })),
  caption: segmentsOf(caption, change),
})

/** A row or column of the result: its position in the old and the new table; undefined where it is not in it. */
type Place = readonly [before: number | undefined, after: number | undefined]
type Grid = TableBlock['rows']

const changeOf = ([before, after]: Place): 'same' | 'removed' | 'added' =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'same'

function placesOf(pairs: readonly Pair[], before: number, after: number): Place[] {
  return gapsBetween(pairs, before, after).flatMap((gap, index) => [
    ...range(gap.before).map((i): Place => [i, undefined]),
    ...range(gap.after).map((j): Place => [undefined, j]),
    ...(pairs[index] ? [pairs[index]] : []),
  ])
}

const range = ([from, to]: Pair) => Array.from({ length: to - from }, (_, index) => from + index)
const cellAt = (grid: Grid, row: number | undefined, column: number | undefined): GridCell | undefined =>
  row === undefined || column === undefined ? undefined : grid[row]![column]

/** Columns correspond by their heading and by how many of their cells are the same, then by their words, then by place. */
function pairColumns(old: Grid, now: Grid, oldWidth: number, nowWidth: number): Pair[] {
  const textsOf = (grid: Grid, width: number) =>
    Array.from({ length: width }, (_, column) => grid.map((row) => cellText(row[column]!)))
  const [oldTexts, nowTexts] = [textsOf(old, oldWidth), textsOf(now, nowWidth)]
  const pairs = bestPairs(oldWidth, nowWidth, (i, j) => {
    const [one, other] = [oldTexts[i]!, nowTexts[j]!]
    const share = commonCount(one, other) / Math.max(one.length, other.length)
    const heading = one[0] !== '' && one[0] === other[0] ? 1 : 0
    return share + heading >= LEAST_LIKENESS ? share + heading : 0
  })
  const bags = (texts: string[][]) => texts.map((column) => wordBag(column.join('\n')))
  const [oldBags, nowBags] = [bags(oldTexts), bags(nowTexts)]
  const similar =
    ({ before: [i], after: [j] }: Gap) =>
    (x: number, y: number) => {
      const score = likeness(oldBags[i + x]!, nowBags[j + y]!)
      return score >= LEAST_LIKENESS ? score : 0
    }
  const byWords = filled(pairs, oldWidth, nowWidth, (gap) => pairsInGap(gap, similar(gap)))
  return filled(byWords, oldWidth, nowWidth, ({ before, after }) =>
    before[1] - before[0] === after[1] - after[0] ? range(before).map((x, index): Pair => [x, after[0] + index]) : [],
  )
}

function pairRows(old: Grid, now: Grid, columns: readonly Pair[]): Pair[] {
  const textsOf = (grid: Grid, side: 0 | 1) => grid.map((row) => columns.map((pair) => cellText(row[pair[side]]!)))
  const [oldTexts, nowTexts] = [textsOf(old, 0), textsOf(now, 1)]
  const keys = (rows: string[][]) => rows.map((texts) => texts.join('\u0000'))
  const pairs = commonPairs(keys(oldTexts), keys(nowTexts))
  const bags = (rows: string[][]) => rows.map((texts) => texts.map((text) => wordBag(text)))
  const [oldBags, nowBags] = [bags(oldTexts), bags(nowTexts)]
  return filled(pairs, old.length, now.length, (gap) =>
    pairsInGap(gap, (x, y) => {
      const [i, j] = [gap.before[0] + x, gap.after[0] + y]
      const scores = columns.map((_, column) =>
        oldTexts[i]![column] === nowTexts[j]![column] ? 1 : likeness(oldBags[i]![column]!, nowBags[j]![column]!),
      )
      const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
      return mean >= LEAST_LIKENESS ? mean : 0
    }),
  )
}

function pairsInGap({ before: [i, endI], after: [j, endJ] }: Gap, score: (x: number, y: number) => number): Pair[] {
  const [n, m] = [endI - i, endJ - j]
  if (n === 0 || m === 0 || n * m > MOST_PAIRS) return []
  return bestPairs(n, m, score).map(([x, y]): Pair => [i + x, j + y])
}

/** The pairs, with more of them found in the gaps between. */
const filled = (pairs: readonly Pair[], before: number, after: number, find: (gap: Gap) => Pair[]): Pair[] =>
  gapsBetween(pairs, before, after).flatMap((gap, index) => [...find(gap), ...(pairs[index] ? [pairs[index]] : [])])

function commonCount(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>()
  for (const text of other) if (text !== '') left.set(text, (left.get(text) ?? 0) + 1)
  let common = 0
  for (const text of one) {
    const count = left.get(text) ?? 0
    if (count === 0) continue
    common++
    left.set(text, count - 1)
  }
  return common
}

function compareCells(before: GridCell | undefined, after: GridCell | undefined): ComparedCell {
  const [old, now] = [traitsOf(before), traitsOf(after)]
  const [oldRuns, nowRuns] = [runsOf(before), runsOf(after)]
  if (before === undefined)
    return {
      change: after === undefined ? 'same' : 'added',
      before: old,
      after: now,
      segments: segmentsOf(nowRuns, 'added'),
    }
  if (after === undefined)
    return { change: 'removed', before: old, after: now, segments: segmentsOf(oldRuns, 'removed') }
  const segments = runsCompared(oldRuns, nowRuns)
  const isSame = !hasChange(segments) && JSON.stringify(old) === JSON.stringify(now)
  return { change: isSame ? 'same' : 'changed', before: old, after: now, segments }
}

const runsOf = (cell: GridCell | undefined): readonly Run[] =>
  cell === undefined || cell === 'covered' ? [] : cell.runs

function traitsOf(cell: GridCell | undefined): Omit<Cell, 'runs'> | null {
  if (cell === undefined || cell === 'covered') return null
  const { runs: _, ...traits } = cell
  return traits
}

const runsCompared = (before: readonly Run[], after: readonly Run[]) =>
  compareRuns(before, after) ?? [...segmentsOf(before, 'removed'), ...segmentsOf(after, 'added')]
