import type { FastifyInstance } from 'fastify'
import { authorEndpoints } from '#contract/authors.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { createAuthor } from './author-commands.ts'
import { findAuthor, listAuthors } from './author-queries.ts'

export function authorRoutes(app: FastifyInstance, services: Services) {
  serve(app, authorEndpoints.list, ({ query }) => listAuthors(services.db, query))
  serve(app, authorEndpoints.view, async ({ params }) => {
    const author = await findAuthor(services.db, params.id)
    if (!author) throw new ProblemError('not_found')
    return author
  })
  serve(app, authorEndpoints.create, ({ actor, body }) => createAuthor(services, actor, body))
}
