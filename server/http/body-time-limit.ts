import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request to this route may take to arrive; 15 unless said otherwise. */
    bodySeconds?: number
  }
}

/** The longest any route may ask for: what Node itself is told to allow. */
export const LONGEST_BODY_MS = 120_000
const USUAL_BODY_SECONDS = 15

/** Ends a connection whose request body does not arrive in time. Node's own limit knows no routes. */
export function limitBodyTime(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request.raw
    // As HTTP has it, a request without these has no body.
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return done()
    const seconds = request.routeOptions.config.bodySeconds ?? USUAL_BODY_SECONDS
    const timer = setTimeout(() => {
      // What a test injects came as a whole, and has neither the flag nor a socket to end.
      if (request.raw.complete === false) request.raw.socket.destroy()
    }, seconds * 1000)
    timer.unref()
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}
