import type { FastifyInstance } from 'fastify'
import { readerSearchEndpoints } from '#contract/reader-search.ts'
import { createCallCounts } from '../../http/call-counts.ts'
import { limitConcurrency } from '../../http/concurrency-limit.ts'
import { networkOf } from '../../http/network.ts'
import { flushPeriodically } from '../../http/periodic-flush.ts'
import { serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { cached, placeOf } from './delivery-replies.ts'
import { readSearchCursor } from './search-cursor-rules.ts'
import { searchForReaders } from './search-queries.ts'
import { suggestionsFor } from './search-suggestion-queries.ts'

/** What is published, pinned or named a synonym is found at once: an answer may only be shared by those who ask together. */
const CACHE = 'public, max-age=1'
/** A site that asks for all of its readers is one network. */
const CALLS = { max: 600, seconds: 60, of: 'searches or suggestions from one network' }
const FLUSH_SECONDS = 5

/** Search for readers. On their connections, of which it leaves half to what is read without searching. */
export function readerSearchRoutes(
  app: FastifyInstance,
  { deliveryDb: primary, events, config: { publicUrl } }: Services,
) {
  const calls = createCallCounts()
  flushPeriodically(app, FLUSH_SECONDS, () => calls.share(primary))
  const withSlot = limitConcurrency({
    total: 3,
    perPerson: 2,
    waiting: 100,
    waitingPerPerson: 30,
    waitMs: 2000,
    retryAfter: 1,
  })

  serveRead(app, readerSearchEndpoints.search, async ({ db, query, request, reply }) => {
    const network = networkOf(request.ip)
    // A key has a limit of its own.
    if (!request.deliveryKey) calls.count(`reader search ${network}`, CALLS)
    const { cursor, ...search } = query
    const place = placeOf(cursor, readSearchCursor)
    const found = await withSlot(network, () => searchForReaders(db, publicUrl, search, place))
    return cached(request, reply, found, CACHE)
  })
  serveRead(app, readerSearchEndpoints.suggestions, async ({ db, query: { q }, request, reply }) => {
    const network = networkOf(request.ip)
    if (!request.deliveryKey) calls.count(`reader suggestions ${network}`, CALLS)
    const found = await withSlot(network, () => suggestionsFor(db, events.storeOn(db), q))
    return cached(request, reply, found, CACHE)
  })
}
