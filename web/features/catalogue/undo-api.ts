import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { undoEndpoints } from '#contract/merge.ts'
import { call } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyDone, notifyFailure, offerUndo } from '../../ui/notify.tsx'

/** Names changed: their own lists, and the articles that carry them, are fetched again when they are next looked at. */
export function useNamesChanged(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    // A first answer that is under way may still tell of before.
    for (const key of ['tags', 'authors'])
      void client.cancelQueries({ queryKey: [key] }).then(() => client.invalidateQueries({ queryKey: [key] }))
    for (const key of [['articles', 'list'], ['welcome']]) void client.invalidateQueries({ queryKey: key })
  }, [client])
}

/** Says what was done and offers to take it back. */
export function useOfferUndo(): (message: string, undo: string) => void {
  const { t } = useLingui()
  const changed = useNamesChanged()
  const problemText = useProblemText()
  return useCallback(
    (message, undo) => {
      const takeBack = async () => {
        try {
          const { skipped } = await call(undoEndpoints.run, { body: { undo } })
          notifyDone(
            skipped === 0
              ? t`Everything is as it was`
              : t`Taken back, but for ${plural(skipped, { one: '# article', other: '# articles' })} that somebody changed meanwhile`,
          )
        } catch (failure) {
          const { sentence, requestId } = problemText(failure)
          notifyFailure(sentence, requestId)
        }
        changed()
      }
      offerUndo(message, () => void takeBack())
    },
    [t, changed, problemText],
  )
}
