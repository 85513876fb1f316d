import type { Endpoint, Request } from '#contract/endpoint.ts'
import { addressOf, type Parts } from './call.ts'
import { readToken } from './session-token.ts'
import { callsAreStopped } from './signed-out.ts'

type Leaver = () => unknown
const leavers = new Set<Leaver>()

/**
 * Told just before the session ends, while a call can still be sent.
 * @param leave may answer a promise: signing out waits a little for what is being saved
 * @returns what stops it
 */
export function beforeSignOut(leave: Leaver): () => void {
  leavers.add(leave)
  return () => void leavers.delete(leave)
}

/** Resolves when all of them have done what they had to do. */
export const tellBeforeSignOut = async (): Promise<void> =>
  void (await Promise.allSettled([...leavers].map((leave) => leave())))

/** Sends a call that may outlast the page, as a tab that closes does; whether it arrived is not known. */
export function callOnLeaving<E extends Endpoint>(e: E, request: Request<E>): void {
  const token = readToken()
  if (token === null || callsAreStopped()) return
  const parts = request as Parts
  const headers = { authorization: `bearer ${token}`, 'content-type': 'application/json' }
  void fetch(addressOf(e, parts), {
    method: e.method,
    headers,
    body: JSON.stringify(parts.body),
    keepalive: true,
  }).catch(() => undefined)
}
