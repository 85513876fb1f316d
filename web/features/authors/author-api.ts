import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Author, authorEndpoints } from '#contract/authors.ts'
import type { Request } from '#contract/endpoint.ts'
import { userEndpoints } from '#contract/users.ts'
import { call } from '../../api/call.ts'
import type { PickerOption } from '../../ui/picker.tsx'
import { useNamesChanged } from '../catalogue/undo-api.ts'

const OFFERED = 20

export const asAuthorOption = ({
  id,
  displayName,
  jobTitle,
}: Pick<Author, 'id' | 'displayName' | 'jobTitle'>): PickerOption => ({
  id,
  label: displayName,
  detail: jobTitle || undefined,
})

/** The first few authors that match, for pickers. */
export async function searchAuthors(text: string, signal: AbortSignal): Promise<PickerOption[]> {
  const query = { pageSize: OFFERED, ...(text && { q: text }) }
  const { items } = await call(authorEndpoints.list, { query }, { signal })
  return items.map(asAuthorOption)
}

export const createAuthor = async (name: string): Promise<PickerOption> =>
  asAuthorOption(await call(authorEndpoints.create, { body: { displayName: name } }))

/** Its name, for a filter that came with the address. */
export const useAuthorOption = (id: string | undefined) =>
  useQuery({
    queryKey: ['authors', 'option', id],
    queryFn: async ({ signal }) =>
      asAuthorOption(await call(authorEndpoints.view, { params: { id: id! } }, { signal })),
    enabled: id !== undefined,
  }).data

export type AuthorQuery = Request<typeof authorEndpoints.list>['query']

export const useAuthorList = (query: AuthorQuery) =>
  useQuery({
    queryKey: ['authors', 'list', query],
    queryFn: ({ signal }) => call(authorEndpoints.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** One author, fetched anew by each form that opens and then left alone: a form takes it once. */
export const useAuthor = (id: string | undefined) =>
  useQuery({
    queryKey: ['authors', 'one', id],
    queryFn: ({ signal }) => call(authorEndpoints.view, { params: { id: id! } }, { signal }),
    enabled: id !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export type AuthorValues = Request<typeof authorEndpoints.create>['body']

/** Adds an author, or changes the one that is given. */
export function useSaveAuthor() {
  const client = useQueryClient()
  const changed = useNamesChanged()
  return useMutation({
    mutationFn: ({ author, values }: { author: Pick<Author, 'id' | 'version'> | undefined; values: AuthorValues }) =>
      author
        ? call(authorEndpoints.edit, { params: { id: author.id }, body: { ...values, version: author.version } })
        : call(authorEndpoints.create, { body: values }),
    onSuccess: (author) => {
      changed()
      client.setQueryData(['authors', 'one', author.id], author)
    },
  })
}

export const previewAuthorMerge = (id: string, from: string[], signal: AbortSignal) =>
  call(authorEndpoints.mergePreview, { params: { id }, query: { from: from.join() } }, { signal })

export function useMergeAuthors() {
  const changed = useNamesChanged()
  return useMutation({
    mutationFn: ({ target, from }: { target: string; from: string[] }) =>
      call(authorEndpoints.merge, { params: { id: target }, body: { from } }),
    onSettled: changed,
  })
}

export function useDeleteAuthor() {
  const changed = useNamesChanged()
  return useMutation({
    mutationFn: (id: string) => call(authorEndpoints.trash, { params: { id } }),
    onSettled: changed,
  })
}

/** The first few accounts that match, for administrators. */
export async function searchAccounts(text: string, signal: AbortSignal): Promise<PickerOption[]> {
  const query = { pageSize: OFFERED, ...(text && { q: text }) }
  const { items } = await call(userEndpoints.list, { query }, { signal })
  return items.map(({ id, name, email }) => ({ id, label: name, detail: email }))
}
