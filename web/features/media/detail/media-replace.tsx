import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { isCancel } from 'axios'
import { IconArrowRight, IconReplace } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { imageTypes, type Media, mediaTextNames } from '#contract/media.ts'
import { ApiError } from '../../../api/call.ts'
import { useOfferMediaUndo, useReplaceMedia } from '../media-api.ts'
import { useFileTexts } from '../upload/file-texts.ts'
import { MediaUses } from './media-uses.tsx'
import classes from '../media-dialogs.module.css'
import { WholeUpload } from '../upload/upload-api.ts'
import { checkFile, useUploadProblem } from '../upload/upload-problem.ts'

/** Puts another file in a picture's place, after saying where it is shown. Its address and its texts stay. */
export function MediaReplace({ media }: { media: Media }) {
  const [chosen, setChosen] = useState<{ file: File; preview: string }>()
  const reset = useRef<() => void>(null)
  return (
    <>
      <FileButton
        accept={imageTypes.join(',')}
        resetRef={reset}
        onChange={(file) => {
          if (file) setChosen({ file, preview: URL.createObjectURL(file) })
          reset.current?.()
        }}
      >
        {(button) => (
          <Button {...button} size="compact-sm" variant="default" leftSection={<IconReplace size={14} aria-hidden />}>
            <Trans>Replace the file</Trans>
          </Button>
        )}
      </FileButton>
      {chosen && (
        <ReplaceDialog
          media={media}
          {...chosen}
          onClose={() => {
            URL.revokeObjectURL(chosen.preview)
            setChosen(undefined)
          }}
        />
      )}
    </>
  )
}

type Props = { media: Media; file: File; preview: string; onClose: () => void }

function ReplaceDialog({ media, file, preview, onClose }: Props) {
  const { t } = useLingui()
  const replace = useReplaceMedia()
  const offerUndo = useOfferMediaUndo()
  const problem = useUploadProblem()
  const fromFile = useFileTexts()
  const [part, setPart] = useState<number>()
  const [failure, setFailure] = useState<unknown>(() => checkFile(file))
  const [whole] = useState(() => new WholeUpload(file))
  const stop = useRef(new AbortController())
  const refused = checkFile(file) !== undefined

  const there = pictureThere(failure)
  const other = there && there.id !== media.id ? there : undefined

  /** @param copyOf the picture of the library that has this file, where both are to show it */
  const run = async (copyOf?: string) => {
    stop.current = new AbortController()
    setFailure(undefined)
    setPart(0)
    try {
      const upload = await whole.send({
        signal: stop.current.signal,
        onProgress: (bytes) => setPart(bytes / file.size),
      })
      const replaced = await replace.mutateAsync({ media, upload, ...(copyOf && { copyOf }) })
      const texts = fromFile(replaced)
      const done = t`Replaced the file of “${media.name}”`
      offerUndo(texts ? `${done} · ${texts}` : done, replaced.undo)
      onClose()
    } catch (error) {
      if (!isCancel(error)) setFailure(error)
    } finally {
      setPart(undefined)
    }
  }
  const close = () => {
    stop.current.abort()
    whole.abandon()
    onClose()
  }

  return (
    <Modal
      opened
      onClose={close}
      title={t`Replace the file of “${media.name}”?`}
      closeButtonProps={{ 'aria-label': t`Close` }}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      <Stack gap="md">
        <div className={classes.swap}>
          <img src={media.thumb} alt={t`The file now`} />
          <IconArrowRight size={18} aria-hidden />
          <img src={preview} alt={t`The new file, ${file.name}`} />
        </div>
        <Text size="sm" component="div">
          {media.uses > 0 ? (
            <Plural
              value={media.uses}
              one="The address stays, so the # place that shows it shows the new file at once, published articles too."
              other="The address stays, so the # places that show it show the new file at once, published articles too."
            />
          ) : (
            <Trans>The address and the focal point stay.</Trans>
          )}
        </Text>
        <StayingTexts media={media} />
        {media.uses > 0 && (
          <div className={classes.shownIn}>
            <MediaUses id={media.id} onFollow={close} />
          </div>
        )}
        <div className={classes.foot}>
          {part !== undefined && (
            <Progress
              value={part * 100}
              striped={part >= 1}
              animated={part >= 1}
              aria-label={t`Upload of ${file.name}`}
            />
          )}
          {failure !== undefined && (
            <Text size="sm" c={there ? undefined : 'var(--mantine-color-error)'} role="alert">
              {other ? (
                <Trans>
                  The library has this file already, as “{other.name}”. Use that picture: everywhere this one is shown,
                  the same picture is shown then, and texts that are empty here are taken from it.
                </Trans>
              ) : there ? (
                <Trans>This picture has that very file already.</Trans>
              ) : (
                problem(failure)
              )}
            </Text>
          )}
          {other && <PictureThere media={other} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} data-autofocus>
              <Trans>Cancel</Trans>
            </Button>
            {other ? (
              <Button loading={part !== undefined} onClick={() => void run(other.id)}>
                <Trans>Use that picture</Trans>
              </Button>
            ) : (
              <Button loading={part !== undefined} disabled={refused || there !== undefined} onClick={() => void run()}>
                <Trans>Replace</Trans>
              </Button>
            )}
          </Group>
        </div>
      </Stack>
    </Modal>
  )
}

/** What is shown under the new picture, too: a credit that is wrong may cost money. */
function StayingTexts({ media }: { media: Media }) {
  const { t } = useLingui()
  const labels = { alt: t`Alt text`, caption: t`Caption`, credit: t`Credit` }
  const kept = mediaTextNames.filter((name) => media[name] !== '')
  if (kept.length === 0)
    return (
      <Text size="sm">
        <Trans>It has no texts; those of the new file are taken over.</Trans>
      </Text>
    )
  return (
    <div>
      <Text size="sm">
        {kept.length === mediaTextNames.length ? (
          <Trans>Its texts stay. Check whether they fit the new picture:</Trans>
        ) : (
          <Trans>
            Its texts stay, and empty ones are taken from the new file. Check whether they fit the new picture:
          </Trans>
        )}
      </Text>
      <dl className={classes.kept}>
        {kept.map((name) => (
          <div key={name}>
            <dt>{labels[name]}</dt>
            <dd>{media[name]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The picture of the library that has the chosen file, when this is why it was refused. */
function pictureThere(failure: unknown): Media | undefined {
  if (!(failure instanceof ApiError) || failure.code !== 'already_here') return undefined
  return failure.problem?.current as Media | undefined
}

function PictureThere({ media: { thumb, name, alt } }: { media: Media }) {
  return (
    <div className={classes.there}>
      <img src={thumb} alt="" />
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {alt || <Trans>No alt text</Trans>}
        </Text>
      </div>
    </div>
  )
}
