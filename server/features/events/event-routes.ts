import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { eventEndpoints } from '#contract/events.ts'
import { createCallCounts } from '../../http/call-counts.ts'
import { fieldsOf } from '../../http/error-handler.ts'
import { networkOf } from '../../http/network.ts'
import { flushPeriodically } from '../../http/periodic-flush.ts'
import { serve } from '../../http/serve.ts'
import { createTurns } from '../../http/turns.ts'
import type { Services } from '../../services.ts'
import { beaconScript } from './beacon-script.ts'
import { createRefusalCounts } from './event-refusal-commands.ts'
import { createEventRecorder, type AdmitAdEvents } from './event-commands.ts'
import { withoutInvalid } from './event-rules.ts'

const CALLS = { max: 60, seconds: 60, of: 'calls with events from one network' }
const FLUSH_SECONDS = 5
const BODY_BYTES = 262_144
/** A full call takes half a millisecond to read; a request of the console waits for so many between two steps of its own. */
const CALLS_IN_A_ROUND = 1

/** What readers' browsers report, and the script that does it. On the connections of readers: the console has its own. */
export function eventRoutes(
  app: FastifyInstance,
  { deliveryDb: db, events }: Services,
  admitAdEvents: AdmitAdEvents,
  consoleWaits: () => boolean,
) {
  const record = createEventRecorder(db, events.storeOn(db), admitAdEvents, consoleWaits)
  const calls = createCallCounts()
  const refusals = createRefusalCounts()
  flushPeriodically(app, FLUSH_SECONDS, async () => {
    await calls.share(db)
    await refusals.flush(db)
  })

  serve(
    app,
    eventEndpoints.record,
    async ({ body, actor, request }) => {
      const userAgent = request.headers['user-agent']
      const sender = { ip: request.ip, userAgent, signedIn: actor !== null }
      const { validationError: invalid } = request
      if (!invalid) {
        await record(sender, body)
        return { received: body.events.length }
      }
      const refused = fieldsOf(invalid.validation)
      const call = invalid.validationContext === 'body' ? withoutInvalid(request.body, refused) : undefined
      if (!call) throw invalid
      refusals.add(400)
      await record(sender, call)
      return { received: call.events.length, refused }
    },
    {
      bodyLimit: BODY_BYTES,
      attachValidation: true,
      // Calls that cannot be read count, too.
      onCall: (request) => calls.count(`events ${networkOf(request.ip)}`, CALLS),
      preParsing: createTurns({ perRound: CALLS_IN_A_ROUND, othersWait: consoleWaits }),
      onResponse: async (_request, reply) => refusals.add(reply.statusCode),
    },
  )

  const etag = `"${createHash('sha256').update(beaconScript).digest('base64url').slice(0, 27)}"`
  app.get('/content/v1/beacon.js', (request, reply) => {
    reply.headers({
      etag,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      'cross-origin-resource-policy': 'cross-origin',
    })
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(beaconScript)
  })
}
