import type { FastifyInstance } from 'fastify'
import { articleEndpoints } from '#contract/articles.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { createArticle, editArticle } from './article-commands.ts'
import { listArticles } from './article-list-queries.ts'
import { viewArticle } from './article-view-queries.ts'

/** A body of 1 MB, escaped as JSON. */
const large = { bodyLimit: 2_097_152 }

export function articleRoutes(app: FastifyInstance, services: Services) {
  serve(app, articleEndpoints.list, ({ actor, query }) => listArticles(services.db, actor, query))
  serve(app, articleEndpoints.view, async ({ actor, params }) => {
    const article = await viewArticle(services.db, actor, params.id)
    if (!article) throw new ProblemError('not_found')
    return article
  })
  serve(app, articleEndpoints.create, ({ actor, body }) => createArticle(services, actor, body), large)
  serve(app, articleEndpoints.edit, ({ actor, params, body }) => editArticle(services, actor, params.id, body), large)
}
