import type { FastifyInstance } from 'fastify'
import { readerSearchEndpoints } from '#contract/reader-search.ts'
import { createPostgresEvents } from '../../events/postgres-events.ts'
import { limitConcurrency } from '../../http/concurrency-limit.ts'
import { networkOf } from '../../http/network.ts'
import { countHit } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { cached, placeOf } from './delivery-replies.ts'
import { readSearchCursor } from './search-cursor-rules.ts'
import { searchForReaders } from './search-queries.ts'
import { suggestionsFor } from './search-suggestion-queries.ts'

/** What is published, pinned or named a synonym is found at once: an answer may only be shared by those who ask together. */
const CACHE = 'public, max-age=1'
/** A site that asks for all of its readers is one network. */
const CALLS = { max: 600, seconds: 60 }

/** Search for readers. On their connections, of which it leaves half to what is read without searching. */
export function readerSearchRoutes(app: FastifyInstance, { deliveryDb: db, config: { publicUrl } }: Services) {
  const events = createPostgresEvents(db)
  const inTurn = limitConcurrency({
    total: 3,
    perPerson: 2,
    waiting: 100,
    waitingPerPerson: 30,
    waitMs: 2000,
    retryAfter: 1,
  })

  serve(app, readerSearchEndpoints.search, async ({ query, request, reply }) => {
    const network = networkOf(request.ip)
    await countHit(db, `reader search ${network}`, CALLS)
    const { cursor, ...search } = query
    const place = placeOf(cursor, readSearchCursor)
    const found = await inTurn(network, () => searchForReaders(db, publicUrl, search, place))
    return cached(request, reply, found, CACHE)
  })
  serve(app, readerSearchEndpoints.suggestions, async ({ query: { q }, request, reply }) => {
    const network = networkOf(request.ip)
    await countHit(db, `reader suggestions ${network}`, CALLS)
    const found = await inTurn(network, () => suggestionsFor(db, events, q))
    return cached(request, reply, found, CACHE)
  })
}
