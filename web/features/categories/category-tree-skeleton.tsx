import { Skeleton } from '@mantine/core'
import { levelStyle } from './category-row.tsx'
import classes from './category-tree.module.css'

const LEVELS = [1, 2, 2, 1, 2, 3, 3, 2, 1, 1]

/** Shown in place of the tree after a moment of waiting. */
export function CategoryTreeSkeleton() {
  return (
    <div aria-hidden>
      {LEVELS.map((level, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- they never change
        <div key={at} className={classes.row} style={levelStyle(level)}>
          <Skeleton height={12} width={`${60 - level * 10}%`} ml={32} />
          <Skeleton height={12} width={24} ml="auto" />
        </div>
      ))}
    </div>
  )
}
