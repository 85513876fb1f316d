import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '@mantine/core'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import type { Media } from '#contract/media.ts'
import { useRowKeys } from '../../../ui/data-table/row-keys.ts'
import type { SelectionControl } from '../../../ui/data-table/row-selection.ts'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { MediaCardFace } from './media-card.tsx'
import classes from './media-card.module.css'

type Props = {
  items: readonly Media[]
  /** Accessible name of the grid. */
  label: string
  /** The items are of the page before, the new ones are on their way. */
  stale: boolean
  /** Leave out where there is nothing to do with many pictures. */
  select: SelectionControl<Media> | undefined
  hrefOf: (media: Media) => string
}

/** A page of the library as pictures: each opens, and can be chosen. Keys as in a table, and the arrows. */
export function MediaGrid({ items, label, stale, select, hrefOf }: Props) {
  const { t } = useLingui()
  const body = useRef<HTMLUListElement>(null)
  const page = useMemo(() => items.map((media) => [media.id, media] as const), [items])
  const { toggle, remember } = useRowKeys({ body, page, select })
  const isChosen = (id: string) => select !== undefined && (select.selection.all || select.selection.rows.has(id))
  const isAnyChosen = select !== undefined && (select.selection.all || select.selection.rows.size > 0)
  return (
    // The keys move between the links inside, which are what can be used.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={body}
      className={classes.grid}
      aria-label={label}
      data-stale={stale || undefined}
      data-choosing={isAnyChosen || undefined}
      onKeyDown={moveByArrows}
    >
      {items.map((media) => (
        <li
          key={media.id}
          data-row-id={media.id}
          className={classes.card}
          data-chosen={isChosen(media.id) || undefined}
        >
          <MediaCardFace media={media} uses={media.uses} />
          <ScreenLink
            to={hrefOf(media)}
            data-row-link
            className={classes.link}
            aria-label={media.name}
            onClick={(event) => {
              // Shift and a click selects a range; the browser would open a new window.
              if (!event.shiftKey || !select) return
              event.preventDefault()
              toggle(media.id, true)
            }}
            onFollow={() => remember(media.id)}
          />
          {select && (
            <Checkbox
              className={classes.tick ?? ''}
              size="xs"
              aria-label={t`Select “${media.name}”`}
              checked={isChosen(media.id)}
              // The change event does not say whether Shift was held.
              onClick={(event) => toggle(media.id, event.shiftKey)}
              readOnly
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The arrow keys go from picture to picture, up and down by as many as are in a row. */
function moveByArrows(event: KeyboardEvent<HTMLUListElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const cards = [...event.currentTarget.children] as HTMLElement[]
  const at = cards.findIndex((card) => card.contains(document.activeElement))
  const columns = cards.filter(({ offsetTop }) => offsetTop === cards[0]?.offsetTop).length
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }
  const step = steps[event.key]
  const target = step === undefined || at < 0 ? undefined : cards[at + step]
  if (!target) return
  event.preventDefault()
  target.querySelector<HTMLElement>('[data-row-link], button')?.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest' })
}
