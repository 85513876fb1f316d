import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Modal, Progress, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { AlbumPhoto } from '#contract/albums.ts'
import classes from '../edit/album-edit.module.css'
import type { PhotoTexts } from './photo-actions.ts'
import { type PhotoField, PhotoFields } from './photo-fields.tsx'
import { altOf, photoSource } from './photo-source.ts'

type Props = {
  album: string
  /** What is gone through, in its order. */
  photos: readonly AlbumPhoto[]
  /** The one that is shown. */
  at: number
  /** Going through what lacks an alt text: with progress, and the focus in that field. */
  queue?: boolean
  readOnly: boolean
  onGo: (at: number) => void
  onSave: (photo: string, texts: PhotoTexts, base: PhotoTexts) => Promise<AlbumPhoto>
  onClose: () => void
}

/** One photo large, with its texts beside it; arrows, Tab and Enter go through the others. */
export function PhotoViewer({ album, photos, at, queue = false, readOnly, onGo, onSave, onClose }: Props) {
  const { t, i18n } = useLingui()
  const narrow = useMediaQuery('(max-width: 800px)')
  const [focus, setFocus] = useState<PhotoField>()
  const photo = photos[at]
  const go = (by: 1 | -1): boolean => {
    const to = at + by
    if (to < 0 || to >= photos.length) return false
    onGo(to)
    return true
  }
  const done = photos.filter((one) => altOf(one) !== '').length
  const [place, total, settled] = [at + 1, photos.length, done].map((number) => i18n.number(number))
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as Element).closest('textarea') || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowLeft') go(-1)
    if (event.key === 'ArrowRight') go(1)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={Boolean(narrow)}
      size="min(1200px, 94vw)"
      title={queue ? t`Photos without alt text` : (photo?.name ?? t`Photo`)}
      closeButtonProps={{ 'aria-label': t`Close` }}
      styles={{ title: { overflowWrap: 'anywhere' } }}
      onKeyDown={onKeyDown}
    >
      {queue && (
        <div className={classes.progress}>
          <Progress value={(done / Math.max(1, photos.length)) * 100} aria-label={t`Photos with alt text`} size="sm" />
          <Text size="sm" c="dimmed" role="status">
            <Trans>
              {settled} of {total} done
            </Trans>
          </Text>
        </div>
      )}
      {photo && (
        <div className={classes.viewer}>
          <div className={classes.stage}>
            <img
              key={photo.id}
              src={photoSource(photo, 1280)}
              alt={altOf(photo) || t`Preview`}
              width={photo.width}
              height={photo.height}
              decoding="async"
            />
            <ActionIcon
              className={classes.before ?? ''}
              variant="default"
              size={36}
              radius="xl"
              aria-label={t`Previous photo`}
              disabled={at === 0}
              onClick={() => go(-1)}
            >
              <IconChevronLeft size={20} />
            </ActionIcon>
            <ActionIcon
              className={classes.after ?? ''}
              variant="default"
              size={36}
              radius="xl"
              aria-label={t`Next photo`}
              disabled={at === photos.length - 1}
              onClick={() => go(1)}
            >
              <IconChevronRight size={20} />
            </ActionIcon>
          </div>
          <div className={classes.viewerSide}>
            <Text size="sm" c="dimmed" mb="xs" role="status">
              {queue ? (
                photo.name
              ) : (
                <Trans>
                  Photo {place} of {total}
                </Trans>
              )}
            </Text>
            <PhotoFields
              key={photo.id}
              album={album}
              photo={photo}
              readOnly={readOnly}
              startsFocused={queue ? 'alt' : undefined}
              focus={focus}
              onFocused={() => setFocus(undefined)}
              onSave={(texts, base) => onSave(photo.id, texts, base)}
              onGo={(by, field) => {
                const goes = go(by)
                if (goes) setFocus(queue ? 'alt' : field)
                return goes
              }}
            />
            {!readOnly && (
              <Text size="xs" c="dimmed" mt="sm">
                <Trans>Enter saves and goes on to the next photo.</Trans>
              </Text>
            )}
            {queue && (
              <Group gap="xs" mt="md">
                {at < photos.length - 1 && (
                  <Button
                    variant="default"
                    onClick={() => {
                      if (go(1)) setFocus('alt')
                    }}
                  >
                    <Trans>Skip</Trans>
                  </Button>
                )}
                <Button variant={done === photos.length ? 'filled' : 'default'} onClick={onClose}>
                  <Trans>Done</Trans>
                </Button>
              </Group>
            )}
          </div>
        </div>
      )}
    </Modal>
  )
}
