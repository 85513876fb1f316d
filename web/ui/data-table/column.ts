import type { ReactNode } from 'react'

/** One column of a list. The first is the name of the row: it cannot be hidden and carries the link. */
export type Column<Row> = {
  /** Its name in the address. */
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** What its values are, on hover and focus of the header. On a phone there is no header: what one must know belongs above the list. */
  help?: string
  /** Field that the server sorts by; leave out where it cannot. */
  sort?: string
  /** The direction of the first click; dates want the newest first. */
  sortFirst?: 'asc' | 'desc'
  /** What its values are, which names both orders. Left out: numbers if aligned to the end, times if sorted downwards first, else text. */
  sortKind?: 'text' | 'number' | 'time' | 'planned'
  /** Pixels; the name column takes what is left. */
  width?: number
  /** Pixels that do where the table has no room for all columns: between both it is as wide as there is room. The name column: 240. */
  narrow?: number
  align?: 'end'
  /** On a phone: under the name, there after its header (as numbers are unless said otherwise), or left out. */
  onPhone?: 'shown' | 'labelled' | 'left-out'
}

/** Something that can be done with one row. */
export type RowAction = {
  key: string
  label: string
  icon: ReactNode
  run: () => void
  /** Also shown beside the menu when the row is pointed at or focused. */
  quick?: boolean
  danger?: boolean
  /** Why it cannot be done with this row, in words: the menu shows it instead of doing it. */
  unavailable?: string
  /** Starts a new group in the menu. */
  divided?: boolean
}
