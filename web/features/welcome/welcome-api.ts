import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SetupStep, welcomeEndpoints } from '#contract/welcome.ts'
import { call } from '../../api/call.ts'

const queryKey = ['welcome']

/** What needs me. Changes of articles, and of what is to be set up, mark it as out of date. */
export const useWelcome = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => call(welcomeEndpoints.view, {}, { signal }) })

export function useDismissSetup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (steps: SetupStep[]) => call(welcomeEndpoints.dismissSetup, { body: { steps } }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
