import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { freshAddress, type Media, type MediaRef } from '#contract/media.ts'
import { PictureCrop } from '../crop/picture-crop.tsx'
import { useFileDrop } from '../upload/file-drop.ts'
import dropClasses from '../upload/file-drop.module.css'
import { useMedia } from '../media-api.ts'
import { MediaPicker } from './media-picker.tsx'
import classes from './picture-choice.module.css'

type Props = {
  /** Names the buttons: “Cover”. */
  label: string
  /** Id of the picture. */
  value: string | null
  onChange: (media: Media | null) => void
  /** A picture that was cropped from the one that is shown; left out: it is chosen. */
  onCropped?: (media: Media) => void
  /** Readers see it here by approval only, so it is cropped as a new picture, never in its place. */
  cropAsNew?: boolean
  /** Pictures whose data came along with the form, so that the preview needs no further call. */
  known?: readonly MediaRef[]
  readOnly?: boolean
}

/** One picture: its preview, with ways to choose, replace and remove it. A file may be dropped on it. */
export function PictureChoice({
  label,
  value,
  onChange,
  onCropped = onChange,
  cropAsNew = false,
  known = [],
  readOnly,
}: Props) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const [files, setFiles] = useState<readonly File[]>()
  const [cropped, setCropped] = useState<string>()
  const chooseButton = useRef<HTMLButtonElement>(null)
  const drop = useFileDrop((dropped) => {
    if (readOnly) return
    setFiles(dropped)
    setOpened(true)
  })
  const given = known.find(({ id }) => id === value)
  const isKnown = given !== undefined && value !== cropped
  const asked = useMedia(value && !isKnown ? value : undefined)
  const now = asked.data?.deletedAt === null ? asked.data : undefined
  const isGone = asked.isError || Boolean(asked.data?.deletedAt)
  const picture = isKnown ? given : (now ?? given)
  const close = () => {
    setOpened(false)
    setFiles(undefined)
  }

  return (
    <div className={dropClasses.drop} {...drop.handlers} role="group" aria-label={label}>
      {drop.over && !readOnly && (
        <div className={dropClasses.dropHint}>
          <Trans>Drop to upload</Trans>
        </div>
      )}
      {value && picture && (
        <img
          className={classes.preview}
          src={sized(picture)}
          alt={picture.alt || t`${label}: preview`}
          width={picture.width}
          height={picture.height}
        />
      )}
      {value && !picture && asked.isPending && <Skeleton height={180} />}
      {value && isGone && (
        <Text size="sm" c="dimmed">
          <Trans>The picture cannot be shown. It may have been deleted.</Trans>
        </Text>
      )}
      {!value && readOnly && (
        <Text size="sm" c="dimmed">
          <Trans>No picture</Trans>
        </Text>
      )}
      {!value && !readOnly && (
        <div className={classes.empty}>
          <Button
            ref={chooseButton}
            variant="default"
            leftSection={<IconPhotoPlus size={16} aria-hidden />}
            aria-label={t`${label}: choose a picture`}
            onClick={() => setOpened(true)}
          >
            <Trans>Choose a picture</Trans>
          </Button>
          <Text size="xs" c="dimmed">
            <Trans>or drop one here</Trans>
          </Text>
        </div>
      )}
      {value && !readOnly && (
        <Group gap="xs" mt={8}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t`${label}: replace the picture`}
            onClick={() => setOpened(true)}
          >
            <Trans>Replace</Trans>
          </Button>
          {!isGone && (
            <PictureCrop
              id={value}
              label={label}
              onOpen={() => setCropped(value)}
              onMade={onCropped}
              newOnly={cropAsNew}
            />
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={t`${label}: remove the picture`}
            onClick={() => {
              onChange(null)
              // The button that was pressed is gone; the keyboard goes on where a new picture is chosen.
              requestAnimationFrame(() => chooseButton.current?.focus())
            }}
          >
            <Trans>Remove the picture</Trans>
          </Button>
        </Group>
      )}
      <MediaPicker
        opened={opened}
        files={files}
        onClose={close}
        onChoose={(media) => {
          close()
          onChange(media)
        }}
      />
    </div>
  )
}

/** A file that fills the preview. Only formats that never move are sure to have the smaller size. */
function sized(picture: MediaRef | Media): string {
  const address = (url: string) => freshAddress(url, picture.fileVersion)
  if ('variants' in picture) return address(picture.variants.find(({ name }) => name === '640')?.url ?? picture.url)
  const isStill = /\.(jpg|png|avif)$/.test(picture.url)
  return isStill && picture.width > 640 ? picture.thumb.replace('thumb.', '640.') : address(picture.url)
}
