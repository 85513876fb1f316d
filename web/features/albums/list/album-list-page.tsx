import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Album } from '#contract/albums.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { LoadFailed } from '../../../entity/load-failed.tsx'
import { paths } from '../../../paths.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { AddButton } from '../../../ui/data-table/add-button.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { DisplayMenu } from '../../../ui/data-table/display-menu.tsx'
import { ListEmpty } from '../../../ui/data-table/list-empty.tsx'
import { ListFrame } from '../../../ui/data-table/list-frame.tsx'
import { useRowSelection } from '../../../ui/data-table/row-selection.ts'
import { useLayout } from '../../../ui/layout.ts'
import { queryOf, useListState } from '../../../ui/list-state.ts'
import { notifyDone } from '../../../ui/notify.tsx'
import { useScreen } from '../../../ui/screen.tsx'
import { LayoutSwitch } from '../../../ui/layout-switch.tsx'
import { ViewTabs } from '../../saved-views/view-tabs.tsx'
import { useAllowed } from '../../session/session-api.ts'
import { type AlbumQuery, useAlbumList, usePurgeAlbum } from '../album-api.ts'
import { useAlbumBulk } from './album-bulk.tsx'
import { AlbumCards } from './album-cards.tsx'
import { useAlbumColumns } from '../album-columns.tsx'
import { usePerformAlbumAction } from '../album-actions.ts'
import { AlbumFilters } from './album-filters.tsx'
import { albumListShape, useAlbumViews } from './album-list-shape.ts'
import { AlbumNewDialog } from '../album-new-dialog.tsx'
import { useAlbumActions } from '../album-row-actions.tsx'

/** All albums the person may see: by their covers or as a table. */
export function AlbumListPage() {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const mayWrite = useAllowed('albums.write') ?? false
  const list = useListState(albumListShape)
  const albums = useAlbumList(queryOf(list.state) as AlbumQuery)
  const select = useRowSelection<Album>(list, albums)
  const [layout, setLayout] = useLayout(list)
  const columns = useAlbumColumns()
  const views = useAlbumViews(mayWrite)
  const perform = usePerformAlbumAction()
  const purgeAlbum = usePurgeAlbum()
  const problemText = useProblemText()
  const [adding, setAdding] = useState(false)
  const [purging, setPurging] = useState<Album>()
  const actionsOf = useAlbumActions({
    run: (action, album) => void perform(action, [album]),
    open: (album) => navigate(paths.album(album.id)),
    purge: setPurging,
  })
  const bulk = useAlbumBulk({ select, page: albums.data, list })
  const add = () => setAdding(true)

  const empty = (
    <ListEmpty
      list={list}
      noMatch={list.state.filters['status'] === 'trashed' ? t`No album is in the trash` : t`No album matches`}
      nothing={t`No albums yet`}
      action={
        mayWrite && (
          <Button variant="default" onClick={add}>
            <Trans>Create the first album</Trans>
          </Button>
        )
      }
    >
      {mayWrite ? (
        <Trans>An album gathers photos in an order of its own, with captions, for a page on the site.</Trans>
      ) : (
        <Trans>Albums appear here when they are published.</Trans>
      )}
    </ListEmpty>
  )
  const shared = {
    label: t`Albums`,
    stale: albums.isPlaceholderData,
    select: mayWrite ? select : undefined,
    actionsOf,
    empty,
  }
  return (
    <>
      <ListFrame
        title={t`Albums`}
        list={list}
        page={albums.data}
        searchLabel={t`Search albums`}
        primary={mayWrite && <AddButton label={t`New album`} onAdd={add} />}
        views={<ViewTabs screen="albums" list={list} builtIn={views} />}
        filters={<AlbumFilters list={list} seesAll={mayWrite} />}
        display={
          <Group gap={8} wrap="nowrap">
            <LayoutSwitch value={layout} onChange={setLayout} />
            <DisplayMenu list={list} columns={columns} />
          </Group>
        }
        bulk={bulk.bar}
      >
        {albums.error && !albums.data ? (
          <LoadFailed title={t`The albums could not be loaded`} error={albums.error} onRetry={albums.refetch} />
        ) : layout === 'grid' ? (
          <AlbumCards {...shared} albums={albums.data?.items} />
        ) : (
          <DataTable
            {...shared}
            columns={columns}
            rows={albums.data?.items}
            list={list}
            rowName={(album) => album.title}
            rowHref={(album) => paths.album(album.id)}
          />
        )}
      </ListFrame>
      {bulk.report}
      {adding && (
        <AlbumNewDialog onClose={() => setAdding(false)} onCreated={(album) => navigate(paths.album(album.id))} />
      )}
      {purging && (
        <Confirm
          opened
          danger
          title={t`Delete “${purging.title}” permanently?`}
          confirmLabel={t`Delete permanently`}
          onClose={() => setPurging(undefined)}
          onConfirm={async () => {
            try {
              await purgeAlbum.mutateAsync(purging)
              notifyDone(t`Deleted “${purging.title}” permanently`)
              return undefined
            } catch (failure) {
              return problemText(failure).sentence
            }
          }}
        >
          <Trans>The album is removed with its order and captions. Its pictures stay in the library.</Trans>
        </Confirm>
      )}
    </>
  )
}
