import { useMutation, useQuery } from '@tanstack/react-query'
import { tagEndpoints } from '#contract/tags.ts'
import { call } from '../../api/call.ts'
import { entityApi, pickApi } from '../../entity/entity-api.ts'
import { mergeApi } from '../taxonomy/merge-api.ts'
import { useNamesChanged } from '../taxonomy/names-changed.ts'

export const {
  useList: useTagList,
  useOne: useTag,
  useSave: useSaveTag,
} = entityApi('tags', tagEndpoints, useNamesChanged)

export const {
  search: searchTags,
  create: createTag,
  useOption: useTagOption,
} = pickApi(
  'tags',
  tagEndpoints,
  ({ id, name }) => ({ id, label: name }),
  (name) => ({ name }),
)

export const tagMergeApi = mergeApi(tagEndpoints)

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
