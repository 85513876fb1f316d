import type { FastifyInstance } from 'fastify'
import { isDatabaseFull, isDatabaseUnavailable } from '../db/errors.ts'

/**
 * Runs `flush` every `seconds` while the server runs, never twice at once, and a last time when it closes. A failure is
 * logged and the next turn tries again, so `flush` must keep what it could not write.
 */
export function flushPeriodically(app: FastifyInstance, seconds: number, flush: () => Promise<void>): void {
  let running: Promise<void> | undefined
  const run = async () => {
    try {
      await flush()
    } catch (error) {
      // Lost or full: the checks of the server itself tell that.
      if (!isDatabaseUnavailable(error) && !isDatabaseFull(error)) app.log.warn(error, 'a periodic flush failed')
    }
  }
  const turn = () => (running ??= run().finally(() => (running = undefined)))
  const timer = setInterval(() => void turn(), seconds * 1000)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
    await turn()
  })
}
