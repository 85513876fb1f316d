import type { FastifyInstance } from 'fastify'
import { snippetEndpoints } from '#contract/snippets.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serveCreate } from '../../http/serve-create.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { createSnippet, editSnippet, removeSnippet } from './snippet-commands.ts'
import { findSnippet, listSnippets } from './snippet-queries.ts'
import { asListed, asSeenBy } from './snippet-rules.ts'

export function snippetRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serve(app, snippetEndpoints.list, async ({ actor }) => ({
    items: (await listSnippets(db)).map((row) => asListed(actor, row)),
  }))
  const view = async (actor: Actor, id: string) => {
    const snippet = await findSnippet(db, id)
    if (!snippet) throw new ProblemError('not_found')
    return asSeenBy(actor, snippet)
  }
  serve(app, snippetEndpoints.view, ({ actor, params }) => view(actor, params.id))
  serveCreate(app, snippetEndpoints.create, {
    create: (actor, body, id) => createSnippet(services, actor, body, id),
    view,
  })
  serve(app, snippetEndpoints.edit, ({ actor, params, body }) => editSnippet(services, actor, params.id, body))
  serve(app, snippetEndpoints.remove, ({ actor, params }) => removeSnippet(services, actor, params.id))
}
