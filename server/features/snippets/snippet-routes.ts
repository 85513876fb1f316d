import type { FastifyInstance } from 'fastify'
import { snippetEndpoints } from '#contract/snippets.ts'
import { ProblemError } from '../../http/problem-error.ts'
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
  serve(app, snippetEndpoints.view, async ({ actor, params }) => {
    const snippet = await findSnippet(db, params.id)
    if (!snippet) throw new ProblemError('not_found')
    return asSeenBy(actor, snippet)
  })
  serve(app, snippetEndpoints.create, ({ actor, body }) => createSnippet(services, actor, body))
  serve(app, snippetEndpoints.edit, ({ actor, params, body }) => editSnippet(services, actor, params.id, body))
  serve(app, snippetEndpoints.remove, ({ actor, params }) => removeSnippet(services, actor, params.id))
}
