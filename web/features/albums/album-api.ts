import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { AlbumAction } from '#contract/album-actions.ts'
import { type Album, albumEndpoints } from '#contract/albums.ts'
import type { Request } from '#contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { useOfferUndo } from '../../entity/undo.ts'
import type { PickerOption } from '../../ui/picker-option.ts'

export const albumKeys = {
  all: ['albums'],
  lists: ['albums', 'list'],
  one: (id: string) => ['albums', 'one', id],
  photos: (id: string) => ['albums', 'photos', id],
} as const

export type AlbumQuery = Request<typeof albumEndpoints.list>['query']
/** How often an open album asks whether someone else changed it. */
const POLL_MS = 10_000

export const useAlbumList = (query: AlbumQuery, enabled = true) =>
  useQuery({
    enabled,
    queryKey: [...albumKeys.lists, query],
    queryFn: ({ signal }) => call(albumEndpoints.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Long enough for an article that shows an album in several places. */
const SHOWN_FRESH_MS = 30_000

/** An album as another screen shows it, such as the text of an article. */
export const shownAlbum = (id: string) =>
  queryOptions({
    queryKey: albumKeys.one(id),
    queryFn: ({ signal }) => call(albumEndpoints.view, { params: { id } }, { signal }),
    staleTime: SHOWN_FRESH_MS,
  })

export const useAlbum = (id: string) =>
  useQuery({
    queryKey: albumKeys.one(id),
    queryFn: ({ signal }) => call(albumEndpoints.view, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })

/** Lists, and the screens that count albums, are fetched again when they are next looked at. */
export const albumsChanged = (client: QueryClient) => void client.invalidateQueries({ queryKey: albumKeys.lists })

/** Keeps the newest state of an album that a reply told of. */
export function useLearnAlbum(): (album: Album) => void {
  const client = useQueryClient()
  return useCallback(
    (album) => {
      void client.cancelQueries({ queryKey: albumKeys.one(album.id) })
      client.setQueryData(albumKeys.one(album.id), album)
      albumsChanged(client)
    },
    [client],
  )
}

export function useCreateAlbum() {
  const learn = useLearnAlbum()
  return useMutation({
    mutationFn: ({ body, key }: { body: Request<typeof albumEndpoints.create>['body']; key: string | undefined }) =>
      call(albumEndpoints.create, { body }, { key }),
    onSuccess: learn,
  })
}

export type AlbumEdit = Omit<Request<typeof albumEndpoints.edit>['body'], 'version'>

export function useEditAlbum() {
  const learn = useLearnAlbum()
  return useMutation({
    mutationFn: ({ id, version, values }: { id: string; version: number; values: AlbumEdit }) =>
      call(albumEndpoints.edit, { params: { id }, body: { ...values, version } }),
    onSuccess: learn,
  })
}

/** Publish, unpublish, archive, trash, restore. */
export function useActOnAlbum() {
  const learn = useLearnAlbum()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ action, album }: { action: Exclude<AlbumAction, 'purge'>; album: Pick<Album, 'id' | 'version'> }) =>
      call(albumEndpoints[action], { params: { id: album.id }, body: { version: album.version } }),
    onSuccess: ({ undo: _undo, ...album }) => learn(album),
    onError: () => void client.invalidateQueries({ queryKey: albumKeys.all }),
  })
}

/** Says what was done to albums or their photos, and offers to undo it. */
export function useOfferAlbumUndo() {
  const client = useQueryClient()
  return useOfferUndo(useCallback(() => void client.invalidateQueries({ queryKey: albumKeys.all }), [client]))
}

export type AlbumBulk = Request<typeof albumEndpoints.bulk>['body']

/** One action on many albums. */
export function useAlbumBulkCall() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AlbumBulk) => call(albumEndpoints.bulk, { body }),
    onSettled: () => void client.invalidateQueries({ queryKey: albumKeys.all }),
  })
}

export function usePurgeAlbum() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version }: Pick<Album, 'id' | 'version'>) =>
      call(albumEndpoints.purge, { params: { id }, body: { version } }),
    onSettled: () => albumsChanged(client),
  })
}

const OFFERED = 20
export const asAlbumOption = ({ id, title, place }: Pick<Album, 'id' | 'title' | 'place'>): PickerOption => ({
  id,
  label: title,
  detail: place || undefined,
})

/** The first few albums that match. */
export async function searchAlbums(text: string, signal: AbortSignal): Promise<readonly Album[]> {
  const query = { pageSize: OFFERED, ...(text && { q: text }) }
  return (await call(albumEndpoints.list, { query }, { signal })).items
}
