import type { FastifyInstance } from 'fastify'
import { tagEndpoints } from '#contract/tags.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { createTag } from './tag-commands.ts'
import { findTag, listTags } from './tag-queries.ts'

export function tagRoutes(app: FastifyInstance, services: Services) {
  serve(app, tagEndpoints.list, ({ query }) => listTags(services.db, query))
  serve(app, tagEndpoints.view, async ({ params }) => {
    const tag = await findTag(services.db, params.id)
    if (!tag) throw new ProblemError('not_found')
    return tag
  })
  serve(app, tagEndpoints.create, ({ actor, body }) => createTag(services, actor, body))
}
