import type { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { PasskeyResponse } from '#contract/second-step.ts'

/** Loaded with the first passkey. */
const webauthn = () => import('@simplewebauthn/browser')

type MakeOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type AskOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
/** What the server sends is what the browser takes: the library on the server made it. */
type Options = Record<string, unknown>

/** Whether this browser has passkeys, and offers them at this address. */
export const offersPasskeys = (passkeyOrigin: string | null | undefined): boolean =>
  passkeyOrigin === window.location.origin && 'PublicKeyCredential' in window

/** Has the browser make a passkey; undefined when the person cancelled it, or waited too long. */
export const makePasskey = async (options: Options): Promise<PasskeyResponse | undefined> => {
  const { startRegistration: start } = await webauthn()
  return unlessCancelled(() => start({ optionsJSON: options as MakeOptions & Options }))
}

/** Has the browser use a passkey; undefined when the person cancelled it, or waited too long. */
export const askPasskey = async (options: Options): Promise<PasskeyResponse | undefined> => {
  const { startAuthentication: start } = await webauthn()
  return unlessCancelled(() => start({ optionsJSON: options as AskOptions & Options }))
}

async function unlessCancelled(ask: () => Promise<object>): Promise<PasskeyResponse | undefined> {
  try {
    return PasskeyResponse.parse(await ask())
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined
    throw error
  }
}
