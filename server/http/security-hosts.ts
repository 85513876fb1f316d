import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ProblemError } from './problem-error.ts'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']
/** Balancers ask these by address, and the answer says nothing; metrics have a check of their own. */
const FOR_ANY_HOST = ['/healthz', '/readyz', '/metrics']

/**
 * Refuses requests that were meant for another host, say two of them, or name one in the request line: what DNS
 * rebinding, cache poisoning and request smuggling begin with.
 */
export function refuseForeignHosts(app: FastifyInstance, config: Config) {
  app.addHook('onRequest', (request, _reply, done) => {
    const given = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
    const host = request.raw.headers.host?.toLowerCase()
    const line = request.raw.url ?? ''
    if (given.length > 1 || !host || !/^(\/|\*$)/.test(line)) throw new ProblemError('foreign_host')
    if (isOwnHost(request, config) || FOR_ANY_HOST.includes(request.routeOptions.url ?? '')) return done()
    throw new ProblemError('foreign_host', { detail: 'Set PUBLIC_URL to the address people use' })
  })
}

const publicHosts = new WeakMap<Config, { port: number; authority: string }>()

/** Host and port of the address that people use, parsed once. */
function publicHostOf(config: Config) {
  const known = publicHosts.get(config)
  if (known) return known
  const port = config.publicUrl.startsWith('https:') ? 443 : 80
  const found = { port, authority: authority(new URL(config.publicUrl).host, port) }
  publicHosts.set(config, found)
  return found
}

/** Whether the request names this server: by the address that people use, or by one of this machine. */
export function isOwnHost(request: FastifyRequest, config: Config): boolean {
  const host = request.raw.headers.host?.toLowerCase() ?? ''
  const publicHost = publicHostOf(config)
  if (authority(host, publicHost.port) === publicHost.authority) return true
  // The port that really listens: PORT=0 means any. A test that injects has no socket.
  const port = request.socket.localPort ?? config.port
  const hosts = [...LOCAL, config.host.includes(':') ? `[${config.host}]` : config.host.toLowerCase()]
  return hosts.some((name) => authority(host, 80) === authority(name, port))
}

const authority = (host: string, port: number): string => (/:\d+$/.test(host) ? host : `${host}:${port}`).toLowerCase()
