import type { FastifyInstance } from 'fastify'
import { categoryEndpoints } from '#contract/categories.ts'
import { RELEVANCE } from '#contract/list.ts'
import { may } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { longRunning } from '../taxonomy/undo-routes.ts'
import { flushCategoryCounts } from './category-count-commands.ts'
import { createCategory, editCategory } from './category-commands.ts'
import { mergeCategories, moveCategory, previewMerge, previewRemove, removeCategory } from './category-move-commands.ts'
import { categoryTree, findCategory, listCategories } from './category-queries.ts'
import { undoCategoryChange } from './category-undo-commands.ts'

export function categoryRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serve(app, categoryEndpoints.list, async ({ query }) => {
    if (query.sort === RELEVANCE) await flushCategoryCounts(db)
    return listCategories(db, query)
  })
  serve(app, categoryEndpoints.tree, async ({ actor }) => {
    await flushCategoryCounts(db)
    return { items: await categoryTree(db), can: { write: may(actor, 'taxonomy.write') } }
  })
  serve(app, categoryEndpoints.view, async ({ params }) => {
    const category = await findCategory(db, params.id)
    if (!category) throw new ProblemError('not_found')
    return category
  })
  serve(app, categoryEndpoints.create, ({ actor, body }) => createCategory(services, actor, body))
  serve(app, categoryEndpoints.edit, ({ actor, params, body }) => editCategory(services, actor, params.id, body))
  serve(app, categoryEndpoints.move, ({ actor, params, body }) => moveCategory(services, actor, params.id, body))
  serve(app, categoryEndpoints.mergePreview, ({ params, body }) => previewMerge(services, params.id, body.from))
  serve(
    app,
    categoryEndpoints.merge,
    ({ actor, params, body }) => mergeCategories(services, actor, params.id, body.from),
    longRunning,
  )
  serve(app, categoryEndpoints.removePreview, ({ params }) => previewRemove(services, params.id))
  serve(
    app,
    categoryEndpoints.remove,
    ({ actor, params, body }) => removeCategory(services, actor, params.id, body),
    longRunning,
  )
  serve(app, categoryEndpoints.delete, async ({ actor, params }) => {
    await removeCategory(services, actor, params.id, {})
  })
  serve(app, categoryEndpoints.undo, ({ actor, body }) => undoCategoryChange(services, actor, body.undo), longRunning)
}
