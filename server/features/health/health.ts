import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { version } from '../../version.ts'
import { createHealthMonitor } from './health-monitor.ts'
import { createHealthProbes, type HealthProbes } from './health-probes.ts'
import { createHealthReporter, newReportingProcess } from './health-reporter.ts'
import { createHealthView } from './health-view.ts'

export type ServerHealth = ReturnType<typeof createHealth>

declare module 'fastify' {
  interface FastifyInstance {
    health: ServerHealth
  }
}

/** Everything about the health of this process; measures nothing until `start`. */
function createHealth(services: Services) {
  const { probes, close } = createHealthProbes(services, version)
  const monitor = createHealthMonitor(probes, services.config.healthSeconds)
  const self = newReportingProcess(version)
  const reporter = createHealthReporter(monitor, self)
  return {
    monitor,
    self,
    view: createHealthView(monitor, self),
    start: () => monitor.start(reporter.report),
    /** Replaces what checks look at; for tests. */
    replaceProbes: (fakes: Partial<HealthProbes>) => void Object.assign(probes, fakes),
    stop: async () => {
      await monitor.stop()
      if (monitor.isRunning()) await reporter.remove()
      await close()
    },
  }
}

/** What takes as long as its caller likes says nothing about how fast the server answers. */
const UNTIMED = /^\/api\/(health\/live|diagnostics\/(echo|download|upload)|media|imports?)\b|^\*$/

/** Gives the server its `health`, and counts every answer. */
export function watchHealth(app: FastifyInstance, services: Services): void {
  const health = createHealth(services)
  app.decorate('health', health)
  app.addHook('onResponse', (request, reply, done) => {
    const url = request.routeOptions.url ?? ''
    if (/^\/(api|content)\//.test(url) && !UNTIMED.test(url))
      health.monitor.probes.requests.note(reply.elapsedTime, reply.statusCode >= 500)
    done()
  })
  app.addHook('onClose', () => health.stop())
}
