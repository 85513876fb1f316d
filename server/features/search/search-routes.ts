import type { FastifyInstance } from 'fastify'
import { searchEndpoints } from '#contract/search.ts'
import { inSearchTurn } from '../../http/search-turn.ts'
import { serveRead } from '../../http/serve.ts'
import { search } from './search-queries.ts'

export function searchRoutes(app: FastifyInstance) {
  serveRead(
    app,
    searchEndpoints.find,
    ({ actor, query, db }) => search(db, actor, query.q, (work) => inSearchTurn(actor.id, work)),
    { takesTurns: true },
  )
}
