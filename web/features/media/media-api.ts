import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'
import type { Request } from '#contract/endpoint.ts'
import { type Media, mediaEndpoints, type MediaListQuery } from '#contract/media.ts'
import { call, toApiError } from '../../api/call.ts'
import { httpClient } from '../../api/http-client.ts'

const PICKER_PAGE = 40

const keys = {
  lists: ['media', 'list'],
  one: (id: string) => ['media', 'one', id],
  uses: (id: string) => ['media', 'one', id, 'uses'],
} as const

export type MediaQuery = z.input<typeof MediaListQuery>

/** One page of the library; the page before stays until it arrives. */
export const useMediaList = (query: MediaQuery) =>
  useQuery({
    placeholderData: keepPreviousData,
    queryKey: [...keys.lists, query],
    queryFn: ({ signal }) => call(mediaEndpoints.list, { query }, { signal }),
  })

/** The library newest first, page after page, for the picker. */
export const useMediaPages = (q: string, enabled: boolean) =>
  useInfiniteQuery({
    enabled,
    placeholderData: keepPreviousData,
    queryKey: [...keys.lists, 'pages', q],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      call(mediaEndpoints.list, { query: { page: pageParam, pageSize: PICKER_PAGE, ...(q && { q }) } }, { signal }),
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  })

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

export function useEditMedia() {
  const changed = useMediaChanged()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: Request<typeof mediaEndpoints.edit>['body'] }) =>
      call(mediaEndpoints.edit, { params: { id }, body }),
    onSuccess: (media) => changed(media),
    onError: () => changed(),
  })
}

export function useRemoveMedia() {
  const changed = useMediaChanged()
  return useMutation({
    mutationFn: (id: string) => call(mediaEndpoints.remove, { params: { id } }),
    onSettled: () => changed(),
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
