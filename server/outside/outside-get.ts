import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { addAbortSignal } from 'node:stream'
import { checkedLookup, openInternet, type Surroundings } from './outside-host.ts'

/** How pictures outside are fetched; a test replaces it. */
export type OutsideAccess = {
  surroundings?: Surroundings
  /** Ports that may be connected to; as in an address, so those of the scheme are empty. */
  ports?: readonly string[]
}
const DEFAULT_PORTS = ['', '80', '443']

/** The address itself is one that is never connected to. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
}

/** The address only leads to another one, which is not asked. */
export class RedirectedError extends Error {
  override readonly name = 'RedirectedError'
  readonly to: string

  constructor(to: string) {
    super(`leads to ${to}`)
    this.to = to
  }
}

type GetOptions = OutsideAccess & {
  /** Of everything, the body included. */
  signal: AbortSignal
  accept: string
}

/**
 * Asks an address of the open internet, without cookies or credentials, connected to as it was checked. No redirect is followed.
 * The caller reads the body or destroys it.
 * @throws RefusedAddressError; RedirectedError; Error with a sentence when there is no answer of status 200; the reason of the signal
 */
export async function getOutside(address: string, options: GetOptions): Promise<IncomingMessage> {
  const target = URL.parse(address)
  const reply = await ask(target, options)
  const { statusCode: status = 0, headers } = reply
  if (status === 200) return addAbortSignal(options.signal, reply)
  reply.destroy()
  if (status < 300 || status >= 400 || !headers.location) throw new Error(`answered ${status}`)
  throw new RedirectedError(URL.parse(headers.location, target?.href)?.href ?? headers.location)
}

async function ask(target: URL | null, options: GetOptions): Promise<IncomingMessage> {
  const { signal, accept, surroundings = openInternet, ports = DEFAULT_PORTS } = options
  if (!target || !/^https?:$/.test(target.protocol)) throw new RefusedAddressError('is not a web address')
  if (target.username || target.password) throw new RefusedAddressError('has a password in the address')
  if (!ports.includes(target.port)) throw new RefusedAddressError('is on another port than 80 and 443')
  const checked = await within(signal, checkedLookup(target, surroundings))
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  const { ca } = surroundings
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': 'Copydesk', accept }
    request(target, { agent: false, signal, headers, ...checked, ...(ca !== undefined && { ca }) }, resolve)
      .on('error', reject)
      .end()
  })
}

/** A name server that does not answer is given up like a host that does not. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
