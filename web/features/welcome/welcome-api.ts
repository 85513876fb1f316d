import { useQuery } from '@tanstack/react-query'
import { welcomeEndpoints } from '#contract/welcome.ts'
import { call } from '../../api/call.ts'

/** What needs me. Changes of articles mark it as out of date. */
export const useWelcome = () =>
  useQuery({ queryKey: ['welcome'], queryFn: ({ signal }) => call(welcomeEndpoints.view, {}, { signal }) })
