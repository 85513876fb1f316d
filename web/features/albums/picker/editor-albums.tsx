import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { Album } from '#contract/albums.ts'
import { ApiError } from '../../../api/call.ts'
import type { EditorConfig, PickedAlbum } from '../../../editor/editor-adapter.ts'
import { shownAlbum } from '../album-api.ts'
import { AlbumPicker } from './album-picker.tsx'

const forText = ({ id, title, photos, status, deletedAt, coverImage }: Album): PickedAlbum => ({
  id,
  title,
  photos,
  published: status === 'published' && deletedAt === null,
  ...(coverImage && { cover: coverImage.thumb }),
})

/**
 * What the text editor needs to show albums as galleries: `pickAlbum` and `describeAlbum` for its config, and the picker
 * to be rendered beside it.
 */
export function useEditorAlbums(): Required<Pick<EditorConfig, 'pickAlbum' | 'describeAlbum'>> & {
  albumPicker: ReactNode
} {
  const { t } = useLingui()
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const answer = useRef<(album: PickedAlbum | null) => void>(undefined)
  const finish = (album: PickedAlbum | null) => {
    setOpened(false)
    answer.current?.(album)
    answer.current = undefined
  }

  const pickAlbum = useCallback(() => {
    answer.current?.(null)
    setOpened(true)
    return new Promise<PickedAlbum | null>((resolve) => (answer.current = resolve))
  }, [])
  const describeAlbum = useCallback(
    async (id: string) => {
      try {
        return forText(await client.fetchQuery(shownAlbum(id)))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return null
        throw error
      }
    },
    [client],
  )

  const albumPicker = (
    <AlbumPicker
      opened={opened}
      title={t`Choose an album`}
      onChoose={(album) => finish(forText(album))}
      onClose={() => finish(null)}
    />
  )
  return { pickAlbum, describeAlbum, albumPicker }
}
