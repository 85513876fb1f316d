import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { movePendingEntries } from '../db/pending-entries.ts'
import type { Tables } from '../db/tables.ts'

/** Changes within this time are put into the indexes together. */
const DELAY_MS = 500

/** After an answered change puts its words into the indexes, so that neither who saves nor who searches has to wait for that. */
export function indexAfterChanges(app: FastifyInstance, db: Kysely<Tables>): void {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const move = () => {
    timer = undefined
    running = movePendingEntries(db).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) app.log.warn(error, 'pending entries of indexes were not moved')
    })
  }
  app.addHook('onResponse', (request, _reply, done) => {
    const { actor, method, routeOptions } = request
    if (actor && method !== 'GET' && method !== 'HEAD' && !routeOptions.config.changesNoReads)
      timer ??= setTimeout(() => void running.then(move), DELAY_MS)
    done()
  })
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    await running
  })
}
