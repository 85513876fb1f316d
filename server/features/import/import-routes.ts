import type { FastifyInstance } from 'fastify'
import { importEndpoints } from '#contract/import.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { beginCleanUp, stopCleanUp } from './import-clean-up-commands.ts'
import { findCleanUp } from './import-clean-up-queries.ts'
import { receiveImport } from './import-commands.ts'
import { importAgain } from './import-file-commands.ts'
import { findImport, listImportItems, listImports } from './import-queries.ts'
import { acceptExports, readUpload } from './import-upload.ts'

export function importRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serve(app, importEndpoints.list, async () => ({ items: await listImports(db) }))
  serve(app, importEndpoints.view, async ({ params }) => {
    const run = await findImport(db, params.id)
    if (!run) throw new ProblemError('not_found')
    return run
  })
  serve(app, importEndpoints.again, async ({ actor, params, body }) => importAgain(db, actor, params.id, body))
  serve(app, importEndpoints.cleanUpPreview, async ({ actor, params }) => {
    if (!(await findImport(db, params.id))) throw new ProblemError('not_found')
    return findCleanUp(db, params.id, actor.id)
  })
  serve(app, importEndpoints.cleanUp, ({ actor, params, body }) =>
    beginCleanUp(db, actor, params.id, body.expectedCount),
  )
  serve(app, importEndpoints.stopCleanUp, ({ actor, params }) => stopCleanUp(db, actor, params.id))
  serve(app, importEndpoints.items, async ({ params, query }) => {
    if (!(await findImport(db, params.id))) throw new ProblemError('not_found')
    return listImportItems(db, params.id, query)
  })

  app.register(async (scope) => {
    await acceptExports(scope)
    serve(
      scope,
      importEndpoints.start,
      async ({ actor, request }) => receiveImport(services, actor, await readUpload(request)),
      { handlerTimeout: 180_000, config: { bodySeconds: 120 } },
    )
  })
}
