import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { albumEndpoints } from '#contract/albums.ts'
import { call } from '../../api/call.ts'
import { useOfferUndo } from '../../entity/offer-undo.ts'
import { albumKeys } from './album-api.ts'

const takeBack = (undo: string) => call(albumEndpoints.undo, { body: { undo } })

/** Says what was done to albums or their photos, and offers to take it back. Answers what takes the message away. */
export function useOfferAlbumUndo(what: 'photos' | 'albums' = 'photos') {
  const { t } = useLingui()
  const client = useQueryClient()
  return useOfferUndo({
    takeBack,
    butText: useCallback(
      (skipped) =>
        what === 'albums'
          ? t`Taken back, but for ${plural(skipped, { one: '# album', other: '# albums' })} that somebody changed meanwhile`
          : t`Taken back, but for ${plural(skipped, { one: '# photo', other: '# photos' })} that somebody changed meanwhile`,
      [t, what],
    ),
    onSettled: useCallback(() => void client.invalidateQueries({ queryKey: albumKeys.all }), [client]),
  })
}
