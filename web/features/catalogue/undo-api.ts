import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { undoEndpoints } from '#contract/merge.ts'
import { call } from '../../api/call.ts'
import { useOfferUndo } from '../../entity/offer-undo.ts'

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
    butText: useCallback(
      (skipped) =>
        t`Taken back, but for ${plural(skipped, { one: '# article', other: '# articles' })} that somebody changed meanwhile`,
      [t],
    ),
    onSettled: useNamesChanged(),
  })
}
