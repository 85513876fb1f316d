import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { useState } from 'react'
import type { Album } from '#contract/albums.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { useEntityList } from '../../../entity/list/entity-list.ts'
import { EntityListPage } from '../../../entity/list/entity-list-page.tsx'
import { paths } from '../../../paths.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { useLayout } from '../../../ui/layout.ts'
import { notifyDone } from '../../../ui/notify.tsx'
import { useScreen } from '../../../ui/screen.tsx'
import { LayoutSwitch } from '../../../ui/layout-switch.tsx'
import { useAllowed } from '../../session/session-api.ts'
import { useAlbumList, usePurgeAlbum } from '../album-api.ts'
import { useAlbumBulk } from './album-bulk.tsx'
import { AlbumCards } from './album-cards.tsx'
import { useAlbumColumns } from '../album-columns.tsx'
import { usePerformAlbumAction } from '../album-actions.ts'
import { useAlbumFilters } from './album-filters.tsx'
import { albumListShape, useAlbumViews } from './album-list-shape.ts'
import { AlbumNewDialog } from '../album-new-dialog.tsx'
import { useAlbumActions } from '../album-row-actions.tsx'

/** All albums the person may see: by their covers or as a table. */
export function AlbumListPage() {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const mayWrite = useAllowed('albums.write') ?? false
  const list = useEntityList(albumListShape, useAlbumList)
  const { select, page, state } = list
  const [layout, setLayout] = useLayout(list)
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
  const bulk = useAlbumBulk({ select, page: page.data, list })

  return (
    <EntityListPage
      list={list}
      title={t`Albums`}
      meant="albums"
      searchLabel={t`Search albums`}
      failed={t`The albums could not be loaded`}
      add={mayWrite && { label: t`New album`, run: () => setAdding(true) }}
      columns={useAlbumColumns()}
      filters={useAlbumFilters(state.filters, mayWrite)}
      views={{ screen: 'albums', builtIn: useAlbumViews(mayWrite) }}
      display={(columns) => (
        <Group gap={8} wrap="nowrap">
          <LayoutSwitch value={layout} onChange={setLayout} />
          {columns}
        </Group>
      )}
      rowName={(album) => album.title}
      rowHref={(album) => paths.album(album.id)}
      actionsOf={actionsOf}
      selectable={mayWrite}
      bulk={bulk.bar}
      empty={{
        noMatch: state.filters.status === 'trashed' ? t`No album is in the trash` : t`No album matches`,
        nothing: t`No albums yet`,
        addFirst: <Trans>Create the first album</Trans>,
        why: mayWrite ? (
          <Trans>An album gathers photos in an order of its own, with captions, for a page on the site.</Trans>
        ) : (
          <Trans>Albums appear here when they are published.</Trans>
        ),
      }}
      body={
        layout === 'grid'
          ? (empty) => (
              <AlbumCards
                label={t`Albums`}
                stale={page.isPlaceholderData}
                select={mayWrite ? select : undefined}
                actionsOf={actionsOf}
                empty={empty}
                albums={page.data?.items}
              />
            )
          : undefined
      }
    >
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
    </EntityListPage>
  )
}
