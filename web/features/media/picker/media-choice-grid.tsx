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
  /** Where one picture is wanted, a click or Enter takes it, as in the picker of albums. */
  onTake?: ((media: Media) => void) | undefined
}

/** The library's pictures to choose from: buttons, which stay pressed where several can be chosen. */
export function MediaChoiceGrid({ items, label, isChosen, onChoose, onTake }: Props) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {items.map((media) => (
        <li key={media.id}>
          <button
            type="button"
            className={`${classes.card} ${classes.choice}`}
            aria-pressed={onTake && !isChosen(media) ? undefined : isChosen(media)}
            data-chosen={isChosen(media) || undefined}
            onClick={(event) => (onTake ? onTake(media) : onChoose(media, event.shiftKey))}
          >
            <MediaCardFace media={media} />
            {isChosen(media) && <IconCheck size={16} className={classes.check} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}
