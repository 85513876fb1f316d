import type { ReactNode } from 'react'
import classes from './thumb-frame.module.css'

type FrameProps = {
  /** Address of the picture. */
  src?: string | undefined
  /** `row`: in a row of a table, 40 × 28. `choice`: in a list to choose from, 78 × 52. */
  size?: 'row' | 'choice'
  /** Shown where there is no `src`: an icon, or a picture that loads in its own way. */
  children?: ReactNode
}

/** A small picture, cut to its frame. Decoration: the name beside it says what it shows. */
export function ThumbFrame({ src, size = 'row', children }: FrameProps) {
  return (
    <span className={classes.frame} data-size={size}>
      {src ? <img src={src} alt="" loading="lazy" decoding="async" /> : children}
    </span>
  )
}

/** A small picture and, beside it, what names the item. @param thumb a ThumbFrame */
export function NameWithThumb({ thumb, children }: { thumb: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.named}>
      {thumb}
      {children}
    </span>
  )
}
