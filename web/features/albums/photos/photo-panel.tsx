import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconMaximize, IconPhotoCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Album, AlbumPhoto } from '#contract/albums.ts'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { pathOfPicture } from '../../media/upload/upload-list.tsx'
import classes from '../edit/album-edit.module.css'
import { type PhotoField, PhotoFields } from './photo-fields.tsx'
import type { PhotoTexts } from './photo-actions.ts'
import { altOf, photoSource } from './photo-source.ts'
import { dateFormat } from '../../../ui/formats.ts'

type Props = {
  album: Album
  photo: AlbumPhoto
  /** Its place, counted from 1. */
  place: number
  readOnly: boolean
  onSave: (photo: string, texts: PhotoTexts, base: PhotoTexts) => Promise<AlbumPhoto>
  /** Goes to the photo after or before; false where there is none. */
  onGo: (by: 1 | -1) => boolean
  onEscape: () => void
  onOpen: () => void
  onCover: () => void
}

/** One photo at the side of the grid: what it is, and its texts in this album. */
export function PhotoPanel(props: Props) {
  const { album, photo, place, readOnly, onSave, onGo, onEscape, onOpen, onCover } = props
  const { t, i18n } = useLingui()
  const [focus, setFocus] = useState<PhotoField>()
  const [position, total] = [i18n.number(place), i18n.number(album.photos)]
  const isCover = album.coverImage?.id === photo.media
  return (
    <Stack gap="md" component="section" aria-label={t`Photo ${position} of ${total}`}>
      <div>
        <Title order={2} size="h3" className={classes.panelTitle} title={photo.name}>
          {photo.name}
        </Title>
        <Text size="xs" c="dimmed">
          <Trans>
            Photo {position} of {total}
          </Trans>
          {isCover && (
            <>
              {' · '}
              <Trans>Cover</Trans>
            </>
          )}
        </Text>
      </div>
      <img
        className={classes.panelPicture}
        src={photoSource(photo, 640)}
        alt={altOf(photo) || t`Preview`}
        width={photo.width}
        height={photo.height}
        decoding="async"
      />
      <PhotoFields
        key={photo.id}
        album={album.id}
        photo={photo}
        readOnly={readOnly}
        focus={focus}
        onFocused={() => setFocus(undefined)}
        onSave={(texts, base) => onSave(photo.id, texts, base)}
        onGo={(by, field) => {
          const goes = onGo(by)
          if (goes) setFocus(field)
          return goes
        }}
        onEscape={onEscape}
      />
      {!readOnly && (
        <Text size="xs" c="dimmed">
          <Trans>Saved as you go. Enter goes on to the next photo, Escape back to the grid.</Trans>
        </Text>
      )}
      <Group gap="xs">
        {!readOnly && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPhotoCheck size={14} aria-hidden />}
            disabled={album.cover === photo.media}
            onClick={onCover}
          >
            <Trans>Use as cover</Trans>
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconMaximize size={14} aria-hidden />}
          onClick={onOpen}
        >
          <Trans>Show large</Trans>
        </Button>
      </Group>
      <PhotoFacts photo={photo} />
    </Stack>
  )
}

function PhotoFacts({ photo }: { photo: AlbumPhoto }) {
  const { i18n } = useLingui()
  const { width, height, capturedAt, credit, media } = photo
  return (
    <Facts>
      <dt>
        <Trans>Size</Trans>
      </dt>
      <dd>
        {width} × {height}
      </dd>
      {capturedAt && (
        <>
          <dt>
            <Trans>Taken</Trans>
          </dt>
          <dd>
            {/* The camera's own clock, which names no zone: shown as it is written. */}
            {dateFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
              new Date(`${capturedAt}Z`),
            )}
          </dd>
        </>
      )}
      {credit && (
        <>
          <dt>
            <Trans>Credit</Trans>
          </dt>
          <dd>{credit}</dd>
        </>
      )}
      <dt>
        <Trans>Library</Trans>
      </dt>
      <dd>
        <Anchor component={ScreenLink} inherit to={pathOfPicture({ id: media })}>
          <Trans>Show the media file</Trans>
        </Anchor>
      </dd>
    </Facts>
  )
}
