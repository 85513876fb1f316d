import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'

const AlbumNewDialog = lazy(async () => ({
  default: (await import('../albums/album-new-dialog.tsx')).AlbumNewDialog,
}))

let opened = false
const listeners = new Set<() => void>()
function set(next: boolean) {
  opened = next
  for (const tell of listeners) tell()
}
/** Asks for the first facts of a new album, on whatever screen. */
export const openNewAlbum = () => set(true)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The dialog that `openNewAlbum` opens; the album that it makes is opened. */
export function NewAlbum() {
  const navigate = useNavigate()
  const shown = useSyncExternalStore(subscribe, () => opened)
  if (!shown) return null
  return (
    <Suspense>
      <AlbumNewDialog
        onCreated={({ id }) => {
          set(false)
          void navigate(paths.album(id))
        }}
        onClose={() => set(false)}
      />
    </Suspense>
  )
}
