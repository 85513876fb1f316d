import type { Column } from './column.ts'

/** The cells of the box and of the actions. */
const BESIDE = 96
const NAME_LEAST = 240

type Widths = Pick<Column<never>, 'width' | 'narrow'>

const least = ({ width, narrow = width ?? NAME_LEAST }: Widths) => narrow

/** Below this the table scrolls, in pixels. */
export const leastWidth = (columns: readonly Widths[]): number =>
  columns.reduce((sum, column) => sum + least(column), BESIDE)

/** The width of a column as CSS, in a table with a container around it: what room there is, all that can be narrow share. */
export function columnWidth(column: Widths, columns: readonly Widths[]): string | undefined {
  if (column.width === undefined) return undefined
  const extra = column.width - least(column)
  if (extra === 0) return `${column.width}px`
  const all = columns.reduce((sum, one) => sum + (one.width ?? least(one)) - least(one), 0)
  return `calc(${least(column)}px + clamp(0px, (100cqi - ${leastWidth(columns)}px) * ${extra / all}, ${extra}px))`
}
