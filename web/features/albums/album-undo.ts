import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { albumEndpoints } from '#contract/albums.ts'
import { call } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyDone, notifyFailure, offerUndo } from '../../ui/notify.tsx'
import { albumKeys } from './album-api.ts'

/** Says what was done to albums or their photos, and offers to take it back. Answers what takes the message away. */
export function useOfferAlbumUndo(): (message: string, undo: string | readonly string[] | null) => () => void {
  const { t } = useLingui()
  const client = useQueryClient()
  const problemText = useProblemText()
  return useCallback(
    (message, undo) => {
      if (undo === null) return notifyDone(message)
      const takeBack = async () => {
        try {
          let skipped = 0
          for (const step of typeof undo === 'string' ? [undo] : undo.toReversed())
            skipped += (await call(albumEndpoints.undo, { body: { undo: step } })).skipped
          notifyDone(
            skipped === 0
              ? t`Everything is as it was`
              : t`Taken back, but for ${plural(skipped, { one: '# photo', other: '# photos' })} that somebody changed meanwhile`,
          )
        } catch (failure) {
          const { sentence, requestId } = problemText(failure)
          notifyFailure(sentence, requestId)
        }
        void client.invalidateQueries({ queryKey: albumKeys.all })
      }
      return offerUndo(message, () => void takeBack())
    },
    [t, client, problemText],
  )
}
