import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from './problem-error.ts'

/** An answer that stays open: named events, one after the other. */
export type EventStream = {
  /** Sends an event with its data as JSON. A client that does not read is dropped. */
  send: (event: string, data: unknown) => void
  end: () => void
  /** Runs once the stream is over, whoever ended it. */
  onEnd: (act: () => void) => void
}

declare module 'fastify' {
  interface FastifyInstance {
    openEventStream: (request: FastifyRequest, reply: FastifyReply) => EventStream
  }
}

const STREAMS_MOST = 200
/** Open tabs of one session. */
const STREAMS_PER_SESSION = 8
const HEARTBEAT_MS = 15_000
/** What may wait for a client that reads slowly. */
const UNREAD_MOST = 1_000_000

/**
 * Lets routes answer with server-sent events, read by `fetch`: the token comes in the header as everywhere, so it is in no
 * address. All streams end when the server closes.
 */
export function serveEventStreams(app: FastifyInstance): void {
  const open = new Map<EventStream, string>()
  const endAll = () => open.forEach((_session, stream) => stream.end())
  app.addHook('preClose', (done) => {
    endAll()
    done()
  })

  app.decorate('openEventStream', (request: FastifyRequest, reply: FastifyReply): EventStream => {
    const { origin, host } = request.headers
    if (origin !== undefined && URL.parse(origin)?.host !== host) throw new ProblemError('foreign_host')
    const session = request.actor?.sessionId ?? request.ip
    const own = [...open.values()].filter((one) => one === session).length
    if (own >= STREAMS_PER_SESSION || open.size >= STREAMS_MOST)
      throw new ProblemError('too_many_requests', { retryAfter: 10 })

    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies of the nginx kind would collect events into blocks.
      'x-accel-buffering': 'no',
    })
    const heartbeat = setInterval(() => raw.write(':\n\n'), HEARTBEAT_MS)
    heartbeat.unref()
    const acts: (() => void)[] = []
    const stream: EventStream = {
      send(event, data) {
        if (raw.writableEnded || raw.destroyed) return
        if (raw.writableLength > UNREAD_MOST) raw.destroy()
        else raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      },
      end: () => void raw.end(),
      onEnd: (act) => void acts.push(act),
    }
    raw.on('error', () => undefined)
    raw.once('close', () => {
      clearInterval(heartbeat)
      open.delete(stream)
      acts.forEach((act) => act())
    })
    open.set(stream, session)
    return stream
  })
}
