import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Request } from '#contract/endpoint.ts'
import { savedViewEndpoints } from '#contract/saved-views.ts'
import { call, replyAtHand } from '../../api/call.ts'
import { makeOnce } from '../drafts/create-key.ts'

const keyOf = (screen: string) => ['saved-views', screen]

/** My views of a screen and the shared ones. */
export const useSavedViews = (screen: string) =>
  useQuery({
    queryKey: keyOf(screen),
    queryFn: ({ signal }) => call(savedViewEndpoints.list, { query: { screen } }, { signal }),
    initialData: () => replyAtHand(savedViewEndpoints.list, { query: { screen } }),
    staleTime: 60_000,
  }).data?.items ?? noViews
const noViews: never[] = []

type Change =
  | { create: Omit<Request<typeof savedViewEndpoints.create>['body'], 'screen'> }
  | { edit: string; body: Request<typeof savedViewEndpoints.edit>['body'] }
  | { remove: string }

/** Saves, renames, shares, replaces or deletes a view; the tabs follow. */
export function useChangeViews(screen: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: Change) => {
      if ('create' in change) {
        const body = { screen, ...change.create }
        return makeOnce(`view ${JSON.stringify(body)}`, (key) => call(savedViewEndpoints.create, { body }, { key }))
      }
      if ('edit' in change) return call(savedViewEndpoints.edit, { params: { id: change.edit }, body: change.body })
      await call(savedViewEndpoints.remove, { params: { id: change.remove } })
      return undefined
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(screen) }),
  })
}
