import { Portal } from '@mantine/core'
import type { Ref } from 'react'
import classes from './photo-grid.module.css'

type Props = {
  /** For moving it with the pointer. */
  ref: Ref<HTMLDivElement>
  src: string
  /** Where it is at first, as a CSS transform. */
  start: string
  count: number
}

/** What hangs at the pointer while photos are dragged: the first of them, and how many there are. */
export const CarriedPreview = ({ ref, src, start, count }: Props) => (
  <Portal>
    <div
      ref={ref}
      className={classes.preview}
      style={{ transform: start }}
      data-many={count > 1 || undefined}
      aria-hidden
    >
      <img src={src} alt="" />
      {count > 1 && <span>{count}</span>}
    </div>
  </Portal>
)
