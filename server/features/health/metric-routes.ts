import { timingSafeEqual, createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { healthStates } from '#contract/health-checks.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { plainAddress } from '../../http/network.ts'
import { isOwnHost } from '../../http/security-hosts.ts'
import type { Services } from '../../services.ts'
import { isForwarded } from './proxy-headers.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** `GET /metrics` for Prometheus: this process in figures, for this machine or for whoever has the key. */
export function metricRoutes(app: FastifyInstance, { config }: Services) {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'copydesk_http_request_duration_seconds',
    help: 'Time until the reply was sent, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const states = new Gauge({
    name: 'copydesk_check_state',
    help: 'State of a check as this process measured it: 0 good, 1 unknown, 2 warning, 3 bad',
    labelNames: ['check'],
    registers,
  })
  const values = new Gauge({
    name: 'copydesk_check_value',
    help: 'Value of a check, in the unit that docs/operating.md gives',
    labelNames: ['check'],
    registers,
  })
  const connections = new Gauge({
    name: 'copydesk_database_connections',
    help: 'Connections of requests to the database',
    labelNames: ['use'],
    registers,
  })
  let collects = false

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) throw new ProblemError('forbidden')
    // Not before they are wanted: they hold timers.
    if (!collects) collectDefaultMetrics({ register: registry })
    collects = true
    values.reset()
    for (const { name, state, value } of app.health.monitor.checks()) {
      states.set({ check: name }, healthStates.indexOf(state))
      if (value !== null) values.set({ check: name }, value)
    }
    const { totalCount, idleCount, waitingCount } = app.health.monitor.probes.requestPool
    connections.set({ use: 'busy' }, totalCount - idleCount)
    connections.set({ use: 'idle' }, idleCount)
    connections.set({ use: 'waiting' }, waitingCount)
    const body = await registry.metrics()
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(body)
  })

  function mayRead(request: FastifyRequest): boolean {
    const [, given = ''] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
    if (config.metricsKey !== undefined && isSame(given, config.metricsKey)) return true
    const isLocal = /^(127\.|::1$)/.test(plainAddress(request.socket.remoteAddress ?? ''))
    // A proxy on this machine calls from its address, too.
    return isLocal && isOwnHost(request, config) && !isForwarded(request.headers)
  }
}

const digest = (value: string) => createHash('sha256').update(value).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
