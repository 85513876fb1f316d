import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Album } from '#contract/albums.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { NameWithThumb, ThumbFrame } from '../../ui/thumb-frame.tsx'
import { AlbumStatusDot } from './album-status.tsx'
import { albumStateOf, useDayText } from './album-words.ts'

export function useAlbumColumns(): readonly Column<Album>[] {
  const { t, i18n } = useLingui()
  const dayText = useDayText()
  return useMemo(
    () => [
      { key: 'title', header: t`Title`, sort: 'title', cell: (album) => <AlbumTitle album={album} /> },
      {
        key: 'status',
        header: t`Status`,
        width: 120,
        cell: (album) => <AlbumStatusDot state={albumStateOf(album)} />,
      },
      {
        key: 'photos',
        header: t`Photos`,
        sort: 'photos',
        sortFirst: 'desc',
        width: 90,
        align: 'end',
        cell: ({ photos }) => i18n.number(photos),
      },
      {
        key: 'missingAlt',
        header: t`No alt text`,
        width: 110,
        align: 'end',
        onPhone: 'left-out',
        cell: ({ missingAlt }) => (missingAlt > 0 ? i18n.number(missingAlt) : '–'),
      },
      {
        key: 'eventDate',
        header: t`Date of the event`,
        sort: 'eventDate',
        sortFirst: 'desc',
        width: 150,
        cell: ({ eventDate }) => (eventDate ? dayText(eventDate) : ''),
      },
      {
        key: 'photographer',
        header: t`Photographer`,
        width: 160,
        cell: ({ photographerName }) => photographerName ?? '',
      },
      {
        key: 'updatedAt',
        header: t`Changed`,
        sort: 'updatedAt',
        sortFirst: 'desc',
        width: 130,
        onPhone: 'left-out',
        cell: ({ updatedAt }) => <RelativeTime value={updatedAt} />,
      },
    ],
    [t, i18n, dayText],
  )
}

function AlbumTitle({ album: { title, place, coverImage } }: { album: Album }) {
  return (
    <NameWithThumb
      thumb={
        <ThumbFrame src={coverImage?.thumb}>
          <IconPhoto size={16} stroke={1.5} aria-hidden />
        </ThumbFrame>
      }
    >
      <Text span inherit truncate title={title}>
        {title}
      </Text>
      {place && (
        <Text span size="sm" c="dimmed" truncate fw={400} visibleFrom="sm">
          {place}
        </Text>
      )}
    </NameWithThumb>
  )
}

/** “12 photos” with what is missing, under a title. */
export function AlbumFacts({ album: { photos, eventDate } }: { album: Pick<Album, 'photos' | 'eventDate'> }) {
  const { i18n } = useLingui()
  const dayText = useDayText()
  const day = eventDate && dayText(eventDate)
  const count = i18n.number(photos)
  return (
    <>
      {photos === 1 ? <Trans>1 photo</Trans> : <Trans>{count} photos</Trans>}
      {day && (
        <>
          {' · '}
          <span style={{ whiteSpace: 'nowrap' }}>{day}</span>
        </>
      )}
    </>
  )
}
