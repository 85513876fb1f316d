import { isIP } from 'node:net'
import type { Config } from '../../config.ts'

/** Who passkeys are made for: a host name, and the one origin whose pages may use them. */
export type RelyingParty = { id: string; origin: string }

/**
 * Browsers offer passkeys to a host name with https, or to localhost. A server that is addressed as 127.0.0.1 has them
 * where people open it as localhost. Undefined: this console cannot have passkeys.
 */
export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | undefined {
  const { protocol, hostname, origin, port } = new URL(publicUrl)
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.')))
    return { id: 'localhost', origin: `${protocol}//localhost${port && `:${port}`}` }
  if (isIP(bare)) return undefined
  if (protocol !== 'https:' && bare !== 'localhost') return undefined
  return { id: bare, origin }
}
