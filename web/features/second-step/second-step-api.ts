import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  profileSecondStepEndpoints as own,
  secondStepEndpoints as step,
  userSecondStepEndpoints,
} from '#contract/second-step.ts'
import type { SecondStepMethods } from '#contract/second-step.ts'
import { call } from '../../api/call.ts'
import { makePasskey, askPasskey } from './passkey.ts'

/** Finishes a sign-in with a code of an app or a recovery code. */
export const finishWithCode = (pending: string, code: string) => call(step.code, { body: { pending, code } })

/** Finishes a sign-in with a passkey; undefined when the person cancelled it. */
export async function finishWithPasskey(pending: string) {
  const response = await askPasskey(await call(step.passkeyOptions, { body: { pending } }))
  return response && call(step.passkey, { body: { pending, response } })
}

/** Signs in with a passkey and no password; undefined when the person cancelled it. */
export async function signInWithPasskey() {
  const response = await askPasskey(await call(step.signInOptions, { body: {} }))
  return response && call(step.signIn, { body: { response } })
}

/** Begins and confirms the app that a sign-in asks for. */
export const beginEnrolment = (pending: string) => call(step.enrolApp, { body: { pending } })
export const confirmEnrolment = (pending: string, code: string) => call(step.confirmApp, { body: { pending, code } })

/** Makes the passkey that a sign-in asks for; undefined when the person cancelled it. */
export async function enrolPasskey(pending: string, name: string) {
  const response = await makePasskey(await call(step.enrolPasskeyOptions, { body: { pending } }))
  return response && call(step.enrolPasskey, { body: { pending, response, name } })
}

const methodsQuery = queryOptions({
  queryKey: ['profile', 'second-step'],
  queryFn: ({ signal }) => call(own.view, {}, { signal }),
})
export const useMethods = () => useQuery(methodsQuery)

/** What a change answers is what there is now; recovery codes and sessions may have changed with it. */
function useChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: ['profile'] }),
  })
}
function useMethodChange<Given>(change: (given: Given) => Promise<SecondStepMethods>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (methods) => client.setQueryData(methodsQuery.queryKey, methods),
    onSettled: () => client.invalidateQueries({ queryKey: ['profile'] }),
  })
}

export const beginApp = (password: string) => call(own.beginApp, { body: { password } })
export const useConfirmApp = () => useChange((code: string) => call(own.confirmApp, { body: { code } }))
export const useRemoveApp = () => useMethodChange((password: string) => call(own.removeApp, { body: { password } }))
export const useNewRecoveryCodes = () =>
  useChange((password: string) => call(own.newRecoveryCodes, { body: { password } }))

/** Makes a passkey; undefined when the person cancelled it. */
export const useAddPasskey = () =>
  useChange(async ({ password, name }: { password: string; name: string }) => {
    const response = await makePasskey(await call(own.passkeyOptions, { body: { password } }))
    return response && call(own.addPasskey, { body: { response, name } })
  })
export const useRenamePasskey = () =>
  useMethodChange(({ id, name }: { id: string; name: string }) =>
    call(own.renamePasskey, { params: { id }, body: { name } }),
  )
export const useRemovePasskey = () =>
  useMethodChange(({ id, password }: { id: string; password: string }) =>
    call(own.removePasskey, { params: { id }, body: { password } }),
  )

/** Removes the second step of someone else. */
export function useResetSecondStep() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(userSecondStepEndpoints.reset, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
}
