import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Request } from '#contract/endpoint.ts'
import { Email } from '#contract/text.ts'
import { type OwnedKind, type User, userEndpoints } from '#contract/users.ts'
import { call } from '../../api/call.ts'
import { makeOnce } from '../../entity/drafts/create-key.ts'

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
      void client.invalidateQueries({ queryKey: ['password-resets'] })
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

/** What an account owns. */
export const useOwned = (id: string) =>
  useQuery({
    queryKey: ['users', 'owned', id],
    queryFn: ({ signal }) => call(userEndpoints.owned, { params: { id } }, { signal }),
    // Counted again whenever the dialog opens.
    gcTime: 0,
    staleTime: 0,
  })

type HandOver = { to: string; kinds: OwnedKind[] }
/** Gives what an account owns to another one. Lists of all that may show who owns what are out of date afterwards. */
export function useHandOver() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ user, ...given }: HandOver & { user: User }) =>
      call(userEndpoints.handOver, { params: { id: user.id }, body: given }),
    onSettled: () => client.invalidateQueries(),
  })
}
/** Removes an account, after handing over what is named. */
export function useRemoveUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ user: { id, version }, handOver }: { user: User; handOver?: HandOver | undefined }) =>
      call(userEndpoints.remove, { params: { id }, body: { version, ...(handOver && { handOver }) } }),
    onSettled: () => client.invalidateQueries(),
  })
}

/** Active accounts for a picker, with their roles. */
export const searchReceivers = async (q: string, signal: AbortSignal): Promise<readonly User[]> =>
  (await call(userEndpoints.list, { query: { q, status: 'active', pageSize: 20 } }, { signal })).items

/** Where someone is signed in. */
export const useUserSessions = (id: string) =>
  useQuery({
    queryKey: ['users', 'sessions', id],
    queryFn: async ({ signal }) => (await call(userEndpoints.sessions, { params: { id } }, { signal })).items,
    staleTime: 0,
  })
/** Ends one session of a person, or with no session all of them. */
export const useEndUserSessions = () =>
  useChange(({ id, session }: { id: string; session?: string | undefined }) =>
    session === undefined
      ? call(userEndpoints.endSessions, { params: { id } })
      : call(userEndpoints.endSession, { params: { id, session } }),
  )

/** Invitations that no one has used yet, and where their mails are written if they are not sent. */
export const useInvitations = () =>
  useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => call(userEndpoints.invitations, {}, { signal }),
  })

export const useInviteUser = () =>
  useChange((body: Request<typeof userEndpoints.invite>['body']) =>
    makeOnce(`invitation ${JSON.stringify(body)}`, (key) => call(userEndpoints.invite, { body }, { key })),
  )
export const useResendInvitation = () =>
  useChange((id: string) => call(userEndpoints.resendInvitation, { params: { id } }))
export const useRevokeInvitation = () =>
  useChange((id: string) => call(userEndpoints.revokeInvitation, { params: { id } }))

/** A new link of an invitation; every earlier one ends. */
export const useInvitationLink = () => useChange((id: string) => call(userEndpoints.invitationLink, { params: { id } }))

/** People who asked for a new password and have not set it. */
export const useOpenResets = () =>
  useQuery({
    queryKey: ['password-resets'],
    queryFn: ({ signal }) => call(userEndpoints.resets, {}, { signal }),
  })
/** A new link to set a password, for who asked for it; every earlier one ends. */
export const useResetLink = () => useChange((id: string) => call(userEndpoints.resetLink, { params: { id } }))
/** The same for who did not ask. */
export const usePasswordLink = () => useChange((id: string) => call(userEndpoints.passwordLink, { params: { id } }))

/** Author profiles without an account that may be this person’s. */
export const useBylines = (person: { name?: string; email: string }, enabled: boolean) =>
  useQuery({
    queryKey: ['bylines', person],
    queryFn: async ({ signal }) => (await call(userEndpoints.bylines, { query: person }, { signal })).items,
    enabled: enabled && Email.safeParse(person.email).success,
    placeholderData: keepPreviousData,
  })
