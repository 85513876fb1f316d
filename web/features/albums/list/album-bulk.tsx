import { Plural, useLingui } from '@lingui/react/macro'
import { IconArchive, IconSend, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type AlbumState, albumActionFits, albumStatuses } from '#contract/album-actions.ts'
import { ALBUM_BULK_MOST, type Album } from '#contract/albums.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { paths } from '../../../paths.ts'
import type { BulkAction } from '../../../ui/data-table/bulk-actions.tsx'
import { BulkBar } from '../../../ui/data-table/bulk-bar.tsx'
import type { Page } from '../../../ui/data-table/page.ts'
import type { SelectionControl } from '../../../ui/data-table/row-selection.ts'
import { notifyFailure } from '../../../ui/notify.tsx'
import { BulkReport } from '../../../entity/bulk-report.tsx'
import { type AlbumBulk, useAlbumBulkCall, useOfferAlbumUndo } from '../album-api.ts'
import { type UndoableAlbumAction, useAlbumDoneText } from '../album-actions.ts'
import type { AlbumListControl } from './album-list-shape.ts'

type Props = { select: SelectionControl<Album>; page: Page<Album> | undefined; list: AlbumListControl }
type Left = {
  said: string | undefined
  failed: readonly { id: string; title: string; code: string | null }[]
  undo: UndoPointer | null
}

/** What can be done with the chosen albums, or with all that match: one request, one undo, and what was left as it was. */
export function useAlbumBulk({ select, page, list }: Props): { bar: ReactNode; report: ReactNode } {
  const { t } = useLingui()
  const bulk = useAlbumBulkCall()
  const doneText = useAlbumDoneText()
  const offerUndo = useOfferAlbumUndo()
  const problemText = useProblemText()
  const [left, setLeft] = useState<Left>()
  const { rows, all } = select.selection
  const { sort: _sort, page: _page, pageSize: _size, ...filter } = list.query
  const chosen = [...rows.values()]
  // All but those in the trash, where the list does not say otherwise.
  const states: readonly AlbumState[] = filter.status ? [filter.status] : albumStatuses
  const fits = (action: UndoableAlbumAction) =>
    all ? states.some((state) => albumActionFits(action, state)) : chosen.some((album) => album.can[action])

  const run = async (action: UndoableAlbumAction) => {
    const able = chosen.filter((album) => album.can[action])
    const target: Omit<AlbumBulk, 'action'> = all
      ? { filter, expectedCount: page?.total ?? 0 }
      : { ids: able.map(({ id }) => id), expectedCount: able.length }
    try {
      const { results, undo } = await bulk.mutateAsync({ action, ...target })
      const done = results.filter(({ ok }) => ok)
      const failed = results.filter(({ ok }) => !ok)
      const said = done.length > 0 ? doneText(action, done) : undefined
      // Read first what was left; the way back is offered when that is closed.
      if (failed.length > 0) setLeft({ said, failed, undo })
      else if (said) offerUndo(said, undo)
      if (said) select.clear()
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  const button = (action: UndoableAlbumAction, label: string, icon: ReactNode): BulkAction[] =>
    fits(action) ? [{ key: action, label, icon, loading: bulk.isPending, run: () => void run(action) }] : []
  return {
    bar: select.some && (
      <BulkBar
        select={select}
        page={page}
        most={ALBUM_BULK_MOST}
        actions={[
          ...button('publish', t`Publish`, <IconSend size={14} />),
          ...button('archive', t`Archive`, <IconArchive size={14} />),
          ...button('restore', t`Restore`, <IconArchive size={14} />),
          ...button('trash', t`Move to trash`, <IconTrash size={14} />),
        ]}
      />
    ),
    report: left && (
      <BulkReport
        title={
          <Plural value={left.failed.length} one="# album was left as it was" other="# albums were left as they were" />
        }
        label={t`Albums that were left as they were`}
        said={left.said}
        failed={left.failed}
        pathOf={paths.album}
        undo={undefined}
        onClose={() => {
          setLeft(undefined)
          if (left.said) offerUndo(left.said, left.undo)
        }}
      />
    ),
  }
}
