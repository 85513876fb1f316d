import { isIPv6 } from 'node:net'

/** The address as people write it: an IPv4 address inside IPv6 becomes plain, a zone is dropped. */
export const plainAddress = (ip: string): string => ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')

/** Whom limits count as one: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip)
  if (!isIPv6(plain)) return plain
  // URL writes any spelling of an address in the one canonical way.
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = tail === undefined ? left : [...left, ...zeros, ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
