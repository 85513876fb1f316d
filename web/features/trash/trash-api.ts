import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Request } from '#contract/endpoint.ts'
import { type TrashItem, trashEndpoints } from '#contract/trash.ts'
import { call } from '../../api/call.ts'

export type TrashQuery = Request<typeof trashEndpoints.list>['query']

export const useTrashList = (query: TrashQuery) =>
  useQuery({
    queryKey: ['trash', query],
    queryFn: ({ signal }) => call(trashEndpoints.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    // Items come here from every other screen.
    staleTime: 0,
  })

/** Restores items, or deletes them permanently; every list may have changed afterwards. */
export function useTrashChange(what: 'restore' | 'purge') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (items: readonly TrashItem[]) =>
      call(trashEndpoints[what], { body: { items: items.map(({ type, id }) => ({ type, id })) } }),
    onSettled: () => client.invalidateQueries(),
  })
}
