import { useLingui } from '@lingui/react/macro'
import type { Album } from '#contract/albums.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { ApiError } from '../../../api/call.ts'
import { notifyDone, notifyFailure, offerUndo } from '../../../ui/notify.tsx'
import { useEditAlbum, useLearnAlbum } from '../album-api.ts'

const TRIES = 3

/** Makes a media file the cover, null: the first photo again. At once, with undo. */
export function useSetCover(album: Album): (media: string | null) => Promise<void> {
  const { t } = useLingui()
  const edit = useEditAlbum()
  const learn = useLearnAlbum()
  const problemText = useProblemText()
  /** The cover is one value: that photos were moved meanwhile does not matter to it. */
  const send = async (cover: string | null, version: number): Promise<Album> => {
    for (let attempt = 1, at = version; ; attempt++) {
      try {
        return await edit.mutateAsync({ id: album.id, version: at, values: { cover } })
      } catch (error) {
        const current = error instanceof ApiError && error.code === 'stale_version' ? error.problem?.current : undefined
        if (!current || attempt >= TRIES) throw error
        learn(current as Album)
        at = (current as Album).version
      }
    }
  }
  const orSay = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  return (media) =>
    orSay(async () => {
      const before = album.cover
      const saved = await send(media, album.version)
      offerUndo(media === null ? t`The first photo is the cover` : t`Cover changed`, () => {
        void orSay(async () => {
          await send(before, saved.version)
          notifyDone(t`Undone`)
        })
      })
    })
}
