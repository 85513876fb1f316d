import type { FastifyInstance } from 'fastify'
import { articleBulkEndpoints } from '#contract/article-bulk.ts'
import { articleEndpoints, type Article } from '#contract/articles.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serveCreate } from '../../http/serve-create.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actOnArticle } from './article-action-commands.ts'
import { articleCalendar } from './article-calendar-queries.ts'
import { bulkProgress, currentBulk, runBulk, stopBulk } from './article-bulk-run-commands.ts'
import { reviewBulk, selectedTags } from './article-review-commands.ts'
import { createArticle, editArticle } from './article-commands.ts'
import { duplicateArticle } from './article-duplicate-commands.ts'
import { withFound } from './article-found-queries.ts'
import { completeFilter } from './article-filter-kept-queries.ts'
import { countArticles, listArticles } from './article-list-queries.ts'
import { recordPresence } from './article-presence-commands.ts'
import { purgeArticle } from './article-purge-commands.ts'
import { restoreRevision } from './article-revision-commands.ts'
import { findRevision, listRevisions } from './article-revision-queries.ts'
import { findArticleHeads, accessOf } from './article-row-queries.ts'
import { reaches, seesOnlyPublished } from './article-rules.ts'
import { suggestSlug } from './article-slug-commands.ts'
import { knownTotal } from './article-total-queries.ts'
import { viewArticle, viewPublished, viewVersion } from './article-view-queries.ts'

/** A body of 1 MB, escaped as JSON. */
const large = { bodyLimit: 2_097_152 }
/** 500 articles at once take some seconds. */
const longRunning = { handlerTimeout: 60_000 }
const actions = [
  'submit',
  'withdraw',
  'return',
  'schedule',
  'publish',
  'discard',
  'unpublish',
  'archive',
  'trash',
  'restore',
] as const

export function articleRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  const view = async (actor: Actor, id: string): Promise<Article> => {
    const article = await viewArticle(db, actor, id)
    if (!article) throw new ProblemError('not_found')
    return article
  }
  /** The history tells of unpublished text: it is for those who may see the working copy. */
  const requireHistory = async (actor: Actor, id: string) => {
    const [head] = await findArticleHeads(db, actor, [id])
    if (!head || !reaches(actor, 'articles.read', accessOf(head))) throw new ProblemError('not_found')
    if (seesOnlyPublished(actor, accessOf(head))) throw new ProblemError('forbidden')
  }

  serveRead(app, articleEndpoints.list, async ({ actor, query, db }) => {
    const followed = await completeFilter(db, query)
    const page = await listArticles(db, actor, followed, await knownTotal(db, actor, followed))
    return query.q ? { ...page, items: await withFound(db, actor, query.q, page.items) } : page
  })
  serveRead(app, articleEndpoints.total, async ({ actor, query, db }) => {
    const followed = await completeFilter(db, query)
    return countArticles(db, actor, followed, await knownTotal(db, actor, followed))
  })
  serveRead(app, articleEndpoints.calendar, ({ actor, query, db }) => articleCalendar(db, actor, query))
  serve(app, articleEndpoints.slug, ({ query }) => suggestSlug(services, query.title, query.article))
  serve(app, articleEndpoints.view, ({ actor, params }) => view(actor, params.id))
  serve(app, articleEndpoints.version, async ({ actor, params }) => {
    const version = await viewVersion(db, actor, params.id)
    if (version === undefined) throw new ProblemError('not_found')
    return { version }
  })
  serve(app, articleEndpoints.presence, ({ actor, params, body }) => recordPresence(db, actor, params.id, body), {
    config: { changesNoReads: true },
  })
  serveCreate(
    app,
    articleEndpoints.create,
    { create: (actor, body, id) => createArticle(services, actor, body, { id }), view },
    large,
  )
  serve(app, articleEndpoints.edit, ({ actor, params, body }) => editArticle(services, actor, params.id, body), large)
  serveCreate(app, articleEndpoints.duplicate, {
    create: (actor, _, copyId, { id }) => duplicateArticle(services, actor, id, copyId),
    view,
  })
  serve(app, articleEndpoints.remove, async ({ actor, params }) => {
    await actOnArticle(services, actor, params.id, 'trash', {})
  })
  serve(app, articleEndpoints.purge, ({ actor, params, body }) =>
    purgeArticle(services, actor, params.id, body.version),
  )
  for (const action of actions)
    serve(app, articleEndpoints[action], ({ actor, params, body }) =>
      actOnArticle(services, actor, params.id, action, body),
    )

  serve(app, articleEndpoints.published, async ({ actor, params }) => {
    await requireHistory(actor, params.id)
    const published = await viewPublished(db, params.id)
    if (!published) throw new ProblemError('not_found')
    return published
  })

  serve(app, articleBulkEndpoints.run, ({ actor, body }) => runBulk(services, actor, body), longRunning)
  serve(app, articleBulkEndpoints.progress, ({ actor, params }) => bulkProgress(db, actor, params.id))
  serve(app, articleBulkEndpoints.current, async ({ actor }) => ({ id: await currentBulk(db, actor) }))
  serve(app, articleBulkEndpoints.stop, ({ actor, params }) => stopBulk(db, actor, params.id))
  serve(app, articleBulkEndpoints.review, ({ actor, body }) => reviewBulk(db, actor, body))
  serve(app, articleBulkEndpoints.tags, ({ actor, body }) => selectedTags(db, actor, body))

  serve(app, articleEndpoints.revisions, async ({ actor, params }) => {
    await requireHistory(actor, params.id)
    return listRevisions(db, params.id)
  })
  serve(app, articleEndpoints.revision, async ({ actor, params }) => {
    await requireHistory(actor, params.id)
    const revision = await findRevision(db, params.id, params.revision)
    if (!revision) throw new ProblemError('not_found')
    return revision
  })
  serve(app, articleEndpoints.restoreRevision, ({ actor, params, body }) =>
    restoreRevision(services, actor, params.id, params.revision, body.version),
  )
}
