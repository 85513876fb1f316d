import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'
import type { Request } from '#contract/endpoint.ts'
import { mediaBulkEndpoints } from '#contract/media-bulk.ts'
import { type Media, mediaEndpoints, type mediaList, type previewSizes } from '#contract/media.ts'
import { addressOf, call, toApiError } from '../../api/call.ts'
import { httpClient } from '../../api/http-client.ts'
import { useOfferUndo } from '../../entity/undo.ts'

const PICKER_PAGE = 40
/** How long a picture of the trash stays in memory after it was last shown. */
const PREVIEW_KEPT_MS = 60_000

export const mediaKeys = {
  all: ['media'],
  lists: ['media', 'list'],
  one: (id: string) => ['media', 'one', id],
  uses: (id: string) => ['media', 'one', id, 'uses'],
} as const

export type MediaQuery = z.input<typeof mediaList.query>

const listOptions = (query: MediaQuery) =>
  queryOptions({
    queryKey: [...mediaKeys.lists, query],
    queryFn: ({ signal }) => call(mediaEndpoints.list, { query }, { signal }),
  })

/** One page of the library; the page before stays until it arrives. */
export const useMediaList = (query: MediaQuery, enabled = true) =>
  useQuery({ ...listOptions(query), enabled, placeholderData: keepPreviousData })

/** Another page of the list in front, so that it is there when it is shown. */
export function useMediaPage(): (query: MediaQuery) => Promise<readonly Media[]> {
  const client = useQueryClient()
  return useCallback(async (query) => (await client.fetchQuery(listOptions(query))).items, [client])
}

/** The library page after page, for the picker. */
export const useMediaPages = (query: MediaQuery) =>
  useInfiniteQuery({
    placeholderData: keepPreviousData,
    queryKey: [...mediaKeys.lists, 'pages', query],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      call(mediaEndpoints.list, { query: { ...query, page: pageParam, pageSize: PICKER_PAGE } }, { signal }),
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  })

/** Asked once, outside any screen's list. */
export const fetchMedia = (query: MediaQuery, signal?: AbortSignal) =>
  call(mediaEndpoints.list, { query }, { ...(signal && { signal }) })

const oneOptions = (id: string) =>
  queryOptions({
    queryKey: mediaKeys.one(id),
    queryFn: ({ signal }) => call(mediaEndpoints.view, { params: { id } }, { signal }),
  })

export const useMedia = (id: string | undefined) => useQuery({ ...oneOptions(id ?? ''), enabled: id !== undefined })

/** One picture as it is now, when it is asked for. */
export function useFetchMedia(): (id: string) => Promise<Media> {
  const client = useQueryClient()
  return useCallback((id) => client.fetchQuery({ ...oneOptions(id), staleTime: 0 }), [client])
}

type PreviewSize = (typeof previewSizes)[number]

/** What a picture in the trash looks like, as an address of this page only; its public ones do not answer. */
export const useTrashedPreview = (id: string, size: PreviewSize, wanted: boolean) =>
  useQuery({
    enabled: wanted,
    queryKey: ['media-preview', id, size],
    queryFn: async ({ signal }) => addressOfBytes(await fetchPreview(id, size, signal)),
    // It does not change there, whatever else in the library does.
    staleTime: 'static',
    gcTime: PREVIEW_KEPT_MS,
    retry: false,
  })

async function fetchPreview(id: string, size: PreviewSize, signal: AbortSignal): Promise<Blob> {
  try {
    const url = addressOf(mediaEndpoints.preview, { params: { id }, query: { size } })
    return (await httpClient.request<Blob>({ url, responseType: 'blob', signal })).data
  } catch (error) {
    throw toApiError(error)
  }
}

/** A data: address needs no release; a blob: address would have to be revoked. */
const addressOfBytes = (bytes: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error as Error))
    reader.readAsDataURL(bytes)
  })

export const useMediaUses = (id: string) =>
  useQuery({
    queryKey: mediaKeys.uses(id),
    queryFn: ({ signal }) => call(mediaEndpoints.uses, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** Similar pictures, itself left out. */
export const useSimilar = (media: Pick<Media, 'id' | 'duplicates'>) =>
  useQuery({
    enabled: media.duplicates > 0,
    queryKey: [...mediaKeys.lists, 'similar', media.id],
    queryFn: async ({ signal }) => {
      const { items } = await fetchMedia({ likeOf: media.id, pageSize: 25 }, signal)
      return items.filter(({ id }) => id !== media.id)
    },
  }).data ?? noPictures
const noPictures: Media[] = []

/** Tells every screen that the library changed. */
export function useMediaChanged(): (media?: Media) => void {
  const client = useQueryClient()
  return useCallback(
    (media) => {
      if (media) client.setQueryData(mediaKeys.one(media.id), media)
      void client.invalidateQueries({ queryKey: mediaKeys.lists })
    },
    [client],
  )
}

/** Tells every screen that all that is known of the library may be out of date. */
function useLibraryChanged(): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: mediaKeys.all }), [client])
}

export function useEditMedia() {
  const changed = useMediaChanged()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: Request<typeof mediaEndpoints.edit>['body'] }) =>
      call(mediaEndpoints.edit, { params: { id }, body }),
    onSuccess: (media) => changed(media),
    onError: () => changed(),
  })
}

export function useReplaceMedia() {
  const changed = useLibraryChanged()
  return useMutation({
    mutationFn: ({ media: { id, version }, ...body }: { media: Media; upload: string; copyOf?: string }) =>
      call(mediaEndpoints.replace, { params: { id }, body: { ...body, version } }),
    onSettled: changed,
  })
}

/** In the place of the picture, or as a new one. */
export function useTransformMedia() {
  const changed = useLibraryChanged()
  const changedOne = useMediaChanged()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: Request<typeof mediaEndpoints.transform>['body'] }) =>
      call(mediaEndpoints.transform, { params: { id }, body }),
    onSuccess: (media) => changedOne(media),
    onSettled: changed,
  })
}

/** Moves pictures to the trash; what is in use, or not the person's, stays and is told of. */
export function useTrashMedia() {
  const changed = useLibraryChanged()
  return useMutation({
    mutationFn: (ids: string[]) => call(mediaBulkEndpoints.trash, { body: { ids } }),
    onSettled: changed,
  })
}

export function useRestoreMedia() {
  const changed = useLibraryChanged()
  return useMutation({
    mutationFn: ({ id, version }: Media) => call(mediaEndpoints.restore, { params: { id }, body: { version } }),
    onSettled: changed,
  })
}

export function usePurgeMedia() {
  const changed = useLibraryChanged()
  return useMutation({
    mutationFn: ({ id, version }: Media) => call(mediaEndpoints.purge, { params: { id }, body: { version } }),
    onSettled: changed,
  })
}

export type BatchTexts = Omit<Request<typeof mediaBulkEndpoints.texts>['body'], 'ids'>

export function useBatchTexts() {
  const changed = useLibraryChanged()
  return useMutation({
    mutationFn: (body: BatchTexts & { ids: string[] }) => call(mediaBulkEndpoints.texts, { body }),
    onSettled: changed,
  })
}

/** Says what was done to pictures and offers to undo it. */
export const useOfferMediaUndo = () => useOfferUndo(useLibraryChanged())
