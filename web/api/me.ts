import { queryOptions } from '@tanstack/react-query'
import { sessionEndpoints } from '#contract/session.ts'
import { call, replyAtHand } from './call.ts'

/** The person who is signed in. */
export const meQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await call(sessionEndpoints.view, {}, { signal })).user,
  initialData: () => replyAtHand(sessionEndpoints.view, {})?.user,
  staleTime: 5 * 60_000,
})
