/** The sign-in token of this tab: session storage, under the key that the specification names. */
const KEY = 'token'
/** A copy that outlives the last tab, only where the person asked for it at the sign-in. */
const KEPT = 'copydesk.keptToken'

export const readToken = (): string | null => sessionStorage.getItem(KEY)

/** `expiresAt`: when the session is over at the latest. A copy that is kept follows. */
export function storeToken(token: string, expiresAt?: string): void {
  sessionStorage.setItem(KEY, token)
  if (expiresAt !== undefined && readKept() !== undefined) keepToken(token, expiresAt)
}

/** Takes the token from this tab, and the copy from this browser. */
export function forgetToken(): void {
  sessionStorage.removeItem(KEY)
  dropKeptToken()
}

/** Keeps a copy in this browser until `expiresAt`, so that closing the last tab does not sign out. */
export const keepToken = (token: string, expiresAt: string): void =>
  localStorage.setItem(KEPT, JSON.stringify({ token, expiresAt }))

export const dropKeptToken = (): void => localStorage.removeItem(KEPT)

/** The copy that was kept; undefined where there is none, or where its session is over by the clock of this machine. */
export function keptToken(): string | undefined {
  const kept = readKept()
  if (kept && Date.parse(kept.expiresAt) > Date.now()) return kept.token
  dropKeptToken()
  return undefined
}

function readKept(): { token: string; expiresAt: string } | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? 'null')
    const { token, expiresAt } = (kept ?? {}) as Record<string, unknown>
    return typeof token === 'string' && typeof expiresAt === 'string' ? { token, expiresAt } : undefined
  } catch {
    return undefined
  }
}
