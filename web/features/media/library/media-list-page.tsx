import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconTextSize } from '@tabler/icons-react'
import { useState } from 'react'
import { scopeOf } from '#contract/permissions.ts'
import type { Media } from '#contract/media.ts'
import { paths } from '../../../paths.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { DisplayMenu } from '../../../ui/data-table/display-menu.tsx'
import { FilterBar } from '../../../ui/data-table/filter-bar.tsx'
import { ListFrame } from '../../../ui/data-table/list-frame.tsx'
import { useRowSelection } from '../../../ui/data-table/row-selection.ts'
import { useLayout } from '../../../ui/layout.ts'
import { queryOf, useListState, writeListState } from '../../../ui/list-state.ts'
import { useScreen } from '../../../ui/screen.tsx'
import { ViewTabs } from '../../saved-views/view-tabs.tsx'
import { useAllowed, useMe } from '../../session/session-api.ts'
import { AltQueue } from './alt-queue.tsx'
import { usePastedFiles, useWindowDrop } from '../upload/file-drop.ts'
import dropClasses from '../upload/file-drop.module.css'
import { LayoutSwitch } from '../../../ui/layout-switch.tsx'
import { type MediaQuery, useMediaList } from '../media-api.ts'
import { useMediaBulk } from './media-bulk-bar.tsx'
import { MediaGridSkeleton } from './media-card.tsx'
import { useMediaColumns } from './media-columns.tsx'
import { mediaShape, useLikeFilter, useMediaFilters, useMediaViews } from './media-filters.tsx'
import { MediaGrid } from './media-grid.tsx'
import { MediaListEmpty, MediaListFailed } from './media-list-empty.tsx'
import { useMediaNeighbours } from '../detail/media-neighbours.ts'
import { MediaPanel } from '../detail/media-panel.tsx'
import { useMediaRowActions } from './media-row-actions.tsx'
import { MediaSort } from './media-sort.tsx'
import classes from './media-list-page.module.css'
import { UploadButton } from '../upload/upload-button.tsx'
import { uploadQueue } from '../upload/upload-queue.ts'

/** The library: find pictures, upload many, say what they show, see where they are used, take them out. */
export function MediaListPage() {
  const { t } = useLingui()
  const { search, navigate } = useScreen()
  const me = useMe()
  const mayWrite = useAllowed('media.write') === true
  const list = useListState(mediaShape)
  const [layout, setLayout] = useLayout(list)
  const query = queryOf(list.state) as MediaQuery
  const asked = useMediaList(query)
  const { data, error, isPlaceholderData } = asked
  const items = data?.items ?? noPictures
  const select = useRowSelection<Media>(list, asked)
  const columns = useMediaColumns()
  const filters = useMediaFilters()
  const like = useLikeFilter()
  const views = useMediaViews()
  const bulk = useMediaBulk({ select, page: data, query })
  const [describing, setDescribing] = useState(false)

  // The open picture is part of the address, so that it can be sent to someone; the list's own state does not know it.
  const shown = new URLSearchParams(search).get('picture') ?? undefined
  const withPicture = (id?: string, page = list.state.page) => {
    const next = new URLSearchParams(writeListState(mediaShape, { ...list.state, page }))
    if (id) next.set('picture', id)
    return `?${next}`
  }
  const hrefOf = ({ id }: Media) => paths.media + withPicture(id)
  const neighbours = useMediaNeighbours({
    id: shown,
    query: { ...query, page: list.state.page, pageSize: list.state.pageSize },
    items: isPlaceholderData ? undefined : data?.items,
    total: data?.total ?? 0,
    totalIsExact: data?.totalIsExact ?? true,
    onGo: ({ id }, page) => navigate(withPicture(id, page), { replace: true }),
  })
  const rows = useMediaRowActions((media) => navigate(hrefOf(media)))

  const over = useWindowDrop(uploadQueue.add, mayWrite)
  usePastedFiles(uploadQueue.add, mayWrite && !shown)
  const upload = mayWrite && <UploadButton h={32} px={12} onFiles={uploadQueue.add} />
  const chosenFrom = mayWrite && !list.state.filters['trashed'] ? select : undefined
  const empty = <MediaListEmpty list={list} upload={upload} />

  return (
    <div className={classes.page}>
      {over && (
        <div className={dropClasses.dropAnywhere}>
          <Trans>Drop pictures to upload them</Trans>
        </div>
      )}
      <ListFrame
        title={t`Media`}
        list={list}
        page={data}
        searchLabel={t`Search pictures`}
        primary={upload}
        views={<ViewTabs screen="media" list={list} builtIn={views} />}
        filters={
          <>
            <FilterBar list={list} filters={list.state.filters['likeOf'] ? [like, ...filters] : filters} />
            {mayWrite && list.state.filters['missingAlt'] && data && data.total > 0 && (
              <Button
                size="compact-sm"
                variant="light"
                leftSection={<IconTextSize size={14} aria-hidden />}
                onClick={() => setDescribing(true)}
              >
                <Trans>Write alt texts</Trans>
              </Button>
            )}
          </>
        }
        display={
          <div className={classes.display}>
            {layout === 'grid' ? <MediaSort list={list} /> : <DisplayMenu list={list} columns={columns} />}
            <LayoutSwitch value={layout} onChange={setLayout} />
          </div>
        }
        bulk={bulk.bar}
      >
        {error && !data ? (
          <MediaListFailed error={error} onRetry={asked.refetch} />
        ) : layout === 'table' ? (
          <DataTable
            label={t`Pictures`}
            columns={columns}
            rows={data?.items}
            stale={isPlaceholderData}
            list={list}
            select={chosenFrom}
            rowName={(media) => media.name}
            rowHref={hrefOf}
            actionsOf={rows.actionsOf}
            empty={empty}
          />
        ) : (
          <div className={classes.scroll} aria-busy={!data || isPlaceholderData}>
            {!data && <MediaGridSkeleton />}
            {data && items.length === 0 && empty}
            {items.length > 0 && (
              <MediaGrid
                items={items}
                label={t`Pictures`}
                stale={isPlaceholderData}
                select={chosenFrom}
                hrefOf={hrefOf}
              />
            )}
          </div>
        )}
      </ListFrame>
      <MediaPanel id={shown} neighbours={neighbours} onClose={() => navigate(withPicture(), { replace: true })} />
      {bulk.dialogs}
      {rows.dialog}
      {describing && me && (
        <AltQueue
          query={{ ...query, ...(scopeOf(me.role, 'media.write') === 'own' && { uploader: me.id }) }}
          onClose={() => setDescribing(false)}
        />
      )}
    </div>
  )
}
const noPictures: readonly Media[] = []
