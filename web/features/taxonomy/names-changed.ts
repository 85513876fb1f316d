import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

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
