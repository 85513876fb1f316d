/** Calls that the boot script of the page began before any module was there. */

/** `answer`: what came, once it is there. */
type EarlyCall = { token: string; reply: Promise<unknown>; answer?: unknown }
declare global {
  interface Window {
    copydeskBoot?: { early: Map<string, EarlyCall>; fetchScreen: (path: string) => void }
  }
}

/** After that much of a visit it is asked for again. */
const FRESH_MS = 20_000

/**
 * The reply to a GET that was begun with the page and with this token, once; undefined when there is none or when it failed,
 * so that the call is made as usual.
 */
export async function takeEarlyReply(method: string, url: string, token: string | null): Promise<unknown> {
  const early = window.copydeskBoot?.early
  const call = method === 'GET' ? early?.get(url) : undefined
  if (!call) return undefined
  early?.delete(url)
  return call.token === token && performance.now() < FRESH_MS ? call.reply : undefined
}

/** The same, if it is there already. */
export function earlyReplyAtHand(url: string, token: string | null): unknown {
  const early = window.copydeskBoot?.early
  const call = early?.get(url)
  if (call?.answer === undefined || call.token !== token || performance.now() >= FRESH_MS) return undefined
  early?.delete(url)
  return call.answer
}

/** Resolves when all of them are answered, or have failed. */
export const earlyCallsAreAnswered = async (): Promise<void> =>
  void (await Promise.all([...(window.copydeskBoot?.early.values() ?? [])].map(({ reply }) => reply)))

/** Fetches the code of a screen into the browser's cache, after everything else. */
export const fetchScreen = (path: string): void => window.copydeskBoot?.fetchScreen(path)
