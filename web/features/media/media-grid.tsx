import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import type { Media } from '#contract/media.ts'
import classes from './media.module.css'

type Props = {
  items: readonly Media[]
  /** Accessible name of the grid. */
  label: string
  /** Shown as pressed. */
  selected?: string | undefined
  onSelect: (media: Media) => void
  /** Double click. */
  onOpen?: (media: Media) => void
}

/** Pictures to choose from. */
export function MediaGrid({ items, label, selected, onSelect, onOpen }: Props) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {items.map((media) => (
        <li key={media.id}>
          <button
            type="button"
            className={classes.card}
            aria-pressed={media.id === selected}
            onClick={() => onSelect(media)}
            onDoubleClick={() => onOpen?.(media)}
          >
            <span className={classes.frame}>
              <img src={media.thumb} alt={media.alt} loading="lazy" decoding="async" />
              {!media.alt && (
                <span className={classes.flag}>
                  <Trans>No alt text</Trans>
                </span>
              )}
            </span>
            <span className={classes.name} title={media.name}>
              {media.name}
            </span>
            <span className={classes.size}>
              {media.width} × {media.height}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The grid before its first answer, in its true layout. */
export function MediaGridSkeleton() {
  return (
    <div className={classes.grid} aria-hidden>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index}>
          <Skeleton className={classes.frame} radius="md" />
          <Skeleton height={10} mt={8} width="70%" />
          <Skeleton height={8} mt={6} mb={4} width="40%" />
        </div>
      ))}
    </div>
  )
}
