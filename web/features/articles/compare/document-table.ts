import type { GridCell, Run } from './document.ts'
import { alignOf } from './document-attributes.ts'
import type { HtmlElement } from './html-nodes.ts'

/** More columns than any table of an article has; a wrong `colspan` must not cost memory. */
const MOST_COLUMNS = 200
const MOST_ROWS = 5000

/** Cells at their places in a grid of equally long rows; where a merged cell reaches, the grid is covered. */
export function gridOf(rows: readonly (readonly { cell: HtmlElement; runs: readonly Run[] }[])[]): GridCell[][] {
  const grid: (GridCell | undefined)[][] = rows.map(() => [])
  rows.forEach((cells, y) => {
    let x = 0
    for (const { cell, runs } of cells) {
      while (grid[y]![x] !== undefined) x++
      if (x >= MOST_COLUMNS) break
      const columns = spanOf(cell.attribs['colspan'], MOST_COLUMNS - x)
      const height = spanOf(cell.attribs['rowspan'], Math.min(MOST_ROWS, rows.length - y))
      for (let down = 0; down < height; down++)
        for (let right = 0; right < columns; right++) grid[y + down]![x + right] ??= 'covered'
      grid[y]![x] = { runs, isHeader: cell.name === 'th', columns, rows: height, align: alignOf(cell.attribs) }
      x += columns
    }
  })
  const width = Math.max(0, ...grid.map((row) => row.length))
  return grid.map((row) => Array.from({ length: width }, (_, x) => row[x] ?? empty))
}

const empty: GridCell = { runs: [], isHeader: false, columns: 1, rows: 1, align: '' }

const spanOf = (value: string | undefined, most: number) =>
  Math.max(1, Math.min(most, Math.floor(Number(value ?? 1)) || 1))
