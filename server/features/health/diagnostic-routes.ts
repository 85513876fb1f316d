import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { diagnosticEndpoints, ECHO_EVENTS, ECHO_GAP_MS } from '#contract/diagnostics.ts'
import { reach } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { makeBundle } from './diagnostic-bundle.ts'
import { keepRun, markSeen, sendRun, timeDatabase } from './diagnostic-commands.ts'
import { listRuns, listSentRuns } from './diagnostic-queries.ts'
import { isForwarded, sinceProxy } from './proxy-headers.ts'

const LOOP_SAMPLES = 5
const LOOP_SAMPLE_MS = 10

/** What a browser asks to find out where its calls lose time. */
export function diagnosticRoutes(app: FastifyInstance, { db, config }: Services) {
  serve(app, diagnosticEndpoints.ping, async ({ reply }) => ({ at: Date.now(), serverMs: reply.elapsedTime }))
  serve(app, diagnosticEndpoints.roundTrip, async ({ request, reply }) => {
    const arrivedMs = reply.elapsedTime
    const proxyMs = sinceProxy(request.headers, Date.now() - arrivedMs)
    const { databaseMs, lockMs } = await timeDatabase(db)
    // Until here one statement was sent: who is signed in. The other statements only serve to measure.
    const serverMs = Math.max(arrivedMs, databaseMs) + lockMs
    const begun = performance.now()
    const eventLoopMs = await sampleEventLoop()
    const sampledMs = performance.now() - begun
    reply.header(
      'server-timing',
      `server;dur=${serverMs.toFixed(1)}, db;dur=${databaseMs.toFixed(1)}, lock;dur=${lockMs.toFixed(1)}, loop;dur=${eventLoopMs.toFixed(1)}`,
    )
    return { serverMs, databaseMs, lockMs, eventLoopMs, proxyMs, proxied: isForwarded(request.headers), sampledMs }
  })
  serve(app, diagnosticEndpoints.echo, async ({ request, reply, query: { word } }) => {
    const stream = app.openEventStream(request, reply)
    void (async () => {
      for (let n = 0; n < ECHO_EVENTS; n++) {
        stream.send('echo', { word, n })
        await pause(ECHO_GAP_MS)
      }
      stream.end()
    })()
    return reply
  })
  serve(
    app,
    diagnosticEndpoints.download,
    // Random, so that nothing on the way can make it smaller.
    async ({ reply, query: { bytes } }) => reply.type('application/octet-stream').send(randomBytes(bytes)),
    { compress: false },
  )
  serve(app, diagnosticEndpoints.upload, async ({ body: { data } }) => ({ bytes: data.length }))
  serve(app, diagnosticEndpoints.runs, async ({ actor }) => ({ items: await listRuns(db, actor.id) }))
  serve(app, diagnosticEndpoints.keep, ({ actor, body }) => keepRun(db, actor, body))
  serve(app, diagnosticEndpoints.send, ({ actor, params }) => sendRun(db, actor, params.id))
  serve(app, diagnosticEndpoints.sent, async ({ actor }) => {
    if (reach(actor, 'health.read') !== 'all') throw new ProblemError('forbidden')
    return { items: await listSentRuns(db) }
  })
  serve(app, diagnosticEndpoints.seen, ({ actor, params }) => {
    if (reach(actor, 'health.read') !== 'all') throw new ProblemError('forbidden')
    return markSeen(db, actor, params.id)
  })
  serve(app, diagnosticEndpoints.bundle, ({ actor, request }) =>
    makeBundle(db, config, request, {
      runs: () => listRuns(db, actor.id),
      checks: reach(actor, 'health.read') === 'all' ? app.health.monitor.checks() : [],
    }),
  )
}

/** By how much timers are late, on average: what everything waits that this process does. */
async function sampleEventLoop(): Promise<number> {
  let late = 0
  for (let n = 0; n < LOOP_SAMPLES; n++) {
    const begun = performance.now()
    await pause(LOOP_SAMPLE_MS)
    late += Math.max(0, performance.now() - begun - LOOP_SAMPLE_MS - 1)
  }
  return late / LOOP_SAMPLES
}
