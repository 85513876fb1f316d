import type { FastifyInstance } from 'fastify'
import { tagEndpoints } from '#contract/tags.ts'
import { serveCreate } from '../../http/serve-create.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { refuseGoneName } from '../taxonomy/gone-name-commands.ts'
import { previewMerge } from '../taxonomy/merge-preview-commands.ts'
import { countArticlesOf, followMerges } from '../taxonomy/merge-queries.ts'
import { createTag, editTag } from './tag-commands.ts'
import { deleteTags, mergeTags } from './tag-merge-commands.ts'
import { findTag, listTags } from './tag-queries.ts'

export function tagRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serveRead(app, tagEndpoints.list, ({ query, db }) => listTags(db, query))
  const view = async (id: string) =>
    (await findTag(db, id)) ?? refuseGoneName(db, 'tag', id, (await followMerges(db, 'tag', [id]))[0])
  serve(app, tagEndpoints.view, ({ params }) => view(params.id))
  serveCreate(app, tagEndpoints.create, {
    create: (actor, body, id) => createTag(services, actor, body, id),
    view: (_actor, id) => view(id),
  })
  serve(app, tagEndpoints.edit, ({ actor, params, body }) => editTag(services, actor, params.id, body))
  serve(app, tagEndpoints.mergePreview, ({ params, query }) => previewMerge(db, 'tag', params.id, query.from))
  serve(app, tagEndpoints.merge, ({ actor, params, body }) => mergeTags(services, actor, params.id, body.from))
  serve(app, tagEndpoints.deletePreview, ({ query }) => countArticlesOf(db, 'tag', query.ids))
  serve(app, tagEndpoints.remove, async ({ actor, params }) => {
    await deleteTags(services, actor, [params.id])
  })
  serve(app, tagEndpoints.removeMany, ({ actor, body }) => deleteTags(services, actor, body.ids, 'ids'))
}
