import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** What a test replaces: names and networks of its own. */
export type Surroundings = {
  resolve: (hostname: string) => Promise<Found>
  isAllowed: (address: string) => boolean
  /** Certificates to trust beside the usual ones. */
  ca?: string
}
type Found = { address: string; family: number }[]

export const openInternet: Surroundings = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  isAllowed: isPublicAddress,
}

/** Where an address names its host by number: the number. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}

/**
 * Resolves the host of an address once.
 * @returns what makes a request connect to exactly the addresses that were checked
 * @throws Error with a sentence when it has none, or one that is not allowed
 */
export async function checkedLookup(
  target: URL,
  { resolve, isAllowed }: Surroundings,
): Promise<{ lookup?: LookupFunction }> {
  // A literal address is connected to as it is.
  const address = literalAddress(target)
  if (address) {
    if (!isAllowed(address)) throw new Error('leads into a private network')
    return {}
  }
  const found = await resolve(target.hostname).catch((): Found => [])
  if (found.length === 0) throw new Error('has no address')
  if (!found.every(({ address }) => isAllowed(address))) throw new Error('leads into a private network')
  return { lookup: answerWith(found) }
}

/** What was checked is what is connected to: the name is not resolved a second time. */
const answerWith =
  (found: Found): LookupFunction =>
  (_hostname, { all }, done) =>
    all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)
