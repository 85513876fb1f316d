import { type ReactNode, useCallback, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { notifyFailure } from '../../../ui/notify.tsx'
import { useFetchMedia } from '../media-api.ts'

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog, { ahead: false })

type Options = {
  /** A new picture was made of it, to be shown in its place. */
  onMade: (media: Media) => void
  /** The picture itself must stay as it is. */
  newOnly: boolean
  onClose?: () => void
}

/**
 * Crops a picture where it is used.
 * @returns `open` fetches it and opens the dialog; it answers false where that failed, and says why
 */
export function useCrop({ onMade, newOnly, onClose }: Options): {
  open: (id: string) => Promise<boolean>
  dialog: ReactNode
} {
  const fetchMedia = useFetchMedia()
  const problemText = useProblemText()
  const [media, setMedia] = useState<Media>()
  const open = useCallback(
    async (id: string) => {
      try {
        setMedia(await fetchMedia(id))
        return true
      } catch (error) {
        const { sentence, requestId } = problemText(error)
        notifyFailure(sentence, requestId)
        return false
      }
    },
    [fetchMedia, problemText],
  )
  const close = () => {
    setMedia(undefined)
    onClose?.()
  }
  const dialog = media && <CropDialog media={media} onMade={onMade} newOnly={newOnly} onClose={close} />
  return { open, dialog }
}
