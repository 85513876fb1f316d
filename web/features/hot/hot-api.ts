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

export type HotChoice = { id: string; action: 'pin' | 'bury'; until: string | null } | { id: string; action: 'clear' }

export function useHotChoice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (choice: HotChoice) =>
      choice.action === 'clear'
        ? call(hotEndpoints.clear, { params: { id: choice.id } })
        : call(hotEndpoints[choice.action], { params: { id: choice.id }, body: { until: choice.until } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['hot'] }),
  })
}
