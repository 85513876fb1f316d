import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reply, Request } from '#contract/endpoint.ts'
import { allows, type Permission } from '#contract/permissions.ts'
import { type Me, profileEndpoints, type SecondStepNeeded, sessionEndpoints, type SignedIn } from '#contract/session.ts'
import { tellBeforeSignOut } from '../../api/call-on-leaving.ts'
import { call } from '../../api/call.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { dropKeptToken, forgetToken, keepToken, storeToken } from '../../api/session-token.ts'
import { announceSignedOut } from './session-channel.ts'

/** The person who is signed in; undefined until the server has said who it is. */
export const useMe = (): Me | undefined => useQuery(meQuery).data

/** Whether my role has the permission in any reach; undefined until the server has said who I am. */
export function useAllowed(permission: Permission | undefined): boolean | undefined {
  const me = useMe()
  if (permission === undefined) return true
  return me && allows(me.role, permission)
}

/** Who works in this tab, as far as it is known. */
export const knownMe = (): Me | undefined => queryClient.getQueryData(meQuery.queryKey)
export const rememberMe = (me: Me): void => void queryClient.setQueryData(meQuery.queryKey, me)

export const useSetup = () =>
  useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => call(sessionEndpoints.setup, {}, { signal }),
    staleTime: 60_000,
  })

/** The first account exists now; what the server said before does not hold any more. */
export const setupIsDone = () =>
  queryClient.setQueryData<Reply<typeof sessionEndpoints.setup>>(
    ['setup'],
    (known) => known && { ...known, needsSetup: false },
  )

/**
 * Whether the person stays signed in when the last tab is closed; what was asked for before holds where it is left out.
 */
type Keep = { keep?: boolean }

type Credentials = Request<typeof sessionEndpoints.signIn>['body']

/** Opens a session, which is not yet that of this tab, or answers the second step that is still to be taken. */
export const openSession = (credentials: Credentials): Promise<SignedIn | SecondStepNeeded> =>
  call(sessionEndpoints.signIn, { body: credentials })

/** Signs in, or answers the second step that is still to be taken. */
export async function signIn(credentials: Credentials, { keep }: Keep = {}): Promise<SecondStepNeeded | undefined> {
  const answer = await openSession(credentials)
  if ('pending' in answer) return answer
  adoptSession(answer, keep === undefined ? {} : { keep })
  return undefined
}

/** Stores the token of this tab, and who works in it. */
export function adoptSession({ token, user, expiresAt }: SignedIn, { keep }: Keep = {}): void {
  if (keep === false) dropKeptToken()
  storeToken(token, expiresAt)
  if (keep) keepToken(token, expiresAt)
  rememberMe(user)
}

/** Forgets this tab's session and everything that was loaded with it. */
export function dropSession(): void {
  forgetToken()
  queryClient.clear()
}

const SIGN_OUT_WAITS_MS = 2_000
const atMost = (ms: number, work: Promise<unknown>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))])

/** Ends the session on the server as far as it can be reached, and in every tab in any case. */
export async function signOut(): Promise<void> {
  await atMost(SIGN_OUT_WAITS_MS, tellBeforeSignOut())
  const ended = call(sessionEndpoints.signOut, {}).catch(() => undefined)
  // The request has taken the token along; nothing here waits for a slow server.
  await atMost(SIGN_OUT_WAITS_MS, ended)
  announceSignedOut()
  dropSession()
  // Loaded when it is needed: the first screen has no drafts. A failure leaves it to the next time.
  void import('../../entity/drafts/draft-store.ts').then(({ sweepDrafts }) => sweepDrafts()).catch(() => {})
}

/** Whom an invitation is for; asked once. */
export const useInvitation = (invitation: string | undefined) =>
  useQuery({
    queryKey: ['invitation', invitation],
    queryFn: ({ signal }) => call(sessionEndpoints.invitation, { body: { invitation: invitation! } }, { signal }),
    enabled: invitation !== undefined,
    staleTime: Infinity,
    retry: false,
  })

export const register = (body: Request<typeof sessionEndpoints.register>['body']) =>
  call(sessionEndpoints.register, { body })
export const requestReset = (email: string) => call(sessionEndpoints.requestReset, { body: { email } })
export const confirmReset = (token: string, password: string) =>
  call(sessionEndpoints.confirmReset, { body: { token, password } })

type ProfileEdit = Omit<Request<typeof profileEndpoints.edit>['body'], 'version'>

/** Changes my name, language or time zone, on the newest version known here. */
export function useEditProfile() {
  return useMutation({
    mutationFn: async (changes: ProfileEdit) => {
      const { version } = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
      return call(profileEndpoints.edit, { body: { version, ...changes } })
    },
    onSuccess: rememberMe,
  })
}

/** Changes my e-mail address; sessions stay. */
export const useChangeAddress = () =>
  useMutation({
    mutationFn: (body: Request<typeof profileEndpoints.email>['body']) => call(profileEndpoints.email, { body }),
    onSuccess: rememberMe,
  })

/** Ends every session of mine; this tab goes on with the new one that comes back. */
export async function changePassword(current: string, password: string): Promise<void> {
  const { token, user, expiresAt } = await call(profileEndpoints.password, { body: { current, password } })
  storeToken(token, expiresAt)
  rememberMe(user)
}

const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: async ({ signal }) => (await call(profileEndpoints.sessions, {}, { signal })).items,
})
export const useSessions = () => useQuery(sessionsQuery)

/** Ends one of my sessions, or with no id all the others. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined
        ? call(profileEndpoints.endOtherSessions, {})
        : call(profileEndpoints.endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
