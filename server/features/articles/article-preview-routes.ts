import type { FastifyInstance } from 'fastify'
import { articleEndpoints } from '#contract/articles.ts'
import { previewLinkEndpoints } from '#contract/preview-links.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import {
  createPreviewLink,
  openPreviewLink,
  revokePreviewLink,
  viewPreviewLinks,
} from './article-preview-link-commands.ts'
import { previewOf } from './article-preview-queries.ts'
import { viewArticle } from './article-view-queries.ts'

/** The article as a page: for people of the console, and by a link for guests. */
export function articlePreviewRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serve(app, articleEndpoints.preview, async ({ actor, params }) => {
    const article = await viewArticle(db, actor, params.id)
    if (!article) throw new ProblemError('not_found')
    return { html: await previewOf(db, article) }
  })
  serve(app, previewLinkEndpoints.list, ({ actor, params }) => viewPreviewLinks(services, actor, params.id))
  serve(app, previewLinkEndpoints.create, ({ actor, params, body }) =>
    createPreviewLink(services, actor, params.id, body),
  )
  serve(app, previewLinkEndpoints.revoke, ({ actor, params }) =>
    revokePreviewLink(services, actor, params.id, params.link),
  )
  serve(app, previewLinkEndpoints.open, ({ body, request }) => openPreviewLink(services, body.token, request.ip))
}
