import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import type { Album } from '#contract/albums.ts'
import { ApiError } from '../../../api/call.ts'
import type { EditorConfig, PickedAlbum } from '../../../editor/editor-adapter.ts'
import { useQuestion } from '../../../ui/question.ts'
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
  const { ask, answer, asked } = useQuestion<PickedAlbum, null>()
  const pickAlbum = useCallback(() => ask(null), [ask])
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
      opened={asked !== undefined}
      title={t`Choose an album`}
      onChoose={(album) => answer(forText(album))}
      onClose={() => answer(null)}
    />
  )
  return { pickAlbum, describeAlbum, albumPicker }
}
