import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { type Album, albumEndpoints } from '#contract/albums.ts'
import { call } from '../../../api/call.ts'
import { useOfferUndo } from '../../../entity/undo.ts'
import { paths } from '../../../paths.ts'
import { mediaKeys } from '../../media/media-api.ts'
import { albumKeys } from '../album-api.ts'
import { AlbumPicker } from './album-picker.tsx'

/**
 * Adds pictures of the library to the end of an album that the person chooses or makes, with undo.
 * @param onDone called when they were added
 * @returns what asks for the album, and the dialog that does, to be shown somewhere
 */
export function useAddToAlbum(onDone?: () => void): {
  start: (pictures: readonly { id: string }[]) => void
  dialog: ReactNode
} {
  const { t } = useLingui()
  const [media, setMedia] = useState<readonly string[]>()
  const add = useAddPhotos()
  const reread = useReread()
  const offerUndo = useOfferUndo(reread)
  const count = (number: number) => t`${plural(number, { one: '# picture', other: '# pictures' })}`

  const choose = async ({ id, title }: Album) => {
    if (!media) return
    const { added, present, undo } = await add.mutateAsync({ id, media })
    const [fresh, there] = [count(added.length), count(present.length)]
    const said = added.length > 0 ? t`Added to “${title}”: ${fresh}` : t`Already in “${title}”: ${there}`
    const link = { label: t`Open the album`, href: paths.album(id) }
    offerUndo(added.length > 0 && present.length > 0 ? t`${said}. Already there: ${there}` : said, undo, link)
    setMedia(undefined)
    onDone?.()
  }
  const dialog = (
    <AlbumPicker
      opened={media !== undefined}
      title={t`Add ${count(media?.length ?? 0)} to an album`}
      toWrite
      canCreate
      onChoose={choose}
      onClose={() => setMedia(undefined)}
    />
  )
  const start = useCallback((pictures: readonly { id: string }[]) => setMedia(pictures.map(({ id }) => id)), [])
  return { start, dialog }
}

/** What albums show, and where pictures are used, is read again. */
function useReread(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: albumKeys.all })
    void client.invalidateQueries({ queryKey: mediaKeys.all })
  }, [client])
}

function useAddPhotos() {
  const reread = useReread()
  return useMutation({
    mutationFn: ({ id, media }: { id: string; media: readonly string[] }) =>
      call(albumEndpoints.addPhotos, { params: { id }, body: { media: [...media] } }),
    onSuccess: reread,
  })
}
