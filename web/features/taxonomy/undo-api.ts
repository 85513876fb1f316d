import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { undoEndpoints } from '#contract/merge.ts'
import { ApiError, call } from '../../api/call.ts'
import { type ProblemText, useProblemText } from '../../api/problem-text.tsx'
import { useOfferUndo } from '../../entity/offer-undo.ts'
import { listed } from '../../ui/listed.ts'

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

const takeBack = (undo: string) => call(undoEndpoints.run, { body: { undo } })

/** Says what was done to names and offers to take it back. */
export function useOfferNameUndo() {
  const { t } = useLingui()
  return useOfferUndo({
    takeBack,
    problemText: useUndoProblemText(),
    butText: useCallback(
      (skipped) =>
        t`Taken back, but for ${plural(skipped, { one: '# article', other: '# articles' })} that somebody changed meanwhile`,
      [t],
    ),
    onSettled: useNamesChanged(),
  })
}

const NAMED = 3

/** Like `useProblemText`, and says which names cannot come back because others have them now. */
function useUndoProblemText(): (error: unknown) => ProblemText {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  return useCallback(
    (error) => {
      const text = problemText(error)
      const taken = error instanceof ApiError && error.code === 'name_taken' ? (error.problem?.reasons ?? []) : []
      const [title] = taken
      if (title === undefined) return text
      if (taken.length === 1)
        return {
          ...text,
          sentence: t`“${title}” stays in the trash: there is another one of this name now. Rename that first.`,
        }
      const more = taken.length - NAMED
      const shown = taken.slice(0, NAMED).map((name) => `“${name}”`)
      const names = listed(more > 0 ? [...shown, t`${more} more`] : shown, i18n.locale)
      return {
        ...text,
        sentence: t`${names} stay in the trash: there are others of these names now. Rename those first.`,
      }
    },
    [t, i18n.locale, problemText],
  )
}
