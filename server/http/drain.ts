import type { FastifyInstance } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'

/** Long enough to hear what was sent before we were told to stop. */
const LISTEN_ON_MS = 300

/**
 * Makes `app.close()` answer everything that was asked: it listens on for a moment, tells each client that the
 * connection ends with its reply, and then lets go of connections as soon as nothing is under way on them.
 */
export function drainOnClose(app: FastifyInstance) {
  let closing = false
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    if (!app.server.listening) return
    closing = true
    await pause(LISTEN_ON_MS)
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(sweep))
  })
}
