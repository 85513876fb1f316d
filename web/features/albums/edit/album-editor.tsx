import { Trans, useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import type { Album } from '#contract/albums.ts'
import { LoadFailed } from '../../../entity/load-failed.tsx'
import { useSaveKey, useWarnBeforeLeaving } from '../../../ui/form-frame.tsx'
import type { PhotoGridHandle } from '../../../ui/photo-grid/photo-grid.tsx'
import { keepPresent, noneSelected, selectOne } from '../../../ui/photo-grid/set-selection.ts'
import { useScreenTitle } from '../../../ui/screen.tsx'
import { AlbumBar } from './album-bar.tsx'
import { AlbumCoverSection } from './album-cover-section.tsx'
import classes from './album-edit.module.css'
import { AlbumForm } from './album-form.tsx'
import { useAlbumForm } from './album-form-state.ts'
import { AlbumUses } from './album-uses.tsx'
import { AlbumPhotosArea } from '../photos/album-photos-area.tsx'
import { useAlbumPhotos } from '../photos/album-photos-api.ts'
import { useSetCover } from './album-cover.ts'
import { usePhotoActions } from '../photos/photo-actions.ts'
import { PhotoDrafts } from '../photos/photo-drafts.tsx'
import { PhotoPanel } from '../photos/photo-panel.tsx'
import { PhotoViewer } from '../photos/photo-viewer.tsx'
import { useShownPhoto } from '../photos/shown-photo.ts'

/** The album at work: bar, photos, and at the side the album's own form or the one photo that is chosen. */
export function AlbumEditor({ album }: { album: Album }) {
  const { t } = useLingui()
  const readOnly = !album.can.write
  const narrow = useMediaQuery('(max-width: 1000px)') ?? false
  const area = useRef<HTMLDivElement>(null)
  const grid = useRef<PhotoGridHandle>(null)
  const form = useAlbumForm(album, readOnly)
  const photos = useAlbumPhotos(album.id, album)
  const items = photos.data?.items
  const order = useMemo(() => (items ?? []).map(({ id }) => id), [items])
  const [given, setSelection] = useState(noneSelected)
  const selection = useMemo(() => keepPresent(given, order), [given, order])
  const perform = usePhotoActions(album.id)
  const setCover = useSetCover(album)
  const shown = useShownPhoto()
  const [detailsOpen, setDetailsOpen] = useState(false)
  const title = form.form.watch('title') || album.title
  useScreenTitle(album.title, { unsaved: form.dirty, comesBack: true })
  useSaveKey(area, () => !readOnly && form.save())
  useWarnBeforeLeaving(form.dirty)

  const only = selection.ids.size === 1 ? [...selection.ids][0] : undefined
  const chosen = readOnly ? selection.cursor : only
  const chosenAt = chosen === undefined ? -1 : order.indexOf(chosen)
  const photo = items?.[chosenAt]
  const select = (id: string) => {
    setSelection(selectOne(selection, order, id, 'only'))
    grid.current?.show(id)
  }
  const viewed = shown.id === undefined ? -1 : order.indexOf(shown.id)
  const details = (
    <>
      <AlbumForm album={album} state={form} readOnly={readOnly} withButton={narrow} />
      <AlbumCoverSection album={album} onReset={readOnly ? undefined : () => void setCover(null)} />
      <AlbumUses id={album.id} />
    </>
  )

  return (
    <div ref={area} className={classes.page} data-own-scroll>
      <AlbumBar album={album} title={title} form={form} onDetails={narrow ? () => setDetailsOpen(true) : undefined} />
      <div className={classes.notices}>
        {form.notices}
        {!readOnly && (
          <PhotoDrafts
            album={album.id}
            items={items}
            shown={[narrow ? undefined : photo?.id, shown.id]}
            onSave={perform.editAll}
            onShow={narrow ? shown.open : select}
          />
        )}
      </div>
      <div className={classes.body}>
        <div className={classes.main}>
          {photos.isError && !photos.data ? (
            <LoadFailed title={t`The photos could not be loaded`} error={photos.error} onRetry={photos.refetch} />
          ) : (
            <AlbumPhotosArea
              album={album}
              items={items}
              complete={photos.data?.complete ?? false}
              selection={selection}
              onSelection={setSelection}
              perform={perform}
              grid={grid}
              onOpen={shown.open}
              onCover={(media) => void setCover(media)}
            />
          )}
        </div>
        {!narrow && (
          <aside className={classes.side} aria-label={photo ? t`Photo` : t`Album`}>
            {photo ? (
              <PhotoPanel
                album={album}
                photo={photo}
                place={chosenAt + 1}
                readOnly={readOnly}
                onSave={perform.edit}
                onGo={(by) => {
                  const next = order[chosenAt + by]
                  if (next !== undefined) select(next)
                  return next !== undefined
                }}
                onEscape={() => grid.current?.focus()}
                onOpen={() => shown.open(photo.id)}
                onCover={() => void setCover(photo.media)}
              />
            ) : (
              details
            )}
          </aside>
        )}
      </div>
      {narrow && (
        <Drawer
          opened={detailsOpen}
          onClose={() => setDetailsOpen(false)}
          position="right"
          size={400}
          title={<Trans>Details of the album</Trans>}
          closeButtonProps={{ 'aria-label': t`Close` }}
        >
          {details}
        </Drawer>
      )}
      {items && viewed >= 0 && (
        <PhotoViewer
          album={album.id}
          photos={items}
          at={viewed}
          readOnly={readOnly}
          onSave={perform.edit}
          onGo={(at) => {
            const next = order[at]
            if (next === undefined) return
            shown.replace(next)
            select(next)
          }}
          onClose={() => {
            shown.close()
            requestAnimationFrame(() => grid.current?.focus())
          }}
        />
      )}
    </div>
  )
}
