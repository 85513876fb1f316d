import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconTextSize } from '@tabler/icons-react'
import { useState } from 'react'
import { scopeOf } from '#contract/permissions.ts'
import type { Media } from '#contract/media.ts'
import { paths } from '../../../paths.ts'
import { useEntityList } from '../../../entity/list/entity-list.ts'
import { EntityListPage } from '../../../entity/list/entity-list-page.tsx'
import { useLayout } from '../../../ui/layout.ts'
import { writeListState } from '../../../ui/list-address.ts'
import { useScreen } from '../../../ui/screen.tsx'
import { useAllowed, useMe } from '../../session/session-api.ts'
import { AltQueue } from './alt-queue.tsx'
import { usePastedFiles, useWindowDrop } from '../upload/file-drop.ts'
import dropClasses from '../upload/file-drop.module.css'
import { LayoutSwitch } from '../../../ui/layout-switch.tsx'
import { type MediaQuery, useMediaList } from '../media-api.ts'
import { useMediaBulk } from './media-bulk-bar.tsx'
import { MediaGridSkeleton } from './media-card.tsx'
import { useMediaColumns } from './media-columns.tsx'
import { mediaShape, useMediaFilters, useMediaViews } from './media-filters.tsx'
import { MediaGrid } from './media-grid.tsx'
import { useMediaEmptyTexts } from './media-list-empty.tsx'
import { useMediaNeighbours } from '../detail/media-neighbours.ts'
import { MediaPanel } from '../detail/media-panel.tsx'
import { useMediaRowActions } from './media-row-actions.tsx'
import { MediaSort } from './media-sort.tsx'
import classes from './media-list-page.module.css'
import { UploadButton } from '../upload/upload-button.tsx'
import { uploadQueue } from '../upload/upload-queue.ts'

const usePage = (query: MediaQuery) => useMediaList(query)

/** The library: find pictures, upload many, say what they show, see where they are used, take them out. */
export function MediaListPage() {
  const { t } = useLingui()
  const { search, navigate } = useScreen()
  const me = useMe()
  const mayWrite = useAllowed('media.write') === true
  const list = useEntityList(mediaShape, usePage)
  const { query, select, state } = list
  const { data, isPlaceholderData } = list.page
  const [layout, setLayout] = useLayout(list)
  const bulk = useMediaBulk({ select, page: data, query })
  const [describing, setDescribing] = useState(false)

  // The open picture is part of the address, so that it can be sent to someone; the list's own state does not know it.
  const shown = new URLSearchParams(search).get('picture') ?? undefined
  const withPicture = (id?: string, page = state.page) => {
    const next = new URLSearchParams(writeListState(mediaShape, { ...state, page }))
    if (id) next.set('picture', id)
    return `?${next}`
  }
  const hrefOf = ({ id }: Media) => paths.media + withPicture(id)
  const neighbours = useMediaNeighbours({
    id: shown,
    query,
    items: isPlaceholderData ? undefined : data?.items,
    total: data?.total ?? 0,
    totalIsExact: data?.totalIsExact ?? true,
    onGo: ({ id }, page) => navigate(withPicture(id, page), { replace: true }),
  })
  const rows = useMediaRowActions((media) => navigate(hrefOf(media)))

  const over = useWindowDrop(uploadQueue.add, mayWrite)
  usePastedFiles(uploadQueue.add, mayWrite && !shown)
  const upload = mayWrite && <UploadButton h={32} px={12} onFiles={uploadQueue.add} />
  const selectable = mayWrite && !state.filters.trashed
  const filters = useMediaFilters(state.filters)
  const texts = useMediaEmptyTexts(list)

  return (
    <div className={classes.page}>
      {over && (
        <div className={dropClasses.dropAnywhere}>
          <Trans>Drop pictures to upload them</Trans>
        </div>
      )}
      <EntityListPage
        list={list}
        title={t`Media`}
        tableLabel={t`Pictures`}
        meant="media"
        searchLabel={t`Search pictures`}
        failed={t`The library could not be loaded`}
        beside={upload}
        columns={useMediaColumns()}
        filters={filters}
        afterFilters={
          mayWrite &&
          state.filters.missingAlt === 'true' &&
          data &&
          data.total > 0 && (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconTextSize size={14} aria-hidden />}
              onClick={() => setDescribing(true)}
            >
              <Trans>Write alt texts</Trans>
            </Button>
          )
        }
        views={{ screen: 'media', builtIn: useMediaViews() }}
        display={(columns) => (
          <div className={classes.display}>
            {layout === 'grid' ? <MediaSort list={list} /> : columns}
            <LayoutSwitch value={layout} onChange={setLayout} />
          </div>
        )}
        rowName={(media) => media.name}
        rowHref={hrefOf}
        actionsOf={rows.actionsOf}
        selectable={selectable}
        bulk={bulk.bar}
        empty={{ ...texts, firstStep: upload }}
        body={
          layout === 'table'
            ? undefined
            : (empty) => (
                <div className={classes.scroll} aria-busy={!data || isPlaceholderData}>
                  {!data && <MediaGridSkeleton />}
                  {data?.items.length === 0 && empty}
                  {data && data.items.length > 0 && (
                    <MediaGrid
                      items={data.items}
                      label={t`Pictures`}
                      stale={isPlaceholderData}
                      select={selectable ? select : undefined}
                      hrefOf={hrefOf}
                    />
                  )}
                </div>
              )
        }
      />
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
