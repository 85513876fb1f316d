import type { FastifyInstance } from 'fastify'
import { setImmediate as round, setTimeout as pause } from 'node:timers/promises'

/** Long enough to hear what was sent before we were told to stop. */
const LISTEN_ON_MS = 300
/** When a busy machine let us sleep over that moment, what came meanwhile is heard in these: accepted in one, read in the next. */
const LAST_ROUNDS = 5

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
    for (let left = LAST_ROUNDS; left > 0; left--) await round()
    // After a look at what has come: a connection whose request is not read yet would count as idle.
    const sweep = setInterval(() => setImmediate(() => app.server.closeIdleConnections()), 50)
    app.server.once('close', () => clearInterval(sweep))
  })
}
