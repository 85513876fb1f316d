import { tagEndpoints } from '#contract/tags.ts'
import { deletionApi, nameApi } from '../taxonomy/name-api.ts'

export const {
  useList: useTagList,
  useOne: useTag,
  useSave: useSaveTag,
  search: searchTags,
  create: createTag,
  useOption: useTagOption,
  merging: tagMergeApi,
} = nameApi(
  'tags',
  tagEndpoints,
  ({ id, name }) => ({ id, label: name }),
  (name) => ({ name }),
)

export const tagDeletionApi = deletionApi('tags', tagEndpoints)
