import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { type ProblemText, useProblemText } from '../api/problem-text.tsx'
import { notifyDone, notifyFailure, offerUndo } from '../ui/notify.tsx'

type Given = {
  /** Takes one step back; answers how much of it somebody changed meanwhile, which stays as it is. */
  takeBack: (undo: string) => Promise<{ skipped: number }>
  /** “Taken back, but for 2 articles that somebody changed meanwhile” */
  butText: (skipped: number) => string
  /** Where more is to be said of a failure than usually. */
  problemText?: (failure: unknown) => ProblemText
  /** Also after a failure: what is known may be out of date. */
  onSettled: () => void
}

/**
 * Says what was done and offers to take it back: all its steps, the last one first; null where there is nothing to take
 * back. Answers what takes the message away.
 */
export function useOfferUndo(given: Given): (message: string, undo: string | readonly string[] | null) => () => void {
  const { t } = useLingui()
  const usualText = useProblemText()
  const { takeBack, butText, problemText = usualText, onSettled } = given
  return useCallback(
    (message, undo) => {
      if (undo === null) return notifyDone(message)
      const run = async () => {
        try {
          let skipped = 0
          for (const step of typeof undo === 'string' ? [undo] : undo.toReversed())
            skipped += (await takeBack(step)).skipped
          notifyDone(skipped === 0 ? t`Everything is as it was` : butText(skipped))
        } catch (failure) {
          const { sentence, requestId } = problemText(failure)
          notifyFailure(sentence, requestId)
        }
        onSettled()
      }
      return offerUndo(message, () => void run())
    },
    [t, problemText, takeBack, butText, onSettled],
  )
}
