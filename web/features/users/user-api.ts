import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Request } from '#contract/endpoint.ts'
import { type User, userEndpoints } from '#contract/users.ts'
import { call } from '../../api/call.ts'

export type UserQuery = Request<typeof userEndpoints.list>['query']
type UserEdit = Omit<Request<typeof userEndpoints.edit>['body'], 'version'>

export const useUserList = (query: UserQuery) =>
  useQuery({
    queryKey: ['users', query],
    queryFn: ({ signal }) => call(userEndpoints.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Approves, suspends, lets in again or gives another role; also what the welcome page counts. */
export function useEditUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ user, change }: { user: User; change: UserEdit }) =>
      call(userEndpoints.edit, { params: { id: user.id }, body: { version: user.version, ...change } }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['users'] })
      void client.invalidateQueries({ queryKey: ['welcome'] })
    },
  })
}

export const inviteUser = (body: Request<typeof userEndpoints.invite>['body']) => call(userEndpoints.invite, { body })
