import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useMemo, useState } from 'react'
import type { Album, AlbumPhoto } from '#contract/albums.ts'
import { gapForPlace } from '../../../ui/photo-grid/move-set.ts'
import { PhotoGrid, type PhotoGridHandle } from '../../../ui/photo-grid/photo-grid.tsx'
import type { GridPhoto } from '../../../ui/photo-grid/photo-tile.tsx'
import { noneSelected, type SetSelection } from '../../../ui/photo-grid/set-selection.ts'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { MediaPicker } from '../../media/picker/media-picker.tsx'
import classes from '../edit/album-edit.module.css'
import { AlbumEmpty } from './album-empty.tsx'
import { AlbumPicker } from '../picker/album-picker.tsx'
import { AlbumToolbar } from './album-toolbar.tsx'
import { uploadIntoAlbum, useAlbumUploadNotices } from './album-uploads.ts'
import { PhotoPlaceDialog, PhotoTextsDialog } from './photo-dialogs.tsx'
import type { PhotoActions } from './photo-actions.ts'
import { PhotoSelectionBar } from './photo-selection-bar.tsx'
import { altOf, photoSourceSet } from './photo-source.ts'
import { usePhotoSize } from './photo-size.ts'
import { PhotoViewer } from './photo-viewer.tsx'

type Props = {
  album: Album
  /** Undefined until the first of them are there. */
  items: readonly AlbumPhoto[] | undefined
  /** False while only the first thousand are there. */
  complete: boolean
  selection: SetSelection
  onSelection: (next: SetSelection) => void
  perform: PhotoActions
  grid: RefObject<PhotoGridHandle | null>
  onOpen: (photo: string) => void
  onCover: (media: string) => void
}

type Open =
  | { kind: 'library' | 'texts' | 'place' }
  | { kind: 'album'; mode: 'move' | 'copy' }
  | { kind: 'queue'; photos: readonly string[]; at: number }

/** The photos of an album with what can be done with them, all together or those that are chosen. */
export function AlbumPhotosArea(props: Props) {
  const { album, items, complete, selection, onSelection, perform, grid, onOpen, onCover } = props
  const { t, i18n } = useLingui()
  const mayWrite = album.can.write
  const [open, setOpen] = useState<Open>()
  const [size, setSize] = usePhotoSize()
  useAlbumUploadNotices()
  const upload = (files: File[], before?: string) => uploadIntoAlbum(album, files, before)
  const close = () => {
    setOpen(undefined)
    requestAnimationFrame(() => grid.current?.focus())
  }
  const order = useMemo(() => (items ?? []).map(({ id }) => id), [items])
  const byId = useMemo(() => new Map(items?.map((photo) => [photo.id, photo])), [items])
  const coverMedia = album.coverImage?.id
  const shown = useGridPhotos(items, coverMedia)
  const { ids } = selection
  const clear = () => onSelection({ ...noneSelected, cursor: selection.cursor })
  const remove = () => {
    if (!mayWrite || ids.size === 0) return
    void perform.remove(ids)
    // The keyboard continues at the photo that takes this position.
    const last = order.findLastIndex((id) => ids.has(id))
    const next = order.slice(last + 1).find((id) => !ids.has(id)) ?? order.findLast((id) => !ids.has(id))
    onSelection({ ...noneSelected, cursor: next })
    grid.current?.focus()
  }
  const openFor = (kind: 'texts' | 'place') => ids.size > 0 && setOpen({ kind })
  useShortcuts(
    mayWrite
      ? [
          { key: 'Escape', label: t`Clear the selection`, run: () => ids.size > 0 && clear() },
          { key: 'Delete', label: t`Take the selected photos out of the album`, run: remove },
          { key: 'e', label: t`Write texts for the selected photos`, run: () => openFor('texts') },
          { key: 'p', label: t`Move to a position`, run: () => openFor('place') },
          { key: 'a', label: t`Add photos from the library`, run: () => setOpen({ kind: 'library' }) },
        ]
      : [],
  )
  const missing = useMemo(() => (items ?? []).filter((photo) => altOf(photo) === '').map(({ id }) => id), [items])
  const count = ids.size
  const chosen = t`${plural(count, { one: '# photo', other: '# photos' })}`

  return (
    <>
      <div className={classes.tools}>
        <AlbumToolbar
          album={album}
          count={items?.length ?? 0}
          complete={complete}
          missing={missing.length}
          size={size}
          onSize={setSize}
          inert={count > 0 && mayWrite}
          onLibrary={() => setOpen({ kind: 'library' })}
          onFiles={upload}
          onSort={(by) => void perform.sort(by)}
          onQueue={() => setOpen({ kind: 'queue', photos: missing, at: 0 })}
        />
        {count > 0 && mayWrite && (
          <PhotoSelectionBar
            count={count}
            onClear={() => {
              clear()
              grid.current?.focus()
            }}
            onTexts={() => setOpen({ kind: 'texts' })}
            onPlace={() => setOpen({ kind: 'place' })}
            onAlbum={(mode) => setOpen({ kind: 'album', mode })}
            onCover={
              count === 1
                ? () => {
                    const photo = byId.get([...ids][0]!)
                    if (photo) onCover(photo.media)
                  }
                : undefined
            }
            onRemove={remove}
          />
        )}
      </div>
      <PhotoGrid
        label={t`Photos of “${album.title}”`}
        photos={shown}
        target={size}
        selection={selection}
        onSelection={onSelection}
        selectable={mayWrite}
        movable={mayWrite && complete}
        onMove={(moved, before) => void perform.move(moved, before)}
        onOpen={onOpen}
        onFiles={mayWrite ? upload : undefined}
        handle={grid}
        empty={<AlbumEmpty mayWrite={mayWrite} onLibrary={() => setOpen({ kind: 'library' })} onFiles={upload} />}
      />
      <MediaPicker
        opened={open?.kind === 'library'}
        multiple
        onClose={close}
        onChooseMany={(media) => {
          close()
          void perform
            .add(
              media.map(({ id }) => id),
              undefined,
            )
            .then((added) => {
              if (added.length === 0) return
              onSelection({ ids: new Set(added), anchor: added[0], cursor: added[0] })
            })
        }}
      />
      {open?.kind === 'texts' && items && (
        <PhotoTextsDialog
          album={album.id}
          items={items}
          ids={ids}
          onWrite={(texts, onlyEmpty) => perform.write(ids, texts, onlyEmpty)}
          onClose={close}
        />
      )}
      {open?.kind === 'place' && (
        <PhotoPlaceDialog
          count={count}
          total={order.length}
          onClose={close}
          onPlace={async (place) => {
            const isMoved = (id: string) => ids.has(id)
            const gap = gapForPlace(order, isMoved, place - 1)
            await perform.move(
              ids,
              order.slice(gap).find((id) => !isMoved(id)),
            )
            const first = order.find(isMoved)
            requestAnimationFrame(() => first && grid.current?.show(first))
          }}
        />
      )}
      <AlbumPicker
        opened={open?.kind === 'album'}
        title={open?.kind === 'album' && open.mode === 'copy' ? t`Copy ${chosen} to…` : t`Move ${chosen} to…`}
        except={album.id}
        toWrite
        canCreate
        onClose={close}
        onChoose={async (to) => {
          if (open?.kind !== 'album') return
          await perform.transfer(ids, to, open.mode)
          if (open.mode === 'move') clear()
          close()
        }}
      />
      {open?.kind === 'queue' && (
        <PhotoViewer
          queue
          album={album.id}
          photos={open.photos.flatMap((id) => byId.get(id) ?? [])}
          at={Math.min(open.at, open.photos.length - 1)}
          readOnly={!mayWrite}
          onSave={perform.edit}
          onGo={(at) => setOpen({ ...open, at })}
          onClose={close}
        />
      )}
      {items && !complete && (
        <p role="status" className={classes.loading}>
          {((there: string, all: string) => (
            <Trans>
              {there} of {all} photos are loaded, the others follow.
            </Trans>
          ))(i18n.number(items.length), i18n.number(album.photos))}
        </p>
      )}
    </>
  )
}

/** Photos as the grid wants them. */
function useGridPhotos(items: readonly AlbumPhoto[] | undefined, cover: string | undefined) {
  const { t } = useLingui()
  return useMemo(() => {
    const [isCover, noAlt] = [t`Cover`, t`No alt text`]
    // The same few lists for all, so that a photo whose words did not change is not drawn again.
    const flags = [[], [isCover], [noAlt], [isCover, noAlt]]
    return items?.map((photo): GridPhoto => ({
      id: photo.id,
      ratio: photo.width / photo.height,
      src: photo.thumb,
      srcSet: photoSourceSet(photo),
      name: altOf(photo) || photo.name,
      flags: flags[(photo.media === cover ? 1 : 0) + (altOf(photo) === '' ? 2 : 0)]!,
    }))
  }, [items, cover, t])
}
