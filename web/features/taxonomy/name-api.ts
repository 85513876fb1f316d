import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import type { DeletePreview, DeleteReply, MergePreview } from '#contract/merge.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { ask, entityApi, type EntityEndpoints, type EntityOf, type Given, pickApi } from '../../entity/entity-api.ts'
import type { PickerOption } from '../../ui/picker-option.ts'
import { useAllowed } from '../session/session-api.ts'

/** Whether this person may change names; undefined while it is not known. */
export const useMayWriteNames = () => useAllowed('taxonomy.write')

/** Names changed: their own lists, and the articles that carry them, are fetched again when they are next shown. */
export function useNamesChanged(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    // A first answer that is under way may still be from before the change.
    for (const key of ['tags', 'authors'])
      void client.cancelQueries({ queryKey: [key] }).then(() => client.invalidateQueries({ queryKey: [key] }))
    for (const key of [['articles', 'list'], ['welcome']]) void client.invalidateQueries({ queryKey: key })
  }, [client])
}

type Merge = { target: string; from: string[] }
type Merged<Name> = { entity: Name; moved: number; had: number; trashed: number; undo: UndoPointer }

export type MergeApi<Name> = {
  preview: (target: string, from: string[], signal: AbortSignal) => Promise<MergePreview>
  useMerge: () => UseMutationResult<Merged<Name>, Error, Merge>
}

export type DeletionApi = {
  /** How many articles a deletion of these is about; asks nothing for none. */
  usePreview: (ids: readonly string[]) => UseQueryResult<DeletePreview>
  useRemove: () => UseMutationResult<DeleteReply, Error, string[]>
}

type NameEndpoints = EntityEndpoints & { merge: Endpoint; mergePreview: Endpoint }

/**
 * What the screens and pickers of a kind of name ask for: the same addresses and replies for each kind.
 * @param key the query keys of this kind begin with it
 */
export const nameApi = <E extends NameEndpoints>(
  key: string,
  endpoints: E,
  asOption: (name: EntityOf<E>) => PickerOption,
  bodyOf: (text: string) => Given<E['create'], 'body'>,
) => ({
  ...entityApi(key, endpoints, useNamesChanged),
  ...pickApi(key, endpoints, asOption, bodyOf),
  merging: mergeApi(endpoints),
})

const mergeApi = <E extends NameEndpoints>(endpoints: E): MergeApi<Reply<E['view']>> => ({
  preview: (id, from, signal) => ask(endpoints.mergePreview, { params: { id }, query: { from: from.join() } }, signal),
  useMerge: () =>
    useMutation({
      mutationFn: ({ target, from }: Merge) => ask(endpoints.merge, { params: { id: target }, body: { from } }),
      onSettled: useNamesChanged(),
    }),
})

/** What a deletion of names asks for, of those kinds that may be deleted while they are used. */
export const deletionApi = (
  key: string,
  endpoints: { deletePreview: Endpoint; removeMany: Endpoint },
): DeletionApi => ({
  usePreview: (ids) =>
    useQuery({
      queryKey: [key, 'delete-preview', ids],
      queryFn: ({ signal }) => ask<DeletePreview>(endpoints.deletePreview, { query: { ids: ids.join() } }, signal),
      enabled: ids.length > 0,
      staleTime: 0,
      gcTime: 0,
    }),
  useRemove: () =>
    useMutation({
      mutationFn: (ids: string[]) => ask<DeleteReply>(endpoints.removeMany, { body: { ids } }),
      onSettled: useNamesChanged(),
    }),
})
