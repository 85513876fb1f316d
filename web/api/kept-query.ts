import { keepPreviousData, type Query } from '@tanstack/react-query'

/**
 * For queries of kept screens: coming back fetches nothing unless something changed meanwhile, however long the screen
 * was hidden; the rows of the page before stand until the next ones arrive.
 */
export const keptQuery = {
  refetchOnMount: (query: Pick<Query, 'state'>) => query.state.isInvalidated,
  gcTime: Infinity,
  placeholderData: keepPreviousData,
} as const
