import { Skeleton } from '@mantine/core'
import { boxOf, GAP, packRows } from './pack-rows.ts'
import classes from './photo-grid.module.css'

const skeletonRatios = [1.5, 0.75, 1.5, 1, 1.78, 0.66, 1.33, 1.5, 0.8, 1.5, 1.25, 1.5, 0.75, 1.6, 1, 1.5, 1.4, 0.7]
/** The grid before its first photos, in its true layout. */
export function GridSkeleton({ width, target }: { width: number; target: number }) {
  const layout = packRows([...skeletonRatios, ...skeletonRatios], { width, target, gap: GAP })
  return (
    <div className={classes.list} style={{ blockSize: layout.height }} aria-hidden>
      {[...layout.lefts.keys()].map((at) => {
        const { left, top, width: wide, height } = boxOf(layout, at)
        return <Skeleton key={at} className={classes.skeleton} style={{ left, top }} width={wide} height={height} />
      })}
    </div>
  )
}
