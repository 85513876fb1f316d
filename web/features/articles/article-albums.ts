import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { Album } from '#contract/albums.ts'
import { ApiError } from '../../api/call.ts'
import { shownAlbum } from '../albums/album-api.ts'

/** An album in the text that readers do not see; without a title it no longer exists. */
export type UnseenAlbum = { id: string; title?: string }

const BOX = /<div data-album="([0-9a-f-]{36})"/g
const albumsIn = (body: string): string[] => [...new Set([...body.matchAll(BOX)].map(([, id = '']) => id))]

const unseen = (id: string, album: Album | undefined, error: unknown): UnseenAlbum[] => {
  if (error instanceof ApiError && error.code === 'not_found') return [{ id }]
  if (!album || (album.status === 'published' && album.deletedAt === null)) return []
  return [{ id, title: album.title }]
}

/** The albums in a text that readers do not see, as far as they are known by now. */
export function useUnseenAlbums(body: string): UnseenAlbum[] {
  const ids = useMemo(() => albumsIn(body), [body])
  return useQueries({
    queries: ids.map((id) => shownAlbum(id)),
    combine: (results) => results.flatMap(({ data, error }, at) => unseen(ids[at] ?? '', data, error)),
  })
}

/**
 * Asks the server for them; what it does not answer is no reason to wait, so it is left out.
 * @returns undefined while an earlier question is under way, as after a double click
 */
export function useFindUnseenAlbums(): (body: string) => Promise<UnseenAlbum[] | undefined> {
  const client = useQueryClient()
  const isAsking = useRef(false)
  return useCallback(
    async (body) => {
      if (isAsking.current) return undefined
      isAsking.current = true
      const found = albumsIn(body).map((id) =>
        client.fetchQuery({ ...shownAlbum(id), staleTime: 0, retry: false }).then(
          (album) => unseen(id, album, undefined),
          (error: unknown) => unseen(id, undefined, error),
        ),
      )
      const albums = await Promise.all(found)
      isAsking.current = false
      return albums.flat()
    },
    [client],
  )
}
