import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, Skeleton, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Album } from '#contract/albums.ts'
import { paths } from '../../../paths.ts'
import type { RowAction } from '../../../ui/data-table/column.ts'
import { RowActions } from '../../../ui/data-table/row-actions.tsx'
import { useRowKeys } from '../../../ui/data-table/row-keys.ts'
import type { SelectionControl } from '../../../ui/data-table/row-selection.ts'
import { FocusStopContext } from '../../../ui/focus-stop.ts'
import { useScrollPlace } from '../../../ui/scroll-place.ts'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { AlbumFacts } from '../album-columns.tsx'
import { AlbumStatusDot } from '../album-status.tsx'
import { albumStateOf } from '../album-words.ts'
import classes from '../albums.module.css'

type Props = {
  label: string
  /** Undefined until the first answer. */
  albums: readonly Album[] | undefined
  stale: boolean
  select: SelectionControl<Album> | undefined
  actionsOf: (album: Album) => readonly RowAction[]
  empty: ReactNode
}

/** A page of albums by their covers; the keys are those of a table. */
export function AlbumCards({ label, albums, stale, select, actionsOf, empty }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLUListElement>(null)
  const page = useMemo(() => (albums ?? []).map((album) => [album.id, album] as const), [albums])
  const { toggle, remember } = useRowKeys({ body, page, select })
  useScrollPlace(area, albums !== undefined)
  return (
    <div ref={area} className={classes.cards} data-stale={stale || undefined} aria-busy={albums === undefined || stale}>
      {albums === undefined && <CardSkeletons />}
      {albums?.length === 0 && empty}
      <ul ref={body} className={classes.cardList} aria-label={label} hidden={page.length === 0}>
        {page.map(([id, album]) => (
          <AlbumCard
            key={id}
            album={album}
            selected={select && (select.selection.all || select.selection.rows.has(id))}
            selecting={(select?.selection.rows.size ?? 0) > 0}
            onToggle={(range) => toggle(id, range)}
            onOpen={() => remember(id)}
            actions={actionsOf(album)}
          />
        ))}
      </ul>
    </div>
  )
}

type CardProps = {
  album: Album
  selected: boolean | undefined
  selecting: boolean
  onToggle: (range: boolean) => void
  onOpen: () => void
  actions: readonly RowAction[]
}

function AlbumCard({ album, selected, selecting, onToggle, onOpen, actions }: CardProps) {
  const { t } = useLingui()
  const [inUse, setInUse] = useState(false)
  const { id, title, coverImage, missingAlt, photographerName, place } = album
  const { url, thumb, width } = coverImage ?? {}
  const isStill = url && /\.(jpg|png|avif)$/.test(url)
  return (
    <FocusStopContext value={inUse}>
      {/* Only notes whether the focus is inside. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <li
        data-row-id={id}
        className={classes.card}
        data-selected={selected || undefined}
        onFocus={() => setInUse(true)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setInUse(false)
        }}
      >
        <div className={classes.cardCover}>
          {thumb ? (
            <img
              src={thumb}
              {...(isStill &&
                (width ?? 0) > 640 && { srcSet: `${thumb} 320w, ${thumb.replace('thumb.', '640.')} 640w` })}
              sizes="280px"
              alt=""
              loading="lazy"
              decoding="async"
            />
          ) : (
            <IconPhoto size={28} stroke={1.2} aria-hidden />
          )}
          {missingAlt > 0 && (
            <span className={classes.cardFlag}>
              {t`${plural(missingAlt, { one: '# without alt text', other: '# without alt text' })}`}
            </span>
          )}
        </div>
        <div className={classes.cardText}>
          <ScreenLink to={paths.album(id)} onFollow={onOpen} data-row-link className={classes.cardLink} title={title}>
            {title}
          </ScreenLink>
          <Text size="xs" c="dimmed">
            <AlbumFacts album={album} />
          </Text>
          <Text size="xs" c="dimmed" truncate className={classes.cardWho}>
            {[photographerName, place].filter(Boolean).join(' · ') || '\u00a0'}
          </Text>
        </div>
        <div className={classes.cardFoot}>
          <Text size="xs" component="div">
            <AlbumStatusDot state={albumStateOf(album)} />
          </Text>
          <RowActions name={title} actions={actions.map((action) => ({ ...action, quick: false }))} />
        </div>
        {selected !== undefined && (
          <span className={classes.facetCheck} data-shown={selecting || undefined}>
            <Checkbox
              size="sm"
              aria-label={t`Select “${title}”`}
              checked={selected}
              // The change event does not say whether Shift was held.
              onClick={(event) => onToggle(event.shiftKey)}
              readOnly
            />
          </span>
        )}
      </li>
    </FocusStopContext>
  )
}

function CardSkeletons() {
  return (
    <div className={classes.cardList} aria-hidden>
      {Array.from({ length: 10 }, (_, at) => (
        <div key={at} className={`${classes.card} ${classes.late}`}>
          <Skeleton className={classes.cardCover} radius={0} />
          <div className={classes.cardText}>
            <Skeleton height={14} width="70%" mt={4} />
            <Skeleton height={10} width="50%" mt={8} />
            <Skeleton height={10} width="40%" mt={8} mb={26} />
          </div>
        </div>
      ))}
    </div>
  )
}
