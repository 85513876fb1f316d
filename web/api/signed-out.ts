/** What happens when the server says 401 while someone is working. Apart from the HTTP client, which is loaded later. */

/** `lacks` says what the role needs since the session was opened. */
type SignInAgain = (lacks: readonly string[]) => Promise<boolean>
let signInAgain: SignInAgain | undefined
let underWay: Promise<boolean> | undefined

/** Asks for the password over the screen. The failed call is sent again when `ask` resolves to true. */
export function onSignedOut(ask: SignInAgain): void {
  signInAgain = ask
}

let isStopped = false
/** From now on this page, which is about to be replaced, sends nothing: the token is that of someone else. */
export const stopCalls = (): void => void (isStopped = true)
export const callsAreStopped = (): boolean => isStopped

/** One question, however many calls failed. @returns whether the person is signed in now */
export async function signedInAgain(lacks: readonly string[]): Promise<boolean> {
  if (!signInAgain) return false
  underWay ??= signInAgain(lacks).finally(() => (underWay = undefined))
  return underWay
}
