import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { AlbumAction } from '#contract/album-actions.ts'
import { type Album, albumEndpoints } from '#contract/albums.ts'
import { call } from '../../api/call.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyDone, notifyFailure, offerUndo } from '../../ui/notify.tsx'
import { albumKeys, useActOnAlbum } from './album-api.ts'

export type UndoableAlbumAction = Exclude<AlbumAction, 'purge'>
type Step = { before: Album; after: Album; undo: string | null }

/** What takes an action back, where the reply names no undo of its own. */
function inverseOf(action: UndoableAlbumAction, { status, deletedAt }: Album): UndoableAlbumAction | undefined {
  if (action === 'publish') return status === 'archived' ? 'archive' : 'unpublish'
  if (action === 'unpublish' || action === 'archive') return 'publish'
  return action === 'restore' && deletedAt ? 'trash' : undefined
}

/** Says what was done to one album or several. */
export function useAlbumDoneText(): (action: UndoableAlbumAction, albums: readonly { title: string }[]) => string {
  const { t } = useLingui()
  return (action, albums) => {
    const title = albums[0]!.title
    const many = albums.length
    const count = t`${plural(many, { one: '# album', other: '# albums' })}`
    const what = many === 1 ? t`“${title}”` : count
    switch (action) {
      case 'publish':
        return t`Published: ${what}`
      case 'unpublish':
        return t`Taken back to draft: ${what}`
      case 'archive':
        return t`Archived: ${what}`
      case 'restore':
        return t`Restored: ${what}`
      case 'trash':
        return t`Moved to the trash: ${what}`
    }
  }
}

/** Does the same to one album or several, one after the other; says what was done, what was not, and offers undo. */
export function usePerformAlbumAction() {
  const { t } = useLingui()
  const doneText = useAlbumDoneText()
  const client = useQueryClient()
  const act = useActOnAlbum()
  const problemText = useProblemText()

  const takeBack = async (action: UndoableAlbumAction, steps: readonly Step[]) => {
    try {
      for (const { before, after, undo } of steps) {
        const inverse = inverseOf(action, before)
        if (undo !== null) await call(albumEndpoints.undo, { body: { undo } })
        else if (inverse) await act.mutateAsync({ action: inverse, album: after })
      }
      notifyDone(t`Everything is as it was`)
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
    void client.invalidateQueries({ queryKey: albumKeys.all })
  }

  return async (action: UndoableAlbumAction, albums: readonly Album[]): Promise<readonly Album[]> => {
    const steps: Step[] = []
    for (const before of albums) {
      try {
        const { reply, undo } = await act.mutateAsync({ action, album: before })
        steps.push({ before, after: reply, undo })
      } catch (failure) {
        const { sentence, requestId } = problemText(failure)
        const title = before.title
        notifyFailure(albums.length === 1 ? sentence : t`“${title}”: ${sentence}`, requestId)
      }
    }
    if (steps.length > 0) {
      const said = doneText(
        action,
        steps.map(({ before }) => before),
      )
      const canGoBack = steps.every(({ before, undo }) => undo !== null || inverseOf(action, before))
      if (canGoBack) offerUndo(said, () => void takeBack(action, steps))
      else notifyDone(said)
    }
    return steps.map(({ after }) => after)
  }
}
