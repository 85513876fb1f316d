import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'
import { setImmediate as round, setTimeout as pause } from 'node:timers/promises'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is about to stop: it answers, but balancers should send nothing more. */
    isDraining: () => boolean
  }
}

/** Long enough to hear what was sent before we were told to stop. */
const LISTEN_ON_MS = 300
/** When a busy machine let us sleep over that moment, what came meanwhile is heard in these: accepted in one, read in the next. */
const LAST_ROUNDS = 5
const SWEEP_MS = 50
/** Browsers open connections ahead; one that asked nothing for so many sweeps is not waited for. */
const SILENT_SWEEPS = 10

/**
 * Makes `app.close()` answer everything that was asked: it listens on for `listenOnMs`, tells each client that the
 * connection ends with its reply, and then lets go of connections as soon as nothing is under way on them.
 */
export function drainOnClose(app: FastifyInstance, listenOnMs = LISTEN_ON_MS) {
  let closing = false
  app.decorate('isDraining', () => closing)
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    if (!app.server.listening) return
    closing = true
    await pause(listenOnMs)
    for (let left = LAST_ROUNDS; left > 0; left--) await round()
    let sweeps = 0
    // After a look at what has come: a connection whose request is not read yet would count as idle.
    const sweep = setInterval(
      () =>
        setImmediate(() => {
          app.server.closeIdleConnections()
          if (++sweeps > SILENT_SWEEPS) for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
        }),
      SWEEP_MS,
    )
    app.server.once('close', () => clearInterval(sweep))
  })
}
