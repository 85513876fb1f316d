import { tagEndpoints } from '#contract/tags.ts'
import { entityApi, pickApi } from '../../entity/entity-api.ts'
import { mergeApi } from '../taxonomy/merge-api.ts'
import { deletionApi } from '../taxonomy/name-deletion.tsx'
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
export const tagDeletionApi = deletionApi('tags', tagEndpoints)
