import { IconCheck } from '@tabler/icons-react'
import type { Media } from '#contract/media.ts'
import { MediaCardFace } from '../library/media-card.tsx'
import classes from '../library/media-card.module.css'

type Props = {
  items: readonly Media[]
  /** Accessible name of the grid. */
  label: string
  isChosen: (media: Media) => boolean
  onChoose: (media: Media, range: boolean) => void
  /** Double click, or Enter on what is chosen: the button that says so is behind all the pictures. */
  onTake?: ((media: Media) => void) | undefined
}

/** The library's pictures to choose from, as pressed or not pressed buttons. */
export function MediaChoiceGrid({ items, label, isChosen, onChoose, onTake }: Props) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {items.map((media) => (
        <li key={media.id}>
          <button
            type="button"
            className={`${classes.card} ${classes.choice}`}
            aria-pressed={isChosen(media)}
            data-chosen={isChosen(media) || undefined}
            onClick={(event) => onChoose(media, event.shiftKey)}
            onDoubleClick={() => onTake?.(media)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.repeat || !onTake || !isChosen(media)) return
              event.preventDefault()
              onTake(media)
            }}
          >
            <MediaCardFace media={media} />
            {isChosen(media) && <IconCheck size={16} className={classes.check} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}
