import { useCallback } from 'react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { hotEndpoints, type HotWindow } from '#contract/hot.ts'
import { call } from '../../api/call.ts'

const FRESH_MS = 30_000
/** While someone waits for the first reader to appear. */
const WAITING_MS = 5_000

/** What is hot, asked again by itself as long as the screen is in front. */
export const useHot = (window: HotWindow) =>
  useQuery({
    queryKey: ['hot', window],
    queryFn: ({ signal }) => call(hotEndpoints.list, { query: { window } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.asOf === null ? WAITING_MS : FRESH_MS),
  })

export type HotChoice =
  | { id: string; action: 'pin'; until: string | null; place?: number | undefined }
  | { id: string; action: 'bury'; until: string | null }
  | { id: string; action: 'move'; place: number }
  | { id: string; action: 'clear' }

function choose(choice: HotChoice) {
  const params = { id: choice.id }
  switch (choice.action) {
    case 'clear':
      return call(hotEndpoints.clear, { params })
    case 'move':
      return call(hotEndpoints.movePin, { params, body: { place: choice.place } })
    case 'bury':
      return call(hotEndpoints.bury, { params, body: { until: choice.until } })
    case 'pin': {
      const { until, place } = choice
      return call(hotEndpoints.pin, { params, body: { until, ...(place !== undefined && { place }) } })
    }
  }
}

/** What is hot is read again. */
export function useHotChanged(): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: ['hot'] }), [client])
}

export function useHotChoice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (choice: HotChoice) => choose(choice),
    onSettled: () => client.invalidateQueries({ queryKey: ['hot'] }),
  })
}
