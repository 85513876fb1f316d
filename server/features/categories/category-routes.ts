import type { FastifyInstance } from 'fastify'
import { categoryEndpoints } from '#contract/categories.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { createCategory } from './category-commands.ts'
import { findCategory, listCategories } from './category-queries.ts'

export function categoryRoutes(app: FastifyInstance, services: Services) {
  serve(app, categoryEndpoints.list, ({ query }) => listCategories(services.db, query))
  serve(app, categoryEndpoints.view, async ({ params }) => {
    const category = await findCategory(services.db, params.id)
    if (!category) throw new ProblemError('not_found')
    return category
  })
  serve(app, categoryEndpoints.create, ({ actor, body }) => createCategory(services, actor, body))
}
