import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Request } from '#contract/endpoint.ts'
import { type Tag, tagEndpoints } from '#contract/tags.ts'
import { call } from '../../api/call.ts'
import type { PickerOption } from '../../ui/picker.tsx'
import { useNamesChanged } from '../catalogue/undo-api.ts'

const OFFERED = 20

export const asTagOption = ({ id, name }: Pick<Tag, 'id' | 'name'>): PickerOption => ({ id, label: name })

/** The first few tags that match, for pickers. */
export async function searchTags(text: string, signal: AbortSignal): Promise<PickerOption[]> {
  const query = { pageSize: OFFERED, ...(text && { q: text }) }
  const { items } = await call(tagEndpoints.list, { query }, { signal })
  return items.map(asTagOption)
}

export const createTag = async (name: string): Promise<PickerOption> =>
  asTagOption(await call(tagEndpoints.create, { body: { name } }))

/** Its name, for a filter that came with the address. */
export const useTagOption = (id: string | undefined) =>
  useQuery({
    queryKey: ['tags', 'option', id],
    queryFn: async ({ signal }) => asTagOption(await call(tagEndpoints.view, { params: { id: id! } }, { signal })),
    enabled: id !== undefined,
  }).data

export type TagQuery = Request<typeof tagEndpoints.list>['query']

export const useTagList = (query: TagQuery) =>
  useQuery({
    queryKey: ['tags', 'list', query],
    queryFn: ({ signal }) => call(tagEndpoints.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** One tag, fetched anew by each form that opens and then left alone: a form takes it once. */
export const useTag = (id: string | undefined) =>
  useQuery({
    queryKey: ['tags', 'one', id],
    queryFn: ({ signal }) => call(tagEndpoints.view, { params: { id: id! } }, { signal }),
    enabled: id !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export type TagValues = Request<typeof tagEndpoints.create>['body']

/** Adds a tag, or changes the one that is given. */
export function useSaveTag() {
  const client = useQueryClient()
  const changed = useNamesChanged()
  return useMutation({
    mutationFn: ({ tag, values }: { tag: Pick<Tag, 'id' | 'version'> | undefined; values: TagValues }) =>
      tag
        ? call(tagEndpoints.edit, { params: { id: tag.id }, body: { ...values, version: tag.version } })
        : call(tagEndpoints.create, { body: values }),
    onSuccess: (tag) => {
      changed()
      client.setQueryData(['tags', 'one', tag.id], tag)
    },
  })
}

export const previewTagMerge = (id: string, from: string[], signal: AbortSignal) =>
  call(tagEndpoints.mergePreview, { params: { id }, query: { from: from.join() } }, { signal })

export function useMergeTags() {
  const changed = useNamesChanged()
  return useMutation({
    mutationFn: ({ target, from }: { target: string; from: string[] }) =>
      call(tagEndpoints.merge, { params: { id: target }, body: { from } }),
    onSettled: changed,
  })
}

/** How many articles a deletion of these is about; asks nothing for none. */
export const useTagDeletePreview = (ids: readonly string[]) =>
  useQuery({
    queryKey: ['tags', 'delete-preview', ids],
    queryFn: ({ signal }) => call(tagEndpoints.deletePreview, { query: { ids: ids.join() } }, { signal }),
    enabled: ids.length > 0,
    staleTime: 0,
    gcTime: 0,
  })

export function useDeleteTags() {
  const changed = useNamesChanged()
  return useMutation({
    mutationFn: (ids: string[]) => call(tagEndpoints.removeMany, { body: { ids } }),
    onSettled: changed,
  })
}
