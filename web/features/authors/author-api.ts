import { useMutation } from '@tanstack/react-query'
import { authorEndpoints } from '#contract/authors.ts'
import { userEndpoints } from '#contract/users.ts'
import { call } from '../../api/call.ts'
import { searchIn } from '../../entity/entity-api.ts'
import { nameApi, useNamesChanged } from '../taxonomy/name-api.ts'

export const {
  useList: useAuthorList,
  useOne: useAuthor,
  useSave: useSaveAuthor,
  search: searchAuthors,
  create: createAuthor,
  useOption: useAuthorOption,
  merging: authorMergeApi,
} = nameApi(
  'authors',
  authorEndpoints,
  ({ id, displayName, jobTitle }) => ({ id, label: displayName, detail: jobTitle || undefined }),
  (name) => ({ displayName: name }),
)

export function useDeleteAuthor() {
  const changed = useNamesChanged()
  return useMutation({
    mutationFn: (id: string) => call(authorEndpoints.trash, { params: { id } }),
    onSettled: changed,
  })
}

/** The first few accounts that match, for administrators. */
export const searchAccounts = searchIn(userEndpoints.list, ({ id, name, email }) => ({
  id,
  label: name,
  detail: email,
}))
