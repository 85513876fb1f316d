import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './call.ts'

const worthTryingAgain = (error: unknown) =>
  error instanceof ApiError && (error.code === 'busy' || error.code === 'offline')

/** What the server asks for when it is busy, in milliseconds. */
const waitAskedFor = (error: unknown): number | undefined => {
  const seconds = error instanceof ApiError ? error.problem?.retryAfter : undefined
  return seconds === undefined ? undefined : 1000 * Math.min(seconds, 10)
}

/** As long as a session lasts at most: a hidden screen's data must still be there to be marked as out of date. */
const SESSION = 12 * 3_600_000

let returning = false
/**
 * Said by the shell around the moment in which a kept screen comes back to the front. Its queries then fetch only what
 * a mutation has marked as out of date, however old the rest is: the screen is shown exactly as it was.
 */
export const screenReturns = (now: boolean): void => void (returning = now)

/** The cache of server state. Errors are shown where they belong, never by a global toast. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: SESSION,
      retry: (count, error) => count < 2 && worthTryingAgain(error),
      retryDelay: (count, error) => waitAskedFor(error) ?? 1000 * 2 ** count,
      refetchOnMount: (query) => !returning || query.state.isInvalidated,
      refetchOnWindowFocus: true,
      // Back on the network, what failed is asked again by itself; the rest where it is no longer fresh.
      refetchOnReconnect: (query) => (query.state.status === 'error' ? 'always' : true),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
