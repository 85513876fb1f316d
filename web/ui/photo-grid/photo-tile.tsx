import { memo } from 'react'
import { IconCheck } from '@tabler/icons-react'
import classes from './photo-grid.module.css'

/** One photo as the grid shows it. */
export type GridPhoto = {
  id: string
  /** Width by height. */
  ratio: number
  /** A small file, and a sharper one for where it is shown large; each with its width in pixels. */
  src: string
  srcSet?: string | undefined
  /** What it is, for assistive technology. */
  name: string
  /** Short words on it, as in “No alt text”; also read out. */
  flags: readonly string[]
}

type Props = {
  id: string
  domId: string
  src: string
  srcSet: string | undefined
  name: string
  flags: readonly string[]
  left: number
  top: number
  width: number
  height: number
  at: number
  total: number
  selected: boolean
  cursor: boolean
  /** It is being moved. */
  carried: boolean
  selectable: boolean
}

/** A photo at its place. It takes no focus of its own: the list around it points at one of them. */
export const PhotoTile = memo(function PhotoTile(props: Props) {
  const {
    id,
    domId,
    src,
    srcSet,
    name,
    flags,
    left,
    top,
    width,
    height,
    at,
    total,
    selected,
    cursor,
    carried,
    selectable,
  } = props
  return (
    <div
      id={domId}
      role="option"
      aria-selected={selected}
      aria-label={flags.length > 0 ? `${name}, ${flags.join(' · ')}` : name}
      aria-posinset={at + 1}
      aria-setsize={total}
      data-photo={id}
      data-cursor={cursor || undefined}
      data-carried={carried || undefined}
      className={classes.tile}
      style={{ left, top, width, height }}
    >
      <img
        {...(srcSet && { srcSet, sizes: `${width}px` })}
        src={src}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        draggable={false}
      />
      {flags.length > 0 && <span className={classes.flags}>{flags.join(' · ')}</span>}
      {selectable && (
        <span className={classes.check} data-check aria-hidden>
          <IconCheck size={14} stroke={2.5} />
        </span>
      )}
    </div>
  )
})
