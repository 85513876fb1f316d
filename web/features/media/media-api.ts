import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'
import type { Request } from '#contract/endpoint.ts'
import { mediaBulkEndpoints } from '#contract/media-bulk.ts'
import { type Media, mediaEndpoints, type MediaListQuery } from '#contract/media.ts'
import { call, toApiError } from '../../api/call.ts'
import { httpClient } from '../../api/http-client.ts'
import { useOfferUndo } from '../../entity/offer-undo.ts'

const PICKER_PAGE = 40

const keys = {
  all: ['media'],
  lists: ['media', 'list'],
  one: (id: string) => ['media', 'one', id],
  uses: (id: string) => ['media', 'one', id, 'uses'],
} as const

export type MediaQuery = z.input<typeof MediaListQuery>

/** One page of the library; the page before stays until it arrives. */
export const useMediaList = (query: MediaQuery, enabled = true) =>
  useQuery({
    enabled,
    placeholderData: keepPreviousData,
    queryKey: [...keys.lists, query],
    queryFn: ({ signal }) => call(mediaEndpoints.list, { query }, { signal }),
  })

/** The library page after page, for the picker. */
export const useMediaPages = (query: MediaQuery) =>
  useInfiniteQuery({
    placeholderData: keepPreviousData,
    queryKey: [...keys.lists, 'pages', query],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      call(mediaEndpoints.list, { query: { ...query, page: pageParam, pageSize: PICKER_PAGE } }, { signal }),
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  })

/** Asked once, outside any screen's list. */
export const fetchMedia = (query: MediaQuery, signal?: AbortSignal) =>
  call(mediaEndpoints.list, { query }, { ...(signal && { signal }) })

export const useMedia = (id: string | undefined) =>
  useQuery({
    enabled: id !== undefined,
    queryKey: keys.one(id ?? ''),
    queryFn: ({ signal }) => call(mediaEndpoints.view, { params: { id: id! } }, { signal }),
  })

export const useMediaUses = (id: string) =>
  useQuery({
    queryKey: keys.uses(id),
    queryFn: ({ signal }) => call(mediaEndpoints.uses, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** Look-alikes of a picture, itself left out. */
export const useLookAlikes = (media: Pick<Media, 'id' | 'duplicates'>) =>
  useQuery({
    enabled: media.duplicates > 0,
    queryKey: [...keys.lists, 'alike', media.id],
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
      if (media) client.setQueryData(keys.one(media.id), media)
      void client.invalidateQueries({ queryKey: keys.lists })
    },
    [client],
  )
}

/** Tells every screen that all that is known of the library may be out of date. */
function useLibraryChanged(): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: keys.all }), [client])
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
    mutationFn: ({ media: { id, version }, upload }: { media: Media; upload: string }) =>
      call(mediaEndpoints.replace, { params: { id }, body: { upload, version } }),
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

const takeBack = (undo: string) => call(mediaEndpoints.undo, { body: { undo } })

/** Says what was done to pictures and offers to take it back. */
export function useOfferMediaUndo() {
  const { t } = useLingui()
  return useOfferUndo({
    takeBack,
    butText: useCallback(
      (skipped) =>
        t`Taken back, but for ${plural(skipped, { one: '# picture', other: '# pictures' })} that somebody changed meanwhile`,
      [t],
    ),
    onSettled: useLibraryChanged(),
  })
}

type UploadOptions = { signal: AbortSignal; onProgress: (part: number) => void }

/**
 * Sends one picture to the library. `existing` is true in the answer when its very bytes were there already.
 * @param options `onProgress` takes 0 to 1; at 1 the server still has to make the sizes
 * @throws ApiError; a cancelled upload rejects with axios's own cancellation
 */
export async function uploadMedia(file: File, { signal, onProgress }: UploadOptions): Promise<Media> {
  const form = new FormData()
  form.append('file', file)
  try {
    const { data } = await httpClient.request<Media>({
      method: mediaEndpoints.upload.method,
      url: mediaEndpoints.upload.path,
      data: form,
      signal,
      onUploadProgress: ({ loaded, total }) => onProgress(total ? loaded / total : 0),
    })
    return data
  } catch (error) {
    throw toApiError(error)
  }
}
