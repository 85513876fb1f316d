import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Media } from '#contract/media.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { notifyFailure } from '../../../ui/notify.tsx'
import { useAllowed } from '../../session/session-api.ts'
import { useFetchMedia } from '../media-api.ts'

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog, { ahead: false })

type Props = {
  id: string
  /** Names the button: “Cover”. */
  label: string
  /** It is about to be cropped, so what was known of it may soon be out of date. */
  onOpen: () => void
  /** A new picture was made of it, to be shown in its place. */
  onMade: (media: Media) => void
  /** The picture itself must stay as it is. */
  newOnly: boolean
}

/** Crops a picture where it is used: in its place everywhere, or as a new picture for this place. */
export function PictureCrop({ id, label, onOpen, onMade, newOnly }: Props) {
  const { t } = useLingui()
  const mayUpload = useAllowed('media.write') === true
  const fetchMedia = useFetchMedia()
  const problemText = useProblemText()
  const [busy, setBusy] = useState(false)
  const [media, setMedia] = useState<Media>()
  if (!mayUpload) return null

  const open = async () => {
    setBusy(true)
    try {
      setMedia(await fetchMedia(id))
      onOpen()
    } catch (error) {
      const { sentence, requestId } = problemText(error)
      notifyFailure(sentence, requestId)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t`${label}: crop and rotate the picture`}
        aria-busy={busy}
        onClick={() => busy || void open()}
      >
        <Trans>Crop</Trans>
      </Button>
      {media && <CropDialog media={media} onMade={onMade} newOnly={newOnly} onClose={() => setMedia(undefined)} />}
    </>
  )
}
