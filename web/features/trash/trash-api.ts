import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Request } from '#contract/endpoint.ts'
import { TRASH_MOST, type TrashItem, type TrashResults, trashEndpoints } from '#contract/trash.ts'
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

/** How many can be restored or deleted at one click. */
export const TRASH_ALL_MOST = 2_000

/** All that match, as far as `TRASH_ALL_MOST` goes, whatever page is shown. */
export async function allInTrash(query: TrashQuery): Promise<readonly TrashItem[]> {
  const items: TrashItem[] = []
  for (let page = 1; items.length < TRASH_ALL_MOST; page++) {
    const reply = await call(trashEndpoints.list, { query: { ...query, page, pageSize: TRASH_MOST } })
    items.push(...reply.items)
    if (reply.items.length < TRASH_MOST) break
  }
  return items
}

/** Every list may have changed. */
export function useTrashChanged(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries(), [client])
}

/** Restores items, or deletes them permanently, in batches; every list may have changed afterwards. */
export function useTrashChange(what: 'restore' | 'purge') {
  const changed = useTrashChanged()
  return useMutation({
    mutationFn: async (items: readonly TrashItem[]): Promise<{ results: TrashResults }> => {
      const results: TrashResults = []
      for (let from = 0; from < items.length; from += TRASH_MOST) {
        const batch = items.slice(from, from + TRASH_MOST).map(({ type, id }) => ({ type, id }))
        results.push(...(await call(trashEndpoints[what], { body: { items: batch } })).results)
      }
      return { results }
    },
    onSettled: changed,
  })
}
