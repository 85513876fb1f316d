import type { FastifyInstance } from 'fastify'
import { searchEndpoints } from '#contract/search.ts'
import { withSearchSlot } from '../../http/search-slots.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { search } from './search-queries.ts'

export function searchRoutes(app: FastifyInstance, { db }: Services) {
  serve(
    app,
    searchEndpoints.find,
    ({ actor, query }) => search(db, actor, query.q, (work) => withSearchSlot(actor.id, work)),
    { takesTurns: true },
  )
}
