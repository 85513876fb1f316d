import { redirect } from 'react-router'
import { keptToken, readToken, storeToken } from '../../api/session-token.ts'
import { paths } from '../../paths.ts'
import { askOtherTabs } from './session-channel.ts'

const PUBLIC: readonly string[] = [paths.login, paths.register, paths.forget]
const HOME = '/'

/**
 * The specification's rules: no token and a protected target leads to /login, a token and /login leads to /, all else
 * goes on. Returns where to go instead, or undefined to proceed.
 */
export function guardDecision(token: string | null, pathname: string, search = ''): string | undefined {
  if (token === null && !PUBLIC.includes(pathname)) {
    return pathname === HOME ? paths.login : `${paths.login}?next=${encodeURIComponent(pathname + search)}`
  }
  if (token !== null && pathname === paths.login) return HOME
  return undefined
}

/** Runs before every navigation. A tab without a token takes the one that was kept, or asks the open tabs for theirs. */
export async function guardNavigation({ request }: { request: Request }): Promise<void> {
  if (readToken() === null) {
    const token = keptToken() ?? (await askOtherTabs())
    if (token && readToken() === null) storeToken(token)
  }
  const { pathname, search } = new URL(request.url)
  const target = guardDecision(readToken(), pathname, search)
  if (target !== undefined) throw redirect(target)
}

/**
 * Where to go after signing in: the address asked for when it is a path of this console, else the start.
 * `//host`, `/\host`, other schemes and control characters lead nowhere else.
 */
export function safeNext(next: string | null): string {
  // eslint-disable-next-line no-control-regex
  if (!next || !/^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(next)) return HOME
  const base = 'https://console.invalid'
  try {
    const url = new URL(next, base)
    if (url.origin !== base || url.pathname.startsWith('//') || PUBLIC.includes(url.pathname)) return HOME
    return url.pathname + url.search + url.hash
  } catch {
    return HOME
  }
}
