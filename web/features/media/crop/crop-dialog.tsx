import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { transformFault, sameRectangle, wholeOf } from '#contract/media-transform.ts'
import type { Media } from '#contract/media.ts'
import { ApiError } from '../../../api/call.ts'
import { staleState } from '../../../entity/drafts/use-draft.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { useOpenerFocus } from '../../../ui/opener-focus.ts'
import { useOfferMediaUndo, useTransformMedia } from '../media-api.ts'
import { useMediaWords } from '../media-words.ts'
import { pathOfPicture } from '../upload/upload-list.tsx'
import { useUploadProblem } from '../upload/upload-problem.ts'
import { CropFields } from './crop-fields.tsx'
import { beginCrop, rectangleOf, seenSize } from './crop-rules.ts'
import { CropStage } from './crop-stage.tsx'
import { CropTools } from './crop-tools.tsx'
import classes from './crop-dialog.module.css'

type Props = {
  media: Media
  /** Saves what was typed about the picture; false where that failed. */
  saveTexts?: () => Promise<boolean>
  /** Takes a new picture over where this one is used; left out, the message leads there. */
  onMade?: (media: Media) => void
  /** The picture itself must stay as it is. */
  newOnly?: boolean
  onClose: () => void
}
type As = 'replacement' | 'newPicture'

/** A picture with the part of it that is to stay: put in its place, or kept beside it. */
export function CropDialog({ media: opened, saveTexts, onMade, newOnly = false, onClose }: Props) {
  const { t } = useLingui()
  const words = useMediaWords()
  const isNarrow = useMediaQuery('(max-width: 760px)', false, { getInitialValueInEffect: false })
  const transform = useTransformMedia()
  const offerUndo = useOfferMediaUndo()
  const problem = useCropProblem()
  useOpenerFocus()
  // What is seen is what the rectangle is about, whatever the library learns meanwhile.
  const [media, setMedia] = useState(opened)
  const [crop, setCrop] = useState(() => beginCrop(media))
  const [busy, setBusy] = useState<As>()
  const [failure, setFailure] = useState<unknown>()

  const rectangle = rectangleOf(crop)
  const isAll = sameRectangle(rectangle, wholeOf(seenSize(crop)))
  const body = { rotate: crop.rotate, flip: crop.flip, crop: isAll ? null : rectangle }
  const isWhole = transformFault(body, media)?.code === 'changes_nothing'

  const run = async (as: As) => {
    if (busy) return
    setBusy(as)
    setFailure(undefined)
    try {
      // A new picture takes over what is typed here, too.
      if (saveTexts && !(await saveTexts())) {
        setFailure(new TextsNotSaved())
        return
      }
      const made = await sendOf(media, (version) =>
        transform.mutateAsync({ id: media.id, body: { ...body, as, version } }),
      )
      if (made.undo) offerUndo(t`Replaced “${made.name}” with the edited picture`, made.undo)
      else {
        const done = made.existing
          ? t`The library has this picture already: “${made.name}”`
          : t`Saved as “${made.name}”`
        notifyDone(done, onMade ? undefined : { label: t`Show the picture`, href: pathOfPicture(made) })
        onMade?.(made)
      }
      onClose()
    } catch (error) {
      const now = staleState<Media>(error)?.current
      if (now) {
        setMedia(now)
        setCrop(beginCrop(now))
      }
      setFailure(error)
    } finally {
      setBusy(undefined)
    }
  }

  const mayReplace = media.can.write && !newOnly
  // Used in one place, the others are left as they are unless that is asked for.
  const isNewFirst = onMade !== undefined || !mayReplace
  const saveAsNew = (
    <Button
      key="newPicture"
      variant={isNewFirst ? 'filled' : 'default'}
      disabled={isWhole || busy === 'replacement'}
      loading={busy === 'newPicture'}
      onClick={() => void run('newPicture')}
    >
      <Trans>Save as a new picture</Trans>
    </Button>
  )
  const replace = mayReplace && (
    <Button
      key="replacement"
      variant={isNewFirst ? 'default' : 'filled'}
      disabled={isWhole || busy === 'newPicture'}
      loading={busy === 'replacement'}
      onClick={() => void run('replacement')}
    >
      <Trans>Replace the picture</Trans>
    </Button>
  )

  return (
    <Modal
      opened
      onClose={() => !busy && onClose()}
      title={t`Crop and rotate “${media.name}”`}
      size={1000}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <div className={classes.layout} aria-busy={busy !== undefined}>
        <CropStage media={media} crop={crop} disabled={busy !== undefined} onChange={setCrop} />
        <div className={classes.controls}>
          <CropTools crop={crop} isWhole={isWhole} disabled={busy !== undefined} onChange={setCrop} />
          <CropFields crop={crop} disabled={busy !== undefined} onChange={setCrop} />
          <Text size="sm" role="status" className={classes.result}>
            <Trans>
              Result: <strong>{words.dimensions(rectangle)}</strong> pixels
            </Trans>
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {newOnly ? (
              <Trans>The result is a new picture, which takes the place of this one here.</Trans>
            ) : (
              <Consequence media={media} />
            )}
          </Text>
        </div>
      </div>
      <div className={classes.foot}>
        {failure !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem(failure)}
          </Text>
        )}
        <div className={classes.buttons}>
          <Button variant="default" disabled={busy !== undefined} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {isNewFirst ? [replace, saveAsNew] : [saveAsNew, replace]}
        </div>
      </div>
    </Modal>
  )
}

/** What replacing means, or why it is not offered. */
function Consequence({ media: { uses, can } }: { media: Media }) {
  if (can.needsPublisher)
    return (
      <Trans>
        Readers see this picture, so only someone who may publish can replace it. A new picture is yours, and can be
        used instead.
      </Trans>
    )
  if (!can.write)
    return (
      <Trans>
        Only its owner and editors can replace this picture. A new picture is yours, and can be used instead.
      </Trans>
    )
  if (uses === 0) return <Trans>Replacing keeps the address and the texts. It can be undone for thirty days.</Trans>
  return (
    <Plural
      value={uses}
      one="Replacing keeps the address and the texts: the # place that shows it shows the result at once, published articles too. It can be undone for thirty days."
      other="Replacing keeps the address and the texts: the # places that show it show the result at once, published articles too. It can be undone for thirty days."
    />
  )
}

/** Sends again with the newest version where someone has changed the texts only: what is seen is still the same file. */
async function sendOf<T>(media: Media, send: (version: number) => Promise<T>): Promise<T> {
  let { version } = media
  for (let tries = 0; ; tries++) {
    try {
      return await send(version)
    } catch (error) {
      const now = staleState<Media>(error)?.current
      const isSameFile = now?.bytes === media.bytes && now.width === media.width && now.height === media.height
      if (!now || !isSameFile || tries === 2) throw error
      version = now.version
    }
  }
}

/** What was typed about the picture could not be saved; its form says why. */
class TextsNotSaved extends Error {}

function useCropProblem(): (error: unknown) => string {
  const { t } = useLingui()
  const problem = useUploadProblem()
  return (error) => {
    if (error instanceof TextsNotSaved)
      return t`The texts of this picture could not be saved. Close this dialog to see why, then try again.`
    if (!(error instanceof ApiError)) return problem(error)
    if (error.code === 'already_here') return t`The picture looks the same afterwards, so nothing was changed.`
    if (error.code === 'stale_version')
      return t`Someone else replaced this picture in the meantime. This is the new one; nothing was overwritten.`
    if (error.problem?.fields?.[0]?.code === 'animation_too_large')
      return t`This animation is too large to be rotated. It can be cropped and flipped.`
    return problem(error)
  }
}
