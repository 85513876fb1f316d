import type { FastifyInstance } from 'fastify'
import { categoryEndpoints } from '#contract/categories.ts'
import { may } from '../../http/actor.ts'
import { serveCreate } from '../../http/serve-create.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { refuseGoneName } from '../taxonomy/gone-name-commands.ts'
import { createCategory, editCategory } from './category-commands.ts'
import { mergeCategories, moveCategory, previewMerge, previewRemove, removeCategory } from './category-move-commands.ts'
import { categoryTree, findCategory, followCategories, listCategories } from './category-queries.ts'

export function categoryRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serveRead(app, categoryEndpoints.list, ({ query, db }) => listCategories(db, query))
  serveRead(app, categoryEndpoints.tree, async ({ actor, db }) => ({
    items: await categoryTree(db),
    can: { write: may(actor, 'taxonomy.write') },
  }))
  const view = async (id: string) => {
    const found = await findCategory(db, id)
    return found ?? refuseGoneName(db, 'category', id, (await followCategories(db, [id])).get(id))
  }
  serve(app, categoryEndpoints.view, ({ params }) => view(params.id))
  serveCreate(app, categoryEndpoints.create, {
    create: (actor, body, id) => createCategory(services, actor, body, id),
    view: (_actor, id) => view(id),
  })
  serve(app, categoryEndpoints.edit, ({ actor, params, body }) => editCategory(services, actor, params.id, body))
  serve(app, categoryEndpoints.move, ({ actor, params, body }) => moveCategory(services, actor, params.id, body))
  serve(app, categoryEndpoints.mergePreview, ({ params, body }) => previewMerge(services, params.id, body.from))
  serve(app, categoryEndpoints.merge, ({ actor, params, body }) =>
    mergeCategories(services, actor, params.id, body.from),
  )
  serve(app, categoryEndpoints.removePreview, ({ params }) => previewRemove(services, params.id))
  serve(app, categoryEndpoints.remove, ({ actor, params, body }) => removeCategory(services, actor, params.id, body))
  serve(app, categoryEndpoints.delete, async ({ actor, params }) => {
    await removeCategory(services, actor, params.id, {})
  })
}
