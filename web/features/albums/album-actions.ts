import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AlbumAction } from '#contract/album-actions.ts'
import type { Album } from '#contract/albums.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyFailure } from '../../ui/notify.tsx'
import { useActOnAlbum, useOfferAlbumUndo } from './album-api.ts'

export type UndoableAlbumAction = Exclude<AlbumAction, 'purge'>

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
        return t`Back to draft: ${what}`
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
  const act = useActOnAlbum()
  const offerUndo = useOfferAlbumUndo()
  const problemText = useProblemText()

  return async (action: UndoableAlbumAction, albums: readonly Album[]): Promise<readonly Album[]> => {
    const done: Album[] = []
    const steps: UndoPointer[] = []
    for (const before of albums) {
      try {
        const { undo, ...album } = await act.mutateAsync({ action, album: before })
        done.push(album)
        steps.push(undo)
      } catch (failure) {
        const { sentence, requestId } = problemText(failure)
        const title = before.title
        notifyFailure(albums.length === 1 ? sentence : t`“${title}”: ${sentence}`, requestId)
      }
    }
    if (done.length > 0) offerUndo(doneText(action, done), steps)
    return done
  }
}
