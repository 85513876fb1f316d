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

/** What changes accounts also changes what the welcome page counts. */
function useChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['users'] })
      void client.invalidateQueries({ queryKey: ['invitations'] })
      void client.invalidateQueries({ queryKey: ['welcome'] })
    },
  })
}

/** Approves, suspends, lets in again or gives another role. */
export const useEditUser = () =>
  useChange(({ user, change }: { user: User; change: UserEdit }) =>
    call(userEndpoints.edit, { params: { id: user.id }, body: { version: user.version, ...change } }),
  )

/** Takes a registration that waits for approval away. */
export const useRejectUser = () => useChange((id: string) => call(userEndpoints.reject, { params: { id } }))

/** Invitations that nobody has used yet. */
export const useInvitations = () =>
  useQuery({
    queryKey: ['invitations'],
    queryFn: async ({ signal }) => (await call(userEndpoints.invitations, {}, { signal })).items,
  })

export const useInviteUser = () =>
  useChange((body: Request<typeof userEndpoints.invite>['body']) => call(userEndpoints.invite, { body }))
export const useResendInvitation = () =>
  useChange((id: string) => call(userEndpoints.resendInvitation, { params: { id } }))
export const useRevokeInvitation = () =>
  useChange((id: string) => call(userEndpoints.revokeInvitation, { params: { id } }))
