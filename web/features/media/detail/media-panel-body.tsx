import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconAlbum, IconCheck, IconCopy, IconDownload, IconTrash } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import { freshAddress, type Media } from '#contract/media.ts'
import { paths } from '../../../paths.ts'
import { useSaveKey, useWarnBeforeLeaving } from '../../../ui/form-frame.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { useScreenTitle } from '../../../ui/screen.tsx'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { useAddToAlbum } from '../../albums/picker/add-to-album.tsx'
import { useAllowed } from '../../session/session-api.ts'
import { MediaCrop } from '../crop/media-crop.tsx'
import { FocalPicker } from './focal-picker.tsx'
import { useSimilar } from '../media-api.ts'
import { MediaFacts } from './media-facts.tsx'
import { type MediaForm, useMediaForm } from './media-form.ts'
import { InTrash } from '../trash/media-in-trash.tsx'
import { MediaReplace } from './media-replace.tsx'
import { MediaTexts } from './media-texts.tsx'
import { useMediaTrash } from '../trash/media-trash.tsx'
import { MediaUses } from './media-uses.tsx'
import classes from './media-panel.module.css'
import { Thumb } from '../thumb.tsx'
import { pathOfPicture } from '../upload/upload-list.tsx'

type Props = {
  media: Media
  /** Told of the form, so that the panel knows whether it may close. */
  formRef: RefObject<MediaForm | undefined>
  /** It left the library. */
  onGone: () => void
}

export function MediaPanelBody({ media, formRef, onGone }: Props) {
  const form = useMediaForm(media)
  const area = useRef<HTMLFormElement>(null)
  const { dirty, busy } = form
  const trashed = media.deletedAt !== null
  const readOnly = !media.can.write || trashed
  useEffect(() => {
    formRef.current = form
  })
  useEffect(() => () => void (formRef.current = undefined), [formRef])
  // Left by another way than the close button, it is saved.
  useScreenTitle(undefined, { unsaved: dirty, safeToLeave: true })
  useWarnBeforeLeaving(dirty)
  useSaveKey(area, () => void form.save())

  return (
    <Stack gap="lg">
      <form
        ref={area}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <Stack gap="md">
          {trashed ? (
            <InTrash media={media} onGone={onGone} />
          ) : (
            <FocalPicker
              media={media}
              value={form.values.focalPoint}
              onChange={(focalPoint) => form.set({ focalPoint })}
              readOnly={readOnly}
            />
          )}
          {form.notices}
          <MediaTexts form={form} readOnly={readOnly} />
          {!readOnly && (
            <Group justify="flex-end" className={classes.saveBar}>
              <Button type="submit" disabled={!dirty} loading={busy} aria-keyshortcuts="Control+S Meta+S">
                <Trans>Save</Trans>
              </Button>
            </Group>
          )}
          {!media.can.write && (
            <Text size="xs" c="dimmed">
              {media.can.needsPublisher ? (
                <Trans>
                  Readers see this picture, so only someone who may publish can change it. Ask an editor, or upload a
                  new picture and use that one.
                </Trans>
              ) : (
                <Trans>Only its owner and editors can change this picture.</Trans>
              )}
            </Text>
          )}
        </Stack>
      </form>
      {!trashed && <FileActions media={media} mayReplace={!readOnly} form={form} />}
      <MediaUses id={media.id} />
      <Similar media={media} />
      <MediaFacts media={media} />
      {!readOnly && <TrashButton media={media} onGone={onGone} form={form} />}
    </Stack>
  )
}

type FileProps = { media: Media; mayReplace: boolean; form: MediaForm }

function FileActions({ media, mayReplace, form }: FileProps) {
  const { t } = useLingui()
  const mayAlbum = useAllowed('albums.write') === true
  const mayUpload = useAllowed('media.write') === true
  const toAlbum = useAddToAlbum()
  return (
    <Group gap="xs">
      {mayReplace && <MediaReplace media={media} />}
      {mayUpload && <MediaCrop media={media} saveTexts={form.save} />}
      <CopyButton value={new URL(media.url, window.location.origin).href}>
        {({ copied, copy }) => (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            onClick={() => {
              copy()
              notifyDone(t`Address copied`)
            }}
          >
            <Trans>Copy the address</Trans>
          </Button>
        )}
      </CopyButton>
      <Button
        component="a"
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        href={freshAddress(media.url, media.fileVersion)}
        download={media.name}
      >
        <Trans>Download</Trans>
      </Button>
      {mayAlbum && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconAlbum size={14} aria-hidden />}
          onClick={() => toAlbum.start([media])}
        >
          <Trans>Add to album…</Trans>
        </Button>
      )}
      {toAlbum.dialog}
    </Group>
  )
}

function Similar({ media }: { media: Media }) {
  const { t } = useLingui()
  const similar = useSimilar(media)
  if (media.duplicates === 0 || similar.length === 0) return null
  return (
    <section>
      <Text size="sm" fw={600} component="h3">
        <Trans>Similar pictures</Trans>
      </Text>
      <ul className={classes.similar} aria-label={t`Similar pictures`}>
        {similar.map((one) => (
          <li key={one.id}>
            <Anchor component={ScreenLink} to={pathOfPicture(one)} inherit aria-label={one.name}>
              <Thumb small media={one} />
            </Anchor>
          </li>
        ))}
      </ul>
      <Anchor component={ScreenLink} size="xs" to={`${paths.media}?likeOf=${media.id}`}>
        <Trans>Compare them in the library</Trans>
      </Anchor>
    </section>
  )
}

function TrashButton({ media, form, onGone }: { media: Media; form: MediaForm; onGone: () => void }) {
  const { start, busy, dialog } = useMediaTrash((trashed) => {
    if (!trashed.includes(media.id)) return
    form.discard()
    onGone()
  })
  return (
    <Group>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        leftSection={<IconTrash size={14} aria-hidden />}
        loading={busy}
        onClick={() => start([media])}
      >
        <Trans>Move to trash</Trans>
      </Button>
      {dialog}
    </Group>
  )
}
