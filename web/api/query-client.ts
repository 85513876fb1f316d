import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './call.ts'

const worthTryingAgain = (error: unknown) =>
  error instanceof ApiError && (error.code === 'busy' || error.code === 'offline')

/** The cache of server state. Errors are shown where they belong, never by a global toast. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && worthTryingAgain(error),
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
