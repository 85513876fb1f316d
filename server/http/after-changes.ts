import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { movePendingEntries } from '../db/pending-entries.ts'
import type { Tables } from '../db/tables.ts'

/** Changes within this time are put into the indexes together. */
const DELAY_MS = 500

const isChange = ({ actor, method, routeOptions }: FastifyRequest) =>
  actor !== null && method !== 'GET' && method !== 'HEAD' && !routeOptions.config.changesNoReads

/**
 * After an answered change puts its words into the indexes, so that neither who saves nor who searches has to wait for that.
 * @param changes whether a request may have changed what is searched
 */
export function indexAfterChanges(app: FastifyInstance, db: Kysely<Tables>, changes = isChange): void {
  const closing = new AbortController()
  let isDue = false
  let work: Promise<void> | undefined
  const indexWhileDue = async () => {
    while (isDue) {
      await pause(DELAY_MS, undefined, { signal: closing.signal })
      isDue = false
      await movePendingEntries(db)
    }
  }
  const begin = () =>
    indexWhileDue()
      .catch((error: unknown) => {
        if (!closing.signal.aborted && !isDatabaseUnavailable(error))
          app.log.warn(error, 'pending entries of indexes were not moved')
      })
      .finally(() => (work = undefined))
  app.addHook('onResponse', (request, _reply, done) => {
    if (changes(request)) {
      isDue = true
      work ??= begin()
    }
    done()
  })
  app.addHook('onClose', async () => {
    closing.abort()
    await work
  })
}
