import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'

/** How long input that still arrives is discarded, and how long a silence may last meanwhile. */
const LINGER_MS = 30_000
const SILENCE_MS = 5_000

/**
 * For answers given before the whole body was read, with `connection: close`. Closing a connection on which unread bytes
 * wait resets it, and the sender never sees the answer. So the answer goes out, our side of the connection ends, and what
 * still arrives is discarded until the sender stops, or the time is over.
 * @returns a function to be called before such an answer is sent; it does nothing when the body has arrived whole
 */
export function lingeringClose(app: FastifyInstance): (request: FastifyRequest) => void {
  const lingering = new Set<Socket>()
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    for (const socket of lingering) socket.destroy()
    done()
  })
  return ({ raw }) => {
    // What a test injects came as a whole: it has neither the flag nor a connection.
    if (raw.complete !== false) return
    const { socket } = raw
    // Node calls this as soon as an answer that closes the connection has left.
    socket.destroySoon = () => {
      if (closing || socket.destroyed) return void socket.destroy()
      const end = () => socket.destroy()
      const timer = setTimeout(end, LINGER_MS)
      lingering.add(socket)
      socket.once('close', () => {
        clearTimeout(timer)
        lingering.delete(socket)
      })
      socket.once('end', end)
      socket.setTimeout(SILENCE_MS, end)
      raw.unpipe()
      raw.resume()
      socket.end()
    }
  }
}
