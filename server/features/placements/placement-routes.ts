import type { FastifyInstance } from 'fastify'
import { placementEndpoints, sizeOfParameter } from '#contract/placements.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serveCreate } from '../../http/serve-create.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actOnPlacement, createPlacement, editPlacement, purgePlacement } from './placement-commands.ts'
import { findPlacement, findPlacementRow, listPlacements } from './placement-queries.ts'
import { adsLosingSizes } from './placement-use-queries.ts'

export function placementRoutes(app: FastifyInstance, services: Services) {
  const { db, config } = services
  const viewerOf = ({ role }: Actor) => ({ role, publicUrl: config.publicUrl })
  const e = placementEndpoints

  serveRead(app, e.list, ({ actor, query, db }) => listPlacements(db, viewerOf(actor), query))
  const view = async (actor: Actor, id: string) => {
    const placement = await findPlacement(db, viewerOf(actor), id)
    if (!placement) throw new ProblemError('not_found')
    return placement
  }
  serve(app, e.view, ({ actor, params }) => view(actor, params.id))
  serve(app, e.sizeUses, async ({ params, query: { keep } }) => {
    const row = await findPlacementRow(db, params.id)
    if (!row) throw new ProblemError('not_found')
    return { ads: await adsLosingSizes(db, row.id, row.sizes, keep.map(sizeOfParameter)) }
  })
  serveCreate(app, e.create, { create: (actor, body, id) => createPlacement(services, actor, body, id), view })
  serve(app, e.edit, ({ actor, params, body }) => editPlacement(services, actor, params.id, body))
  serve(app, e.remove, async ({ actor, params }) => {
    await actOnPlacement(services, actor, params.id, 'trash')
  })
  for (const action of ['trash', 'restore'] as const)
    serve(app, e[action], ({ actor, params, body }) => actOnPlacement(services, actor, params.id, action, body.version))
  serve(app, e.purge, ({ actor, params, body }) => purgePlacement(services, actor, params.id, body.version))
}
