import { Skeleton } from '@mantine/core'
import type { Column } from './column.ts'
import classes from './data-table.module.css'

const widths = [62, 44, 71, 53, 80, 48, 66, 58, 74, 50]

/** Rows in the layout to come; they appear after 150 ms, so a quick answer shows none. */
export function SkeletonRows({
  columns,
  selectable,
}: {
  columns: readonly Pick<Column<never>, 'key'>[]
  selectable: boolean
}) {
  return widths.map((width, index) => (
    // eslint-disable-next-line react/no-array-index-key
    <tr key={index} role="row" aria-hidden className={classes.skeleton}>
      {selectable && <td className={classes.selectCell} />}
      {columns.map(({ key }, at) => (
        <td key={key}>
          <Skeleton height={10} width={at === 0 ? `${width}%` : '60%'} radius="sm" />
        </td>
      ))}
      <td className={classes.actionsCell} />
    </tr>
  ))
}
