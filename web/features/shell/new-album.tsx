import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { newAlbum } from './shell-dialogs.ts'

const AlbumNewDialog = lazyPart(async () => (await import('../albums/album-new-dialog.tsx')).AlbumNewDialog)

/** The dialog that `newAlbum` opens; the album that it makes is opened. */
export function NewAlbum() {
  const navigate = useNavigate()
  if (!newAlbum.useOpened()) return null
  return (
    <AlbumNewDialog
      onCreated={({ id }) => {
        newAlbum.close()
        void navigate(paths.album(id))
      }}
      onClose={newAlbum.close}
    />
  )
}
