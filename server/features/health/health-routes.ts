import type { FastifyInstance } from 'fastify'
import type { HealthCheckName } from '#contract/health-checks.ts'
import { connectionChecks, Health, healthEndpoints, HealthSample, WRITTEN_MAILS_SHOWN } from '#contract/health.ts'
import { may, reach, type Actor } from '../../http/actor.ts'
import type { EventStream } from '../../http/event-stream.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import { roleOfSession } from '../../http/session.ts'
import { mailFolder, newestWrittenMails } from '../../mail/mailer.ts'
import type { Services } from '../../services.ts'
import { deleteFailedJobs, startFailedJobs } from './failed-job-commands.ts'
import { listFailedJobs } from './failed-job-queries.ts'
import { endDatabaseConnection } from './database-connection-commands.ts'
import { listDatabaseConnections } from './database-connection-queries.ts'
import { editAlerts, newAlertSecret, queueTestAlerts } from './alert-commands.ts'
import { viewAlerts } from './alert-queries.ts'
import { listSamples, viewHistory } from './health-queries.ts'
import { summaryOf } from './health-view.ts'
import { muteCheck, unmuteCheck } from './mute-commands.ts'

export function healthRoutes(app: FastifyInstance, { db, config }: Services) {
  const { health } = app
  const { monitor } = health
  const seesDetails = (actor: Actor) => reach(actor, 'health.read') === 'all'
  const canOf = (actor: Actor) => ({
    details: seesDetails(actor),
    mute: may(actor, 'settings.manage'),
    run: seesDetails(actor),
  })
  async function viewFor(actor: Actor): Promise<Health> {
    const view = await health.view(monitor.probes.db)
    return { ...(seesDetails(actor) ? view : summaryOf(view)), can: canOf(actor) }
  }
  const requireDetails = (actor: Actor) => {
    if (!seesDetails(actor)) throw new ProblemError('forbidden')
  }

  serve(app, healthEndpoints.view, ({ actor }) => viewFor(actor))
  serve(app, healthEndpoints.samples, async ({ actor, query: { process } }) => {
    requireDetails(actor)
    const own = process === undefined || process === health.self.id
    return { samples: own ? [...monitor.samples()] : await listSamples(db, process) }
  })
  serve(app, healthEndpoints.history, async ({ actor, query }) => {
    const history = await viewHistory(db, query)
    if (seesDetails(actor)) return history
    const incidents = history.incidents.map((one) => ({ ...one, cause: null, detail: '', value: null, process: '' }))
    return { ...history, incidents }
  })
  serve(app, healthEndpoints.live, async ({ actor, request, reply }) => {
    const first = await viewFor(actor)
    follow(app.openEventStream(request, reply), actor, first)
    return reply
  })
  serve(app, healthEndpoints.run, ({ actor, params: { name } }) => {
    requireDetails(actor)
    return monitor.run(name)
  })
  serve(app, healthEndpoints.mute, ({ actor, params: { name }, body }) => muteCheck(db, actor, { name, ...body }))
  serve(app, healthEndpoints.unmute, ({ actor, params: { name } }) => unmuteCheck(db, actor, name))
  serve(app, healthEndpoints.failedJobs, () => listFailedJobs(db))
  const andMeasure = async <T>(change: Promise<T>, names: readonly HealthCheckName[]): Promise<T> => {
    const changed = await change
    await Promise.all(names.map(monitor.run))
    return changed
  }
  serve(app, healthEndpoints.startJobs, ({ actor, body: { ids } }) =>
    andMeasure(startFailedJobs(db, actor, ids), ['failed_jobs']),
  )
  serve(app, healthEndpoints.deleteJobs, ({ actor, body: { ids } }) =>
    andMeasure(deleteFailedJobs(db, actor, ids), ['failed_jobs']),
  )
  serve(app, healthEndpoints.connections, async ({ params: { name } }) => ({
    items: await listDatabaseConnections(monitor.probes.db, name),
  }))
  serve(app, healthEndpoints.endConnection, ({ actor, body }) =>
    andMeasure(endDatabaseConnection(monitor.probes.db, actor, body), connectionChecks),
  )
  serve(app, healthEndpoints.mails, async () => {
    const folder = mailFolder(config)
    return { folder, items: folder === null ? [] : await newestWrittenMails(config, WRITTEN_MAILS_SHOWN) }
  })
  serve(app, healthEndpoints.alerts, () => viewAlerts(db))
  serve(app, healthEndpoints.editAlerts, ({ actor, body }) => editAlerts(db, actor, body))
  serve(app, healthEndpoints.newSecret, ({ actor }) => newAlertSecret(db, actor))
  serve(app, healthEndpoints.testAlerts, ({ actor }) => queueTestAlerts(db, actor))

  /** Sends what each turn finds, for as long as the session and the role last. */
  function follow(stream: EventStream, actor: Actor, first: Health) {
    stream.send('health', Health.parse(first))
    const tell = async () => {
      // A database that is away ends no session: whoever watches just then needs to see it.
      const role = await roleOfSession(monitor.probes.db, actor.sessionId).catch(() => actor.role)
      // Another role sees other details: the console opens the channel again.
      if (role !== actor.role) return stream.end()
      stream.send('health', Health.parse(await viewFor(actor)))
      const sample = monitor.samples().at(-1)
      if (sample && seesDetails(actor)) stream.send('sample', HealthSample.parse(sample))
    }
    const onTurn = () => void tell().catch((error: unknown) => app.log.warn(error, 'the live channel failed'))
    monitor.events.on('turn', onTurn)
    stream.onEnd(() => monitor.events.off('turn', onTurn))
  }
}
